#!/usr/bin/env python3
"""The lock of a whole run: one `vow run` at a time in a work folder.

usage: run_lock_test.py VOW
"""

import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

TESTS = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(TESTS / "support"))
from tally import run_unittests

VOW = str(Path(sys.argv.pop(1)).resolve(strict=True))
BUSY = 6
PATIENCE = 60


class RunLock(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)
        self.gate = self.root / "gate"
        os.mkfifo(self.gate)
        self.policy("blocked", f'commands: "/bin/cat" args => "{self.gate}";')
        self.policy("short", 'reports: "ran";')

    def policy(self, name, promises):
        (self.root / f"{name}.cf").write_text("bundle agent main {\n" + promises + "\n}\n")

    def start(self, *words, work="work"):
        process = subprocess.Popen([VOW, "run", "-w", work, *words], cwd=self.root, stdout=subprocess.PIPE,
                                   stderr=subprocess.STDOUT, text=True)
        self.addCleanup(process.stdout.close)
        return process

    def run_policy(self, *words, work="work"):
        process = self.start(*words, work=work)
        return process.communicate(timeout=PATIENCE)[0], process.returncode

    def begin_blocked(self, *words, policy="blocked.cf"):
        """A run that has begun, and the end of the pipe that keeps it from ending."""
        process = self.start(*words, policy)
        gate = open(self.gate, "w")
        self.addCleanup(gate.close)
        return process, gate

    def end(self, blocked, gate):
        gate.close()
        blocked.communicate(timeout=PATIENCE)
        self.assertEqual(0, blocked.returncode)

    def test_a_second_run_exits_with_the_status_busy_and_names_the_first(self):
        blocked, gate = self.begin_blocked()
        output, status = self.run_policy("short.cf")
        self.end(blocked, gate)
        self.assertEqual(BUSY, status, output)
        self.assertIn(f"another vow (pid {blocked.pid}, for ", output)
        self.assertNotIn("R: ran", output)

    def test_a_policy_excludes_the_run_of_a_model(self):
        (self.root / "short-model.cf").write_text('std::print("ran")\n')
        blocked, gate = self.begin_blocked()
        output, status = self.run_policy("-I", "--language", "inmanta", "short-model.cf")
        self.assertEqual(BUSY, status, output)
        self.assertIn(f"another vow (pid {blocked.pid}, for ", output)
        self.assertNotIn("ran\n", output)
        self.end(blocked, gate)

    def test_a_second_run_of_a_plan_names_the_first_and_exits_with_the_status_busy(self):
        (self.root / "plan.yaml").write_text(
            "doctype: com.datagridsys.doctype/skopos/deploy-plan\nversion: alpha/1\nsteps:\n  - id: g\n    class: group\n"
            f"    steps:\n      - {{id: a, class: action, exec: [cat, '{self.gate}']}}\n")
        first = self.start("plan.yaml")
        gate = open(self.gate, "w")
        self.addCleanup(gate.close)
        for words in ([], ["--resume"], ["--restart"], ["--abandon"]):
            with self.subTest(words):
                output, status = self.run_policy("plan.yaml", *words)
                self.assertEqual(BUSY, status, output)
                self.assertIn(f"another vow (pid {first.pid}) is running 'plan.yaml'", output)
                self.assertNotIn("--resume", output)
        self.end(first, gate)

    def test_a_run_goes_on_after_the_first_has_ended(self):
        self.end(*self.begin_blocked())
        self.assertEqual(("R: ran\n", 0), self.run_policy("short.cf"))

    def test_a_run_with_wait_begins_when_the_first_has_ended(self):
        blocked, gate = self.begin_blocked()
        waiting = self.start("--wait", "short.cf")
        self.assertIn(f"Waiting for another vow (pid {blocked.pid}, for ", waiting.stdout.readline())
        self.end(blocked, gate)
        self.assertEqual("R: ran\n", waiting.communicate(timeout=PATIENCE)[0])
        self.assertEqual(0, waiting.returncode)

    def test_a_run_whose_wait_is_over_exits_with_the_status_busy(self):
        blocked, gate = self.begin_blocked()
        for wait in ["--wait=0", "--wait=1"]:
            self.assertEqual(BUSY, self.run_policy(wait, "short.cf")[1])
        self.end(blocked, gate)

    def test_a_signal_ends_the_wait(self):
        blocked, gate = self.begin_blocked()
        waiting = self.start("--wait", "short.cf")
        waiting.stdout.readline()
        waiting.terminate()
        output = waiting.communicate(timeout=PATIENCE)[0]
        self.assertEqual(128 + 15, waiting.returncode)
        self.assertIn(f"interrupted by SIGTERM while waiting for another vow (pid {blocked.pid}, for ", output)
        self.end(blocked, gate)

    def test_dry_runs_and_runs_without_locks_exclude_no_other_run(self):
        blocked, gate = self.begin_blocked()
        for free in ["-n", "-K"]:
            self.assertEqual(0, self.run_policy(free, "short.cf")[1])
        self.end(blocked, gate)

    def test_runs_in_other_work_folders_exclude_no_other_run(self):
        blocked, gate = self.begin_blocked()
        self.assertEqual(0, self.run_policy("short.cf", work="other")[1])
        self.end(blocked, gate)

    def test_a_run_does_not_wait_for_the_run_that_started_it(self):
        self.policy("outer", f'commands: "{VOW}" args => "run -w work --wait short.cf", contain => in("{self.root}");')
        with open(self.root / "outer.cf", "a") as policy:
            policy.write('body contain in(folder) { chdir => "$(folder)"; }\n')
        output, status = self.run_policy("outer.cf")
        self.assertEqual(1, status, output)
        self.assertIn(f"started this run and is running in '{self.root / 'work/state'}'; choose another folder with --workdir", output)

    def test_runs_of_otterscript_plans_exclude_each_other_by_their_locks_only(self):
        (self.root / "blocked.otter").write_text(f"with lock = !site {{ Exec /bin/cat ( Arguments: {self.gate} ); }}\n")
        (self.root / "beside.otter").write_text("with lock = site { Log-Information beside; }\n")
        (self.root / "locked.otter").write_text(
            "try { with timeout = 1 { with lock = !site { Log-Information inside; } } }\n"
            "catch { Log-Information kept out; force normal; }\n"
        )
        blocked, gate = self.begin_blocked(policy="blocked.otter")
        self.assertEqual(("    info: beside\n    info: Execution run succeeded.\n", 0), self.run_policy("beside.otter"))
        self.assertIn("kept out", self.run_policy("locked.otter")[0])
        self.end(blocked, gate)
        self.assertEqual(("    info: inside\n    info: Execution run succeeded.\n", 0), self.run_policy("locked.otter"))

    def test_a_killed_run_does_not_exclude_the_next(self):
        blocked, gate = self.begin_blocked()
        blocked.kill()
        blocked.communicate(timeout=PATIENCE)
        gate.close()
        self.assertEqual(0, self.run_policy("--wait", "short.cf")[1])

    def test_a_wait_that_is_not_a_number_is_refused(self):
        output, status = self.run_policy("--wait=soon", "short.cf")
        self.assertEqual(2, status)
        self.assertIn("--wait: 'soon' is not a number of seconds", output)


if __name__ == "__main__":
    run_unittests()
