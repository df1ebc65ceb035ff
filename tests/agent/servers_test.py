#!/usr/bin/env python3
"""Plans that work on servers by ssh: through a program called ssh that starts the command here, and through a real sshd.

usage: servers_test.py VOW
"""

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import unittest
from pathlib import Path

TESTS = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(TESTS / "support"))
from tally import run_unittests, skip_without

VOW = str(Path(sys.argv.pop(1)).resolve(strict=True))
LIMIT = 120  # seconds that a run may take

# Each host is a login folder. PATH there has a vow unless the host is called bare.
SSH = """#!/bin/sh
echo "$@" >> ROOT/calls
while [ "$1" != -- ]; do shift; done
host=$2; shift 2
[ "$host" = gone ] && { echo "ssh: connect to host gone port 22: Connection refused" >&2; exit 255; }
[ "$host" = silent ] && exec sleep 1000
export HOME=ROOT/$host
[ "$host" = other ] && { read line; echo "missing Plan9 mips"; exit; }
[ "$host" = chatty ] && { read line; echo "welcome!"; exit; }
PATH=/usr/bin:/bin
[ "$host" = bare ] || PATH=ROOT/installed:$PATH
mkdir -p "$HOME" && cd && exec sh -c "$*"
"""


def lines_of(text):
    """Without indentation, and with the same duration for every run."""
    return [re.sub(r" in \d+\.\d\d s$", " in 0.00 s", line.strip()) for line in text.splitlines()]


class Servers(unittest.TestCase):
    def setUp(self):
        self.root = Path(tempfile.mkdtemp(prefix="vow-servers."))
        self.addCleanup(shutil.rmtree, self.root)
        (self.root / "installed").mkdir()
        (self.root / "installed/vow").symlink_to(VOW)
        (self.root / "bin").mkdir()
        self.program("ssh", SSH.replace("ROOT", str(self.root)))
        self.environment = dict(os.environ, PATH=f"{self.root}/bin:{os.environ['PATH']}")

    def program(self, name, text):
        path = self.root / "bin" / name
        path.write_text(text)
        path.chmod(0o755)

    def file(self, name, text):
        (self.root / name).write_text(text)
        return str(self.root / name)

    def inventory(self, *hosts):
        servers = "".join(f"  {host}: {{host: {host}}}\n" for host in hosts)
        return self.file("inventory.yaml", f"servers:\n{servers}")

    def run_plan(self, plan, hosts, *options):
        """The exit status and the lines that were printed."""
        ended = subprocess.run(
            [VOW, "run", "-w", self.root / "work", "--inventory", self.inventory(*hosts), *options,
             self.file("plan.otter", plan)],
            cwd=self.root, env=self.environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, text=True, timeout=LIMIT)
        return ended.returncode, lines_of(ended.stdout)

    def test_operations_and_functions_act_on_the_server(self):
        status, lines = self.run_plan("""
            Ensure-File here.txt (Text: here);
            for server web {
                Ensure-File site/a.txt (Text: one two);
                Replace-Text (Include: a.txt, Directory: site, SearchText: two, ReplaceWith: three);
                Copy-Files (From: site, To: copy, Include: *);
                Exec /bin/cat (Arguments: a.txt, WorkingDirectory: copy);
                Log-Information $FileContents(copy/a.txt), $FileExists(here.txt), $SHEval(pwd);
                Ensure-Directory inner;
            }
            Log-Information $FileExists(here.txt), $WorkingDirectory;
            """, ["web"])
        self.assertEqual(status, 0, lines)
        self.assertIn(f"info: one three, false, {self.root}/web", lines)
        self.assertIn("info: one three", lines)
        self.assertIn(f"info: true, {self.root}/", lines)
        self.assertEqual((self.root / "web/copy/a.txt").read_text(), "one three")
        self.assertTrue((self.root / "web/inner").is_dir())

    def test_files_pass_from_one_server_to_another(self):
        status, lines = self.run_plan("""
            for server one { Ensure-File site/a/b.txt (Text: one two); SHExec "printf '\\377' > binary"; }
            Transfer-Files (FromServer: one, FromDirectory: site, ToServer: two, ToDirectory: copy);
            Transfer-Files (FromServer: two, FromDirectory: copy, ToDirectory: here);
            for server two { Transfer-Files (FromDirectory: copy, ToDirectory: twice); }
            Transfer-Files (FromServer: one, FromDirectory: ., Include: binary, ToServer: two, ToDirectory: copy);
            """, ["one", "two"])
        self.assertEqual((self.root / "two/copy/a/b.txt").read_text(), "one two", lines)
        self.assertEqual((self.root / "here/a/b.txt").read_text(), "one two")
        self.assertEqual((self.root / "two/twice/a/b.txt").read_text(), "one two")
        self.assertIn(f"error: '{self.root}/one/binary' is not text in UTF-8; only that passes between machines", lines)
        self.assertEqual((status, (self.root / "two/copy/binary").exists()), (1, False))

    def test_one_master_carries_every_session(self):
        self.run_plan("for server web { Ensure-File a; Exec /bin/true; Log-Information $FileExists(a); }", ["web"])
        calls = (self.root / "calls").read_text().splitlines()
        masters = [call for call in calls if "-oControlMaster=yes" in call]
        self.assertEqual(len(masters), 1, calls)
        socket = next(word for word in masters[0].split() if word.startswith("-oControlPath="))
        self.assertEqual([call for call in calls if socket not in call or "-oBatchMode=yes" not in call], [])
        self.assertFalse(Path(socket.partition("=")[2]).parent.exists())

    def test_several_servers_have_equal_output_and_drift_is_repaired(self):
        plan = """
            Ensure-Directory site;
            Ensure-File site/index (Text: $ServerName);
            Exec /bin/echo (Arguments: on $ServerName);
            """
        hosts = ["one", "two", "three"]
        targets = ["--server", "one,two,three"]
        seen = []
        for jobs in ["-j1", "-j8"]:
            for host in hosts:
                shutil.rmtree(self.root / host, ignore_errors=True)
            first = self.run_plan(plan, hosts, jobs, *targets, "--mode", "collect-then-execute")
            again = self.run_plan(plan, hosts, jobs, *targets, "--mode", "collect")
            seen.append((first, again))
            self.assertEqual(first[0], 0, first)
            self.assertIn("notice: 6 of 6 drifted.", first[1])
            self.assertIn("info: 0 of 6 drifted.", again[1])
            self.assertEqual((self.root / "two/site/index").read_text(), "two")
        self.assertEqual(seen[0], seen[1])

    def test_vow_is_sent_along_when_it_is_missing(self):
        plan = "for server bare { Ensure-File a.txt (Text: x); }"
        for sent in [1, 1]:  # the second run finds it
            status, lines = self.run_plan(plan, ["bare"])
            self.assertEqual(status, 0, lines)
            self.assertEqual((self.root / "calls").read_text().count("-oControlPath=none"), sent)
        self.assertEqual((self.root / "bare/a.txt").read_text(), "x")

    def test_a_server_that_is_not_reached_is_a_raised_error(self):
        for host, why in [
            ("gone", "it exited with status 255; ssh: connect to host gone port 22: Connection refused"),
            ("chatty", "expected a vow, but it answered: welcome!"),
            ("other", f"vow is not installed there, and ours is for {os.uname().sysname} {os.uname().machine}, "
                      "not for Plan9 mips"),
        ]:
            plan = f"try {{ for server {host} {{ Ensure-File a; }} }} catch {{ Log-Information caught; }}"
            status, lines = self.run_plan(plan, [host])
            self.assertIn(f"error: cannot reach '{host}': {why} ({self.root}/plan.otter:1:7)", lines)
            self.assertIn("info: caught", lines)
            self.assertEqual(status, 0)

    def test_a_lost_connection_is_raised_and_a_retry_connects_again(self):
        status, lines = self.run_plan("""
            for server web {
                with retry = 1 {
                    Log-Information attempt $FileExists(mark);
                    if !$FileExists(mark) { Ensure-File mark; set $gone = $SHEval(kill -9 `$PPID); }
                }
            }
            """, ["web"])
        self.assertEqual([line for line in lines if "attempt" in line], ["info: attempt false", "info: attempt true"])
        self.assertTrue(any("cannot reach 'web': it was ended by signal 9 (SIGKILL) (" in line for line in lines), lines)
        self.assertEqual(status, 0, lines)

    def test_a_module_that_loses_its_connection_fails_its_promise(self):
        status, lines = self.run_plan(
            "for server web { try { Exec /bin/sh (Arguments: \"-c 'kill -9 $PPID'\"); } catch { Log-Information caught; } }",
            ["web"])
        self.assertEqual((status, "info: caught" in lines), (0, True), lines)

    def test_a_time_limit_ends_the_processes_of_the_server(self):
        status, lines = self.run_plan("""
            for server web {
                try { with timeout = 2 { Exec /bin/sh (Arguments: "-c 'echo `$`$ > pid; exec sleep 300'"); } }
                catch { Log-Information caught; }
            }
            """, ["web"])
        self.assertEqual((status, "info: caught" in lines), (0, True), lines)
        assert_ends(self, int((self.root / "web/pid").read_text()))

    def test_a_question_to_a_server_lets_the_others_work(self):
        os.mkfifo(self.root / "pipe")
        status, lines = self.run_plan(f"""
            if $ServerName == one {{ Log-Information $SHEval(cat {self.root}/pipe); }}
            else {{ Log-Information $SHEval(echo passed on > {self.root}/pipe; echo done); }}
            """, ["one", "two"], "--server", "one,two")
        self.assertEqual((status, lines[:4:2]), (0, ["info: [one] passed on", "info: [two] done"]), lines)

    def test_a_time_limit_ends_a_question(self):
        os.mkfifo(self.root / "pipe")
        status, lines = self.run_plan(f"""
            for server web {{
                try {{ with timeout = 1 {{ Log-Information $SHEval(cat {self.root}/pipe); }} }} catch {{ }}
                Log-Information $SHEval(echo on we go);
            }}
            """, ["web"])
        self.assertEqual(status, 0, lines)
        self.assertIn("timed out after 1 s", lines[0])
        self.assertIn("info: on we go", lines)

    def test_a_signal_ends_the_run_and_the_processes_of_the_server(self):
        self.assert_signal_ends("Exec /bin/sh (Arguments: \"-c 'echo `$`$ > pid; exec sleep 300'\");")

    def test_a_signal_ends_the_scripts_of_functions_on_the_server(self):
        self.assert_signal_ends("set $a = $SHEval(\"echo `$`$ > pid; exec sleep 300\");")

    def assert_signal_ends(self, statement):
        inventory = self.inventory("web")
        plan = self.file("plan.otter", f"for server web {{ {statement} }}")
        vow = subprocess.Popen([VOW, "run", "-w", self.root / "work", "--inventory", inventory, plan],
                               env=self.environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        pid = self.root / "web/pid"
        until = time.monotonic() + LIMIT
        while not (pid.exists() and pid.read_text().strip()) and time.monotonic() < until:
            time.sleep(0.02)
        vow.send_signal(signal.SIGTERM)
        self.assertEqual(vow.wait(LIMIT), 128 + signal.SIGTERM)
        assert_ends(self, int(pid.read_text()))


def assert_ends(test, process):
    until = time.monotonic() + LIMIT
    while Path(f"/proc/{process}").exists() and time.monotonic() < until:
        time.sleep(0.02)
    test.assertFalse(Path(f"/proc/{process}").exists())


def sshd_program():
    return os.environ.get("VOW_SSHD") or shutil.which("sshd", path=f"{os.environ['PATH']}:/usr/sbin:/usr/local/sbin")


class RealServer(unittest.TestCase):
    """Through an sshd of the same user on loopback."""

    def setUp(self):
        sshd = sshd_program()
        client = shutil.which("ssh")
        skip_without(self, "sshd", sshd and client and shutil.which("ssh-keygen"), "OpenSSH is not installed")
        self.root = Path(tempfile.mkdtemp(prefix="vow-sshd.", dir="/tmp"))
        self.addCleanup(shutil.rmtree, self.root)
        is_possible = subprocess.run([*privileges(self.root), "true"], stderr=subprocess.DEVNULL).returncode == 0
        skip_without(self, "sshd", is_possible, "root cannot mount here")
        for key in ["host", "user"]:
            subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", self.root / key], check=True)
        shutil.copy(self.root / "user.pub", self.root / "authorized")
        server = Listener(self.root, sshd)
        self.addCleanup(server.stop)
        (self.root / "client").write_text(
            f"Host *\nUserKnownHostsFile {self.root}/known\nStrictHostKeyChecking accept-new\n"
            f"IdentityFile {self.root}/user\nIdentitiesOnly yes\nSendEnv VOW_*\n")
        (self.root / "bin").mkdir()
        ssh = self.root / "bin/ssh"
        ssh.write_text(f"#!/bin/sh\nexec {client} -F {self.root}/client \"$@\"\n")
        ssh.chmod(0o755)
        (self.root / "installed").mkdir()
        (self.root / "installed/vow").symlink_to(VOW)
        self.inventory = self.root / "inventory.yaml"
        self.inventory.write_text(
            "servers:\n" + "".join(f"  local{n}: {{transport: local, workdir: {self.root}/local{n}}}\n" for n in (1, 2, 3)) +
            f"  far: {{host: 127.0.0.1, port: {server.port}, workdir: {self.root}/far}}\n"
            f"  strange: {{host: 127.0.0.1, port: {server.port}, user: nosuchuser}}\n")

    def run_plan(self, plan, *options):
        path = self.root / "plan.otter"
        path.write_text(plan)
        ended = subprocess.run(
            [VOW, "run", "-w", self.root / "work", "--inventory", self.inventory, *options, path], cwd=self.root,
            env=dict(os.environ, PATH=f"{self.root}/bin:{os.environ['PATH']}"), stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=LIMIT)
        return ended.returncode, lines_of(ended.stdout)

    def test_drift_of_four_servers_is_repaired(self):
        for server in ["local1", "local2", "local3", "far"]:
            (self.root / server).mkdir()
        plan = PLAN
        targets = ["--server", "local1,local2,local3,far"]
        status, lines = self.run_plan(plan, *targets, "--mode", "collect")
        self.assertEqual((status, lines[-2]), (1, "notice: 20 of 20 drifted."), lines)
        status, lines = self.run_plan(plan, *targets, "--mode", "collect-then-execute")
        self.assertEqual(status, 0, lines)
        self.assertIn("[far] info: reloaded on far", [line.replace("info: [far]", "[far] info:") for line in lines])
        status, lines = self.run_plan(plan, *targets, "--mode", "collect")
        self.assertEqual((status, lines[-2]), (0, "info: 0 of 20 drifted."), lines)
        for server in ["local1", "local2", "local3", "far"]:
            self.assertEqual((self.root / server / "site/name").read_text(), server)

    def test_a_lost_connection_is_raised_and_a_retry_connects_again(self):
        (self.root / "far").mkdir()
        status, lines = self.run_plan("""
            for server far {
                with retry = 1 {
                    Log-Information attempt $FileExists(mark);
                    if !$FileExists(mark) { Ensure-File mark; set $gone = $SHEval(kill -9 `$PPID); }
                }
            }
            """)
        self.assertEqual([line for line in lines if "attempt" in line], ["info: attempt false", "info: attempt true"], lines)
        self.assertEqual(status, 0, lines)

    def test_a_time_limit_ends_the_processes_of_the_server(self):
        (self.root / "far").mkdir()
        status, lines = self.run_plan("""
            for server far {
                try { with timeout = 3 { Exec /bin/sh (Arguments: "-c 'echo `$`$ > pid; exec sleep 300'"); } }
                catch { Log-Information caught; }
            }
            """)
        self.assertEqual((status, "info: caught" in lines), (0, True), lines)
        assert_ends(self, int((self.root / "far/pid").read_text()))

    def test_a_refused_login_is_a_raised_error(self):
        status, lines = self.run_plan("for server strange { Ensure-File a; }")
        self.assertEqual(status, 1)
        self.assertTrue(any("error: cannot reach 'nosuchuser@127.0.0.1': it exited with status 255" in line for line in lines), lines)


def privileges(root):
    """The words before a command that give root's sshd the account and the folder that it needs, in a namespace alone."""
    if os.geteuid() != 0:
        return []
    accounts = Path("/etc/passwd").read_text()
    if "\nsshd:" not in accounts:
        accounts += "sshd:x:65530:65534::/run/sshd:/usr/sbin/nologin\n"
    (root / "passwd").write_text(accounts)
    script = f"mount --bind {root}/passwd /etc/passwd && mount -t tmpfs none /run && mkdir -m 755 /run/sshd && exec \"$@\""
    return ["unshare", "--mount", "sh", "-c", script, "sh"]


class Listener:
    """Accepts connections on a free port, and starts an sshd for each."""

    def __init__(self, root, sshd):
        self.socket = socket.create_server(("127.0.0.1", 0))
        self.port = self.socket.getsockname()[1]
        self.processes = []
        config = root / "server"
        config.write_text(
            f"HostKey {root}/host\nAuthorizedKeysFile {root}/authorized\nStrictModes no\nPermitRootLogin yes\n"
            f"PidFile none\nPasswordAuthentication no\nSetEnv PATH={root}/installed:/usr/bin:/bin\n")
        self.command = [*privileges(root), sshd, "-i", "-e", "-f", str(config)]
        self.log = open(root / "log", "w")
        self.thread = threading.Thread(target=self.accept, daemon=True)
        self.thread.start()

    def accept(self):
        while True:
            try:
                connection, _ = self.socket.accept()
            except OSError:
                return
            with connection:
                self.processes.append(subprocess.Popen(self.command, stdin=connection, stdout=connection, stderr=self.log))

    def stop(self):
        self.socket.shutdown(2)
        self.thread.join()
        self.socket.close()
        for process in self.processes:
            process.terminate()
            process.wait(LIMIT)
        self.log.close()


PLAN = """##AH:Description:A site on several servers
# Five promises a server, three blocks, and what runs only after drift.
global $root = site;
global $names = "";

module Page<$name, $text, out $path>
{
    set $path = $root/$name;
    # the page
    Ensure-File $path (Text: $text);
}

# the folders
{
    Ensure-Directory $root;
    Ensure-Directory $root/logs;
}

# the pages
{
    call Page(name: index.html, text: "<p>$ServerName</p>", path => $index);
    call Page(name: about.html, text: about);
    Log-Debug the first page is $index;
}

with retry = 2, lock = reload
{
    Ensure-File $root/name (Text: $ServerName);
    Exec /bin/echo
    (
        Arguments: reloaded on $ServerName
    );
}

foreach $file in @(index.html, about.html, name)
{
    if $FileExists($root/$file)
    {
        set $names = $names $file;
    }
    else
    {
        set $names = $names no-$file;
    }
}

try
{
    set @found = @FilesOnDisk(*.html, , $root);
    if $ListCount(@found) == 0
    {
        throw nothing is there yet;
    }
    Log-Information $ListCount(@found) pages: $names;
}
catch
{
    force normal;
}
Log-Debug done on $ServerName;
"""

run_unittests()
