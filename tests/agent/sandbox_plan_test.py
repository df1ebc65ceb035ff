#!/usr/bin/env python3
"""`vow plan --sandbox`: what a real run would change is named, with its promise, and the host stays as it is. Runs as the
current user and, as root, as an ordinary one, too.

usage: sandbox_plan_test.py VOW
"""

import hashlib
import json
import os
import shutil
import signal
import stat
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

TESTS = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(TESTS / "support"))
from tally import run_unittests, skip_without

VOW = str(Path(sys.argv.pop(1)).resolve(strict=True))
LIMIT = 120  # seconds that a run may take
ORDINARY_USER = 65534
USERS = [os.geteuid()] + ([ORDINARY_USER] if os.geteuid() == 0 else [])
PLAN = """doctype: com.datagridsys.doctype/skopos/deploy-plan
version: alpha/1
steps:
  - id: all
    class: group
    on_fail: fail
    steps:
      - {id: one, class: action, plugin: quiet, action: promise, arguments: {promiser: "%(root)s/made"}, on_fail: fail}
      - {id: two, class: action, plugin: quiet, action: promise, arguments: {promiser: "%(root)s/made/file", content: "new\\n"}, on_fail: fail}
"""
MODEL = """import std
import vow
host = std::Host(name="localhost", os=std::linux)
one = vow::Quiet(host=host, promiser="%(root)s/made")
two = vow::Quiet(host=host, promiser="%(root)s/made/file", content="new\\n", requires=one)
"""
LANGUAGES = {
    "cfengine": ("policy.cf", 'bundle agent main { quiet: "%(root)s/made"; "%(root)s/made/file" content => "new$(const.n)"; }\n'),
    "otterscript": ("plan.otter", "Ensure-quiet %(root)s/made ();\nEnsure-quiet %(root)s/made/file (content: new`n);\n"),
    "skopos": ("plan.yaml", PLAN),
    "inmanta": ("main.cf", MODEL),
}
DEFINITIONS = """
body contain shell { useshell => "useshell"; }
body classes changed(name) { promise_repaired => { "$(name)" }; }
body delete tidy { dirlinks => "delete"; rmdirs => "true"; }
body perms mode(text) { mode => "$(text)"; }
bundle edit_line insert(text) { insert_lines: "$(text)"; }
"""


def state_of(*folders):
    """Everything about the files below: kind, mode, owner, times, content."""
    state = {}
    for folder in folders:
        for place, names, files in os.walk(folder):
            for name in [".", *names, *files]:
                path = os.path.join(place, name)
                status = os.lstat(path)
                content = ""
                if stat.S_ISREG(status.st_mode):
                    content = hashlib.sha256(Path(path).read_bytes()).hexdigest() if os.access(path, os.R_OK) else ""
                elif stat.S_ISLNK(status.st_mode):
                    content = os.readlink(path)
                state[path] = (status.st_mode, status.st_uid, status.st_gid, status.st_ino, status.st_mtime_ns, status.st_ctime_ns, content)
    return state


class SandboxPlan(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory(prefix="vow-sandbox-plan-")
        self.addCleanup(self.folder.cleanup)

    def prepare(self, user):
        """A folder of the user's own; skips the test where this user can have no sandbox."""
        self.user = user
        self.own = Path(tempfile.mkdtemp(dir=self.folder.name))  # for what must not count as a change
        os.chown(self.own, user, user)
        self.root = Path(tempfile.mkdtemp(dir=self.folder.name))
        os.chmod(self.folder.name, 0o755)
        (self.root / "modules").mkdir(mode=0o755)
        shutil.copy(TESTS / "modules/quiet.py", self.root / "modules/quiet.py")
        (self.root / "modules/quiet.py").chmod(0o755)
        (self.root / "project.yml").write_text("name: quiet\n")
        self.write("empty.cf", 'bundle agent main { reports: "ready"; }\n')
        self.give()
        done = self.plan("empty.cf")
        skip_without(self, "sandbox", done.returncode != 2, f"user {user}: {done.stderr.strip()}")

    def give(self):
        for place, folders, files in os.walk(self.root):
            for name in [".", *folders, *files]:
                os.chown(os.path.join(place, name), self.user, self.user, follow_symlinks=False)

    def write(self, name, text):
        (self.root / name).write_text(text)
        return name

    def words(self, *words):
        return [VOW, "plan", "--sandbox", "-w", str(self.root / "work"), "--modules-folder", "modules", *words]

    def place(self):
        other = {"user": self.user, "group": self.user, "extra_groups": []} if self.user != os.geteuid() else {}
        return {"cwd": self.root, "env": dict(os.environ, HOME=str(self.root), TMPDIR=str(self.own)), **other}

    def plan(self, *words, **more):
        return subprocess.run(self.words(*words), capture_output=True, text=True, timeout=LIMIT, **self.place(), **more)

    def policy(self, text, name="policy.cf"):
        self.write(name, text % {"root": self.root} + DEFINITIONS)
        self.give()
        return name

    def events(self, *words):
        path = self.own / "events.json"
        done = self.plan("--json", str(path), *words)
        events = [json.loads(line) for line in path.read_text().splitlines()]
        path.unlink()
        return events, done

    def each_user(self):
        for user in USERS:
            with self.subTest(user=user):
                self.prepare(user)
                yield

    def test_changes_of_a_module_without_a_dry_run_are_shown_in_every_language(self):
        for _ in self.each_user():
            for language, (name, text) in LANGUAGES.items():
                with self.subTest(language=language):
                    self.write(name, text % {"root": self.root})
                    self.give()
                    before = state_of(self.root)
                    done = self.plan("--language", language, "--detailed-exitcode", name)
                    self.assertEqual(10, done.returncode, done.stdout + done.stderr)
                    self.assertIn(f"+ {self.root}/made  by ", done.stdout)
                    self.assertIn(f"+ {self.root}/made/file  content +1 -0 lines  by ", done.stdout)
                    self.assertIn("    +new\n", done.stdout)
                    self.assertIn("Plan: 2 to change, 0 would follow, 0 kept, 0 cannot be told, 0 failed\n", done.stdout)
                    self.assertEqual(before, state_of(self.root))

    def test_each_change_is_that_of_its_promise(self):
        for _ in self.each_user():
            for name in ("edited", "gone"):
                self.write(name, "one\n")
            (self.root / "tree").mkdir()
            self.write("tree/leaf", "")
            policy = self.policy("""bundle agent main
{
  files:
      "%(root)s/new/." create => "true", classes => changed("made");
      "%(root)s/edited" edit_line => insert("two"), edit_defaults => plain;
      "%(root)s/gone" delete => tidy;
  commands:
    made::
      "/bin/echo three >>%(root)s/edited" contain => shell;
      "/bin/rm -r %(root)s/tree";
      "/bin/ln -s nowhere %(root)s/link";
      "/bin/chmod 600 %(root)s/policy.cf";
      "/bin/true";
}
body edit_defaults plain { edit_backup => "false"; }
""")
            before = state_of(self.root)
            events, done = self.events(policy)
            self.assertEqual(0, done.returncode, done.stdout + done.stderr)
            self.assertTrue(events[0]["dry_run"])
            found = {}
            for event in events:
                if event["event"] != "outcome" or event["result"] == "skipped":
                    continue
                self.assertEqual("would_repair", event["result"])
                paths = [change for change in event["changes"] if change["kind"] == "path"]
                name = event["promiser"].replace(str(self.root), ".")
                found[name] = [(one["object"].replace(str(self.root), "."), one["action"], one["field"]) for one in paths]
            self.assertEqual({
                "./new/.": [("./new", "create", "exists")],
                "./edited": [("./edited", "update", "content")],
                "./gone": [("./gone", "remove", "exists")],
                "/bin/echo three >>./edited": [("./edited", "update", "content")],
                "/bin/rm -r ./tree": [("./tree", "remove", "exists"), ("./tree/leaf", "remove", "exists")],
                "/bin/ln -s nowhere ./link": [("./link", "create", "target")],
                "/bin/chmod 600 ./policy.cf": [("./policy.cf", "update", "mode")],
                "/bin/true": [],
            }, found)
            self.assertEqual({"change": 8, "follow": 0, "kept": 0, "cannot_be_told": 0, "failed": 0}, events[-1]["plan"])
            self.assertEqual(before, state_of(self.root))

    def test_programs_of_functions_have_changes_of_their_own(self):
        for _ in self.each_user():
            policy = self.policy("""bundle agent main
{
  vars: "text" string => execresult("/bin/touch %(root)s/by_function; echo said", "useshell");
  files: "%(root)s/file" create => "true", content => "$(text)";
}
""")
            events, done = self.events(policy)
            self.assertEqual(0, done.returncode, done.stdout + done.stderr)
            loose = [event for event in events if event["event"] == "changes"]
            self.assertEqual([([], [f"{self.root}/by_function"])],
                             [(event["during"], [change["object"] for change in event["changes"]]) for event in loose])
            self.assertIn(f"+ {self.root}/by_function  during the policy's own programs", self.plan(policy).stdout)

    def test_things_that_a_sandbox_lacks_cannot_be_told(self):
        for _ in self.each_user():
            policy = self.policy("""bundle agent main
{
  commands:
      "/usr/bin/python3 -c 'import socket; socket.create_connection((\\"192.0.2.1\\", 80), 5)'" contain => shell;
      "/bin/kill -0 2";
      "/bin/false";
  processes: "init" process_count => any;
}
body process_count any { match_range => "1,1000"; in_range_define => { "runs" }; }
""")
            events, done = self.events(policy)
            self.assertEqual(1, done.returncode, done.stdout + done.stderr)
            results = {(event["type"], event["line"]): (event["result"], event.get("reason", {}).get("kind"))
                       for event in events if event["event"] == "outcome" and event["result"] != "skipped"}
            self.assertEqual({("commands", 4): ("cannot_be_told", "no_network"), ("commands", 5): ("cannot_be_told", "no_service"),
                              ("commands", 6): ("not_kept", "failed"), ("processes", 7): ("cannot_be_told", "no_service")}, results)

    def test_the_plan_of_a_kept_policy_is_empty(self):
        for _ in self.each_user():
            self.write("file", "text\n")
            policy = self.policy('bundle agent main { files: "%(root)s/file" create => "true", content => "text$(const.n)"; }\n')
            done = self.plan("--detailed-exitcode", policy)
            self.assertEqual(("Plan: 0 to change, 0 would follow, 1 kept, 0 cannot be told, 0 failed\n", 0), (done.stdout, done.returncode), done.stderr)

    def test_the_work_folder_stays_as_it_is(self):
        for _ in self.each_user():
            policy = self.policy('bundle agent main { files: "%(root)s/file" create => "true"; }\n')
            subprocess.run([VOW, "run", "-w", str(self.root / "work"), policy], check=True, timeout=LIMIT, capture_output=True, **self.place())
            (self.root / "file").unlink()
            before = state_of(self.root)
            done = self.plan(policy)
            self.assertIn(f"+ {self.root}/file  by files", done.stdout)
            self.assertEqual(before, state_of(self.root))

    def test_a_policy_can_come_from_standard_input(self):
        for _ in self.each_user():
            done = self.plan("--language", "cfengine", "-", input=f'bundle agent main {{ files: "{self.root}/file" create => "true"; }}\n')
            self.assertIn(f"+ {self.root}/file  by files", done.stdout, done.stderr)

    def test_without_a_sandbox_nothing_runs(self):
        for _ in self.each_user():
            policy = self.policy('bundle agent main { files: "%(root)s/file" create => "true"; }\n')
            # A user namespace in which no mount namespace can be made.
            start = ["unshare", "-U", f"--map-user={self.user}", f"--map-group={self.user}", "--keep-caps",
                     "sh", "-c", 'echo 0 >/proc/sys/user/max_mnt_namespaces; exec "$@"', "sh"]
            done = subprocess.run([*start, *self.words(policy)], capture_output=True, text=True, timeout=LIMIT, **self.place())
            self.assertEqual(2, done.returncode, done.stdout + done.stderr)
            self.assertIn("no sandbox can be made here: cannot make namespaces", done.stderr)
            self.assertIn("try as root", done.stderr)
            self.assertFalse((self.root / "file").exists())

    def test_options_that_write_files_are_refused(self):
        for _ in self.each_user():
            done = self.plan("--record", "records", "empty.cf")
            self.assertEqual(2, done.returncode)
            self.assertIn("--record cannot be combined with --sandbox", done.stderr)

    def test_signals_leave_nothing(self):
        for number, status in ((signal.SIGINT, 128 + signal.SIGINT), (signal.SIGTERM, 128 + signal.SIGTERM), (signal.SIGKILL, -signal.SIGKILL)):
            for _ in self.each_user():
                with self.subTest(signal=number):
                    self.check_signal(number, status)

    def check_signal(self, number, status):
        mark = f"{100000 + os.getpid()}.{self.user}"
        policy = self.policy('bundle agent main { commands: "/bin/sleep %s"; }\n' % mark)
        mounts = Path("/proc/self/mounts").read_text()
        run = subprocess.Popen(self.words(policy), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **self.place())
        try:
            self.wait_until(lambda: processes_with(mark), run)
            run.send_signal(number)
            output, _ = run.communicate(timeout=LIMIT)
        finally:
            run.kill()
        self.assertEqual(status, run.returncode, output)
        self.wait_until(lambda: not processes_with(mark) and not processes_with(str(self.root / "work")))
        self.assertEqual([], os.listdir(self.own))  # TMPDIR
        self.assertEqual(mounts, Path("/proc/self/mounts").read_text())

    def wait_until(self, condition, run=None):
        end = time.monotonic() + LIMIT
        while not condition():
            self.assertLess(time.monotonic(), end)
            if run is not None and run.poll() is not None:
                self.fail(run.communicate()[0])
            time.sleep(0.01)


def processes_with(word):
    """The processes with a word among their arguments."""
    found = []
    for entry in Path("/proc").iterdir():
        try:
            if entry.name.isdigit() and word.encode() in (entry / "cmdline").read_bytes().split(b"\0"):
                found.append(entry.name)
        except OSError:
            pass  # it has ended
    return found


if __name__ == "__main__":
    run_unittests()
