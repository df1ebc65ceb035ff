#!/usr/bin/env python3
"""A module that tries everything in a warn run: the machine is the same before and after, and the report names each
attempt. Runs as the current user and, as root, as an ordinary one, too.

usage: escape_test.py VOW
"""

import ctypes
import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support"))
from tally import finish

MUTANTS = Path(__file__).resolve().parent / "mutants"
ORDINARY_USER = 65534
CASES = """type: file
cases:
  - name: writes a file
    promiser: "{{tmp}}/file"
    attributes: {content: hello}
    expect: repaired
"""
NARROW = CASES + """    only_changes: ["{{tmp}}/other"]
"""
MODULE = """#!/usr/bin/python3 -SE
import ctypes, json, os, signal, socket, struct, sys
sys.path.insert(0, "MUTANTS")
from right import Right

PLACE = json.loads('PLACES')
libc = ctypes.CDLL(None)


def write(path, text="1"):
    with open(path, "w") as file:
        file.write(text)


def connect(family, address):
    with socket.socket(family) as client:
        client.settimeout(5)
        client.connect(address)
        client.sendall(b"hello")


def add_address():
    message = struct.pack("=IHHIIBBBBI", 24, 20, 5, 1, 0, socket.AF_INET, 32, 0, 0, 1)
    with socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 0) as client:
        client.sendto(message, (0, 0))


def shared_memory():
    if libc.shmget(PLACE["key"], 4096, 0o1600) < 0:
        raise OSError("shmget")


ATTEMPTS = [
    lambda: write("/dev/shm/" + PLACE["name"]),
    lambda: write("/run/" + PLACE["name"]),
    lambda: write("/run/lock/" + PLACE["name"]),
    lambda: write("/var/tmp/" + PLACE["name"]),
    lambda: write("/dev/" + PLACE["name"]),
    lambda: write("/proc/sys/kernel/domainname", "changed"),
    lambda: write("/proc/sys/vm/swappiness", "13"),
    lambda: write("/sys/kernel/mm/ksm/run", "0"),
    lambda: write("/proc/1/root/var/tmp/" + PLACE["name"] + "-root"),
    lambda: libc.sethostname(b"changed", 7),
    lambda: libc.mount(b"none", b"/mnt", b"tmpfs", 0, b""),
    lambda: os.mknod("/var/tmp/" + PLACE["name"] + "-disk", 0o60600, os.makedev(7, 0)),
    lambda: os.chroot("/var"),
    lambda: os.kill(PLACE["process"], signal.SIGKILL),
    lambda: os.killpg(PLACE["process"], signal.SIGKILL),
    lambda: connect(socket.AF_UNIX, PLACE["socket"]),
    lambda: connect(socket.AF_UNIX, chr(0) + PLACE["name"]),
    lambda: connect(socket.AF_INET, ("127.0.0.1", PLACE["port"])),
    add_address,
    shared_memory,
]


class Wild(Right):
    def warn(self, path, content):
        for attempt in ATTEMPTS:
            try:
                attempt()
            except OSError:
                pass
        return super().warn(path, content)


Wild().run()
"""


class Outside:
    """The things outside that a module must not reach."""

    def __init__(self, folder):
        self.local = socket.socket(socket.AF_UNIX)
        self.local.bind(str(folder / "socket"))
        os.chmod(folder / "socket", 0o777)
        self.abstract = socket.socket(socket.AF_UNIX)
        self.name = "vow-escape-" + folder.name
        self.abstract.bind("\0" + self.name)
        self.network = socket.socket()
        self.network.bind(("127.0.0.1", 0))
        self.sockets = [self.local, self.abstract, self.network]
        for server in self.sockets:
            server.listen()
            server.setblocking(False)
        self.process = subprocess.Popen(["sleep", "1000"], start_new_session=True)
        self.key = int.from_bytes(os.urandom(3), "big") + 1
        self.folder = folder

    def places(self):
        return {"socket": str(self.folder / "socket"), "name": self.name, "port": self.network.getsockname()[1],
                "process": self.process.pid, "key": self.key}

    def state(self):
        """Everything that the module tries to change, as it is."""
        names = [f"{place}/{self.name}{end}" for place in ("/dev/shm", "/run", "/run/lock", "/var/tmp", "/dev")
                 for end in ("", "-root", "-disk")]
        settings = ["/proc/sys/kernel/domainname", "/proc/sys/vm/swappiness", "/proc/self/mountinfo",
                    "/proc/net/fib_trie", "/sys/kernel/mm/ksm/run"]
        return {"uname": tuple(os.uname()), "process": self.process.poll(),
                **{name: os.path.lexists(name) for name in names},
                **{name: Path(name).read_text() for name in settings if os.path.exists(name)},
                "contacts": [accepted(server) for server in self.sockets],
                "memory": ctypes.CDLL(None).shmget(self.key, 0, 0)}

    def close(self):
        self.process.kill()
        self.process.wait()
        for server in self.sockets:
            server.close()


def accepted(server):
    try:
        connection, _ = server.accept()
    except BlockingIOError:
        return False
    connection.close()
    return True


def main():
    vow = str(Path(sys.argv[1]).resolve(strict=True))
    users = [os.geteuid()] + ([ORDINARY_USER] if os.geteuid() == 0 else [])
    cases, skipped = [], []
    for user in users:
        reason = reason_to_skip(vow, user)
        if reason:
            skipped.append(reason)
        else:
            cases.append(list(faults_of(vow, user)))
    return finish(cases, skipped)


def folder_for(user):
    folder = Path(tempfile.mkdtemp(prefix="vow-escape-"))
    os.chmod(folder, 0o755)
    for name in ("work", "home"):
        (folder / name).mkdir()
        os.chown(folder / name, user, -1)
    (folder / "cases.yaml").write_text(CASES)
    shutil.copy(MUTANTS / "right.py", folder)
    os.chmod(folder / "right.py", 0o755)
    return folder


def report_on(module, folder, vow, user):
    """The entries of the report, by their ids."""
    environment = {**os.environ, "HOME": str(folder / "home"), "TMPDIR": str(folder / "work")}
    as_user = {"user": user, "group": user, "extra_groups": []} if user != os.geteuid() else {}
    done = subprocess.run([vow, "module", "test", module, folder / "cases.yaml", "--format", "json"], text=True,
                          capture_output=True, cwd=folder / "work", env=environment, **as_user)
    if not done.stdout:
        return {}, done.stderr
    return {entry["id"]: entry for entry in json.loads(done.stdout)["entries"]}, done.stderr


def reason_to_skip(vow, user):
    folder = folder_for(user)
    try:
        entries, errors = report_on(folder / "right.py", folder, vow, user)
    finally:
        shutil.rmtree(folder)
    text = entries.get("TST-PURE", {}).get("text", errors)
    return f"user {user}: {text}" if "sandbox" in text or not entries else ""


def faults_of(vow, user):
    folder = folder_for(user)
    outside = Outside(folder)
    module = folder / "module.py"
    module.write_text(MODULE.replace("MUTANTS", str(folder)).replace("PLACES", json.dumps(outside.places())))
    module.chmod(0o755)
    try:
        before = outside.state()
        entries, errors = report_on(module, folder, vow, user)
        after = outside.state()
        for name in before:
            if before[name] != after[name]:
                yield f"user {user}: {name} was {before[name]!r} and is {after[name]!r}"
        yield from faults_of_report(entries, outside, user, errors)
        yield from faults_of_narrow_case(folder, vow, user)
    finally:
        outside.close()
        shutil.rmtree(folder)


def faults_of_narrow_case(folder, vow, user):
    (folder / "cases.yaml").write_text(NARROW)
    entries, errors = report_on(folder / "right.py", folder, vow, user)
    entry = entries.get("TST-CHANGES", {})
    if entry.get("verdict") != "violation" or "/file: created" not in "".join(entry["details"]):
        yield f"user {user}: 'only_changes' finds {entry} {errors}"


def faults_of_report(entries, outside, user, errors):
    changes = "\n".join(entries.get("TST-PURE", {}).get("details", []))
    contacts = "\n".join(entries.get("TST-OUTSIDE", {}).get("details", []))
    process = outside.process.pid
    wanted = [f"/dev/shm/{outside.name}: created", f"/var/tmp/{outside.name}: created",
              "opened /proc/sys/kernel/domainname for writing", "opened /sys/kernel/mm/ksm/run for writing",
              "called sethostname", "called mount", f"sent signal 9 to process {process}",
              f"sent signal 9 to process group {process}", "to the kernel's network settings by netlink"]
    if user == 0:
        wanted += [f"/run/{outside.name}: created", f"/dev/{outside.name}: created"]
    for line in wanted:
        if line not in changes:
            yield f"user {user}: TST-PURE does not name {line!r}:\n{changes}\n{errors}"
    places = outside.places()
    for line in (places["socket"], "@" + outside.name, f"127.0.0.1, port {places['port']}"):
        if f"connected to {line}, which is outside" not in contacts:
            yield f"user {user}: TST-OUTSIDE does not name {line!r}:\n{contacts}"


if __name__ == "__main__":
    sys.exit(main())
