#!/usr/bin/env python3
"""A module that tries to get out of the sandbox of `vow plan --sandbox`: the host is the same before and after, byte by
byte, and the processes outside are not reached. Runs as the current user and, as root, as an ordinary one, too.

usage: sandbox_escape_test.py VOW
"""

import ctypes
import hashlib
import json
import os
import shutil
import socket
import stat
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support"))
from tally import finish

REQUIRED = os.environ.get("VOW_REQUIRED", "").split()
ORDINARY_USER = 65534
LIMIT = 120  # seconds that a run may take
MODULE = """#!/usr/bin/env python3
import ctypes, fcntl, glob, json, os, signal, socket, struct, subprocess, sys, threading

PLACE = json.loads('''PLACES''')
libc = ctypes.CDLL(None, use_errno=True)


def write(path, text="1"):
    with open(path, "w") as file:
        file.write(text)


def connect(family, address):
    with socket.socket(family) as client:
        client.settimeout(5)
        client.connect(address)
        client.sendall(b"hello")


def call(number, *arguments):
    if libc.syscall(number, *arguments) < 0:
        raise OSError(ctypes.get_errno(), "call %d" % number)


def open_pipe():
    file = os.open(PLACE["pipe"], os.O_WRONLY | os.O_NONBLOCK)
    os.write(file, b"hello")


def in_processes(what):
    for folder in glob.glob("/proc/[0-9]*"):
        try:
            what(folder)
        except OSError:
            pass


def descriptors(folder):
    for name in os.listdir(folder + "/fd"):
        for target in ("", "/" + PLACE["inside"]):
            try:
                with open(folder + "/fd/" + name + target, "a") as file:
                    file.write("written")
            except OSError:
                pass


def inherited():
    for number in range(3, 256):
        try:
            os.write(number, b"written")
        except OSError:
            pass


def trace(process):
    if libc.ptrace(16, process, 0, 0) == 0:
        libc.ptrace(17, process, 0, 0)
        write(PLACE["folder"] + "/traced-" + str(process))


def shared_memory():
    libc.shmget(PLACE["key"], 4096, 0o1600)


def devices():
    for name in ("vda", "sda", "loop0", "mem", "kmsg", "port", "nvram", "rtc0", "tty1", "console"):
        try:
            with open("/dev/" + name, "r+b", buffering=0) as file:
                file.write(b"vow")
            write(PLACE["folder"] + "/wrote-" + name)
        except OSError:
            pass


def made_device():
    path = PLACE["folder"] + "/disk"
    os.mknod(path, 0o60600, os.makedev(7, 0))
    open(path, "rb").read(1)


def out_of_root():
    os.mkdir("/var/tmp/deeper")
    os.chroot("/var/tmp/deeper")
    for _ in range(64):
        os.chdir("..")
    os.chroot(".")
    write(PLACE["folder"] + "/out-of-root")


def by_handle():
    # open_by_handle_at of the root folder, the way out of chroots
    handle = struct.pack("=Ii8s", 8, 1, struct.pack("=II", 2, 0)) + bytes(128)
    folder = os.open("/", os.O_RDONLY)
    call(304, folder, handle, os.O_RDONLY)


def in_new_namespaces():
    done = subprocess.run(["unshare", "-U", "-r", "-m", "sh", "-c", "mount -o remount,rw /sys; umount -l /; umount -l /proc/sys;"
                           " echo 13 >/proc/sys/vm/swappiness; touch " + PLACE["folder"] + "/unshared"])


def set_user():
    for program in ("/bin/su", "/usr/bin/sudo"):
        subprocess.run([program, "-c", "touch " + PLACE["folder"] + "/by-root"], stdin=subprocess.DEVNULL)
    shutil_copy = PLACE["folder"] + "/own-shell"
    subprocess.run(["cp", "/bin/sh", shutil_copy])
    os.chmod(shutil_copy, 0o4755)


def key():
    call(248, b"user", PLACE["name"].encode(), b"text", 4, -4)


ATTEMPTS = [
    lambda: write(PLACE["folder"] + "/file"),
    lambda: os.unlink(PLACE["folder"] + "/victim"),
    lambda: os.chmod(PLACE["folder"], 0o777),
    lambda: write("/dev/shm/" + PLACE["name"]),
    lambda: write("/run/" + PLACE["name"]),
    lambda: write("/run/lock/" + PLACE["name"]),
    lambda: write("/var/tmp/" + PLACE["name"]),
    lambda: write("/tmp/" + PLACE["name"]),
    lambda: write("/etc/" + PLACE["name"]),
    lambda: write("/root/" + PLACE["name"]),
    lambda: write("/dev/" + PLACE["name"]),
    lambda: write("/proc/sys/kernel/domainname", "changed"),
    lambda: write("/proc/sys/vm/swappiness", "13"),
    lambda: write("/proc/sysrq-trigger", "h"),
    lambda: write("/sys/kernel/mm/ksm/run", "0"),
    lambda: os.mkdir("/sys/fs/cgroup/" + PLACE["name"]),
    lambda: write("/proc/1/root" + PLACE["folder"] + "/by-init"),
    lambda: write("/proc/1/cwd/by-init"),
    lambda: in_processes(lambda folder: write(folder + "/root" + PLACE["folder"] + "/by-process")),
    lambda: in_processes(descriptors),
    lambda: in_processes(lambda folder: write(folder + "/mem", "x")),
    inherited,
    devices,
    made_device,
    out_of_root,
    by_handle,
    in_new_namespaces,
    set_user,
    key,
    shared_memory,
    open_pipe,
    lambda: libc.sethostname(b"changed", 7),
    lambda: libc.mount(b"none", b"/mnt", b"tmpfs", 0, b""),
    lambda: libc.mount(b"none", b"/", b"", 0x20 | 4096, b""),
    lambda: libc.umount2(b"/", 2),
    lambda: libc.umount2(b"/proc/sys", 2),
    lambda: trace(1),
    lambda: trace(PLACE["process"]),
    lambda: call(310, PLACE["process"], 0, 0, 0, 0, 0),
    lambda: os.kill(PLACE["process"], signal.SIGKILL),
    lambda: os.killpg(PLACE["process"], signal.SIGKILL),
    lambda: connect(socket.AF_UNIX, PLACE["socket"]),
    lambda: connect(socket.AF_UNIX, chr(0) + PLACE["name"]),
    lambda: connect(socket.AF_INET, ("127.0.0.1", PLACE["port"])),
    lambda: os.kill(-1, signal.SIGSTOP) if os.getpid() == 1 else None,
]


def request():
    line = sys.stdin.readline()
    if not line:
        sys.exit(0)
    sys.stdin.readline()
    return json.loads(line)


def answer(request, result):
    print(json.dumps({"operation": request["operation"], "result": result}) + chr(10), flush=True)


sys.stdin.readline()
sys.stdin.readline()
print("wild 1.0 v1 json_based" + chr(10), flush=True)
while True:
    read = request()
    if read["operation"] == "validate_promise":
        answer(read, "valid")
    elif read["operation"] == "evaluate_promise":
        for attempt in ATTEMPTS:
            child = os.fork()  # so that none of them ends the others
            if child == 0:
                try:
                    attempt()
                except Exception as error:
                    pass
                os._exit(0)
            os.waitpid(child, 0)
        write(PLACE["folder"] + "/ended")
        print("log_info=Tried everything", flush=True)
        answer(read, "repaired")
    else:
        answer(read, "success")
        sys.exit(0)
"""
POLICY = """bundle agent main
{
  wild: "everything";
  files:
      "/proc/1/root%(folder)s/by-file" create => "true";
      "/proc/self/fd/%(number)s" create => "true", content => "written";
      "/proc/self/root%(folder)s/by-root" create => "true";
      "%(folder)s/disk" delete => tidy;
  commands:
      "/bin/sh" args => "-c 'echo x >/proc/1/root%(folder)s/by-shell; kill -9 %(process)s; exec >&%(number)s; echo x'";
      "/bin/sh" args => "-c 'touch /by-chroot; touch %(folder)s/by-chroot'", contain => inside("/proc/1/root");
}
body contain inside(folder) { chroot => "$(folder)"; }
body delete tidy { dirlinks => "delete"; }
"""


class Outside:
    """The things outside that a module must not reach."""

    def __init__(self, folder, user):
        self.folder = folder
        self.name = "vow-escape-" + folder.name
        self.local = socket.socket(socket.AF_UNIX)
        self.local.bind(str(folder / "socket"))
        os.chmod(folder / "socket", 0o777)
        self.abstract = socket.socket(socket.AF_UNIX)
        self.abstract.bind("\0" + self.name)
        self.network = socket.socket()
        self.network.bind(("127.0.0.1", 0))
        self.sockets = [self.local, self.abstract, self.network]
        for server in self.sockets:
            server.listen()
            server.setblocking(False)
        os.mkfifo(folder / "pipe")
        os.chmod(folder / "pipe", 0o666)
        self.pipe = os.open(folder / "pipe", os.O_RDONLY | os.O_NONBLOCK)
        os.chown(folder / "pipe", user, user)
        self.process = subprocess.Popen(["sleep", "1000"], start_new_session=True, **as_user(user))
        self.key = int.from_bytes(os.urandom(3), "big") + 1
        self.inherited = os.open(folder / "inherited", os.O_RDWR | os.O_CREAT, 0o666)

    def places(self):
        return {"folder": str(self.folder), "socket": str(self.folder / "socket"), "name": self.name, "pipe": str(self.folder / "pipe"),
                "port": self.network.getsockname()[1], "process": self.process.pid, "key": self.key,
                "inside": str(self.folder / "by-descriptor").lstrip("/"), "number": self.inherited}

    def state(self):
        names = [f"{place}/{self.name}" for place in ("/dev/shm", "/run", "/run/lock", "/var/tmp", "/tmp", "/etc", "/root", "/dev", "/sys/fs/cgroup")]
        settings = ["/proc/sys/kernel/domainname", "/proc/sys/vm/swappiness", "/proc/self/mountinfo", "/proc/net/fib_trie",
                    "/sys/kernel/mm/ksm/run"]
        return {"uname": tuple(os.uname()), "process": self.process.poll(),
                **{name: os.path.lexists(name) for name in [*names, "/by-chroot", "/var/tmp/deeper"]},
                **{name: Path(name).read_text() for name in settings if os.path.exists(name)},
                "contacts": [accepted(server) for server in self.sockets],
                "pipe": read_now(self.pipe),
                "keys": self.name in Path("/proc/keys").read_text() if os.path.exists("/proc/keys") else False,
                "memory": ctypes.CDLL(None).shmget(self.key, 0, 0),
                **files_below(self.folder), **files_below(Path("/etc"))}

    def close(self):
        self.process.kill()
        self.process.wait()
        os.close(self.pipe)
        os.close(self.inherited)
        for server in self.sockets:
            server.close()


def files_below(folder):
    state = {}
    for place, names, files in os.walk(folder):
        for name in [".", *names, *files]:
            path = os.path.join(place, name)
            status = os.lstat(path)
            content = ""
            if stat.S_ISREG(status.st_mode) and os.access(path, os.R_OK):
                content = hashlib.sha256(Path(path).read_bytes()).hexdigest()
            state[path] = (status.st_mode, status.st_uid, status.st_gid, status.st_ino, status.st_size, status.st_mtime_ns,
                           status.st_ctime_ns, content)
    return state


def accepted(server):
    try:
        connection, _ = server.accept()
    except BlockingIOError:
        return False
    connection.close()
    return True


def read_now(pipe):
    try:
        return os.read(pipe, 100)
    except BlockingIOError:
        return b""


def as_user(user):
    return {"user": user, "group": user, "extra_groups": []} if user != os.geteuid() else {}


def main():
    vow = str(Path(sys.argv[1]).resolve(strict=True))
    users = [os.geteuid()] + ([ORDINARY_USER] if os.geteuid() == 0 else [])
    cases, skipped = [], []
    for user in users:
        folder = Path(tempfile.mkdtemp(prefix="vow-sandbox-escape-"))
        try:
            prepare(folder, user)
            reason = reason_to_skip(vow, folder, user)
            if reason and "sandbox" in REQUIRED:
                cases.append([f"sandbox is required: {reason}"])
            elif reason:
                skipped.append(reason)
            else:
                cases.append(list(faults_of(vow, folder, user)))
        finally:
            shutil.rmtree(folder)
    return finish(cases, skipped)


def prepare(folder, user):
    (folder / "modules").mkdir()
    (folder / "victim").write_text("victim\n")
    (folder / "empty.cf").write_text('bundle agent main { reports: "ready"; }\n')
    for path in (folder, folder / "modules", folder / "victim"):
        os.chown(path, user, user)
    folder.chmod(0o755)


def plan(vow, folder, user, policy, **more):
    environment = dict(os.environ, HOME=str(folder))
    return subprocess.run([vow, "plan", "--sandbox", "-w", str(folder / "work"), "--modules-folder", "modules", policy], text=True,
                          capture_output=True, cwd=folder, timeout=LIMIT, env=environment, **as_user(user), **more)


def reason_to_skip(vow, folder, user):
    done = plan(vow, folder, user, "empty.cf")
    return f"user {user}: {done.stderr.strip()}" if done.returncode == 2 else ""


def faults_of(vow, folder, user):
    outside = Outside(folder, user)
    try:
        module = folder / "modules/wild.py"
        module.write_text(MODULE.replace("PLACES", json.dumps(outside.places()).replace("\\", "\\\\")))
        module.chmod(0o755)
        os.chown(module, user, user)
        (folder / "policy.cf").write_text(POLICY % outside.places())
        os.chown(folder / "policy.cf", user, user)
        before = outside.state()
        done = plan(vow, folder, user, "policy.cf", pass_fds=[outside.inherited])
        after = outside.state()
        for name in sorted(before.keys() | after.keys()):
            if before.get(name) != after.get(name):
                yield f"user {user}: {name} was {before.get(name)!r} and is {after.get(name)!r}\n{done.stdout}{done.stderr}"
        for name in ("file", "ended"):
            if f"+ {folder}/{name}  content +1 -0 lines  by wild 'everything'" not in done.stdout:
                yield f"user {user}: '{name}' is missing\n{done.stdout}{done.stderr}"
        if f"- {folder}/victim  by wild 'everything'" not in done.stdout:
            yield f"user {user}: 'victim' is missing\n{done.stdout}{done.stderr}"
        for name in ("traced", "wrote", "out-of-root", "unshared"):
            if f"{folder}/{name}" in done.stdout:
                yield f"user {user}: it could do what '{name}' stands for\n{done.stdout}{done.stderr}"
    finally:
        outside.close()


if __name__ == "__main__":
    sys.exit(main())
