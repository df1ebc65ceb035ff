#!/usr/bin/env python3
"""Which promises are pending together, by module, type, option and name of the program; modules that start ahead of need; and how
a signal ends what is in flight. Promises that have to overlap wait for each other; those that must not write when they begin and end.

usage: parallel_runs_test.py VOW
"""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

TESTS = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(TESTS / "support"))
from golden import write_files
from tally import run_unittests

VOW = str(Path(sys.argv.pop(1)).resolve(strict=True))
SDK = TESTS.parent / "modules" / "sdk" / "python" / "vow_module.py"
LIMIT = 60  # seconds that a run may take
MODULE = '''#!/usr/bin/python3 -SE
import os, sys, time
from pathlib import Path
from vow_module import Attribute, Module, serve

HERE = Path(__file__).parent
NAME = Path(__file__).stem

def note(text):
    with open(HERE / "trace", "a") as trace:
        trace.write(text + "\\n")

note("start " + NAME)
CONFIGURED = (HERE / "config").read_text() if (HERE / "config").exists() else "nothing"

class Work(Module):
    name, parallel = NAME, PARALLEL
    attributes = {name: Attribute() for name in "meets holds writes reads".split()}

    def evaluate(self, promise):
        note("begin " + promise.promiser)
        (HERE / (promise.promiser + ".begun")).write_text(str(os.getpid()))
        end = time.monotonic() + 30
        while promise["holds"] or (promise["meets"] and not (HERE / (promise["meets"] + ".begun")).exists()):
            if time.monotonic() > end and not promise["holds"]:
                return self.not_kept("Alone")
            time.sleep(0.002)
        note("end " + promise.promiser)
        if promise["reads"]:
            self.log("info", "Configured: " + CONFIGURED)
        if promise["writes"]:
            (HERE / "config").write_text(promise["writes"])
            return self.repaired("Wrote the configuration")
        self.kept("Fine")

serve(Work())
'''
TYPES = {"red": True, "blue": True, "plain": False, "other": False}
HEAD = "".join(f'promise agent {name} {{ path => "$(sys.policy_entry_dirname)/{name}.py"; }}\n' for name in TYPES)
# Each begins only when the other has, by way of the shell.
MEET = """/bin/sh -c 'touch %s.met; n=0; while [ ! -e %s.met ] && [ $n -lt 500 ]; do sleep 0.01; n=$((n+1)); done; test -e %s.met'"""


class ParallelRuns(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)
        shutil.copy(SDK, self.root)
        for name, parallel in TYPES.items():
            write_files(self.root, {f"{name}.py": MODULE.replace("PARALLEL", str(parallel))})

    def command(self, policy, *options, program=VOW, head=HEAD):
        (self.root / "policy.cf").write_text(head + policy)
        if program == VOW:
            return [VOW, "run", "-K", "-w", self.root / "state", *options, self.root / "policy.cf"]
        return [program, "-K", *options, "-f", self.root / "policy.cf"]

    def run_policy(self, policy, *options, **how):
        environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
        done = subprocess.run(self.command(policy, *options, **how), cwd=self.root, env=environment, capture_output=True, text=True, timeout=LIMIT)
        return done.stdout + done.stderr, done.returncode

    def trace(self):
        return (self.root / "trace").read_text().splitlines()

    def steps(self):
        return [line for line in self.trace() if not line.startswith("start")]

    def assert_meets(self, policy, *options, **how):
        output, status = self.run_policy(policy, *options, **how)
        self.assertEqual(0, status, output)

    def meeting_commands(self):
        one, two = MEET % ("one", "two", "two"), MEET % ("two", "one", "one")
        return f'bundle agent main {{ commands: "{one}"; "{two}"; }} '

    # --- which overlap ---

    def test_promises_of_several_modules_that_list_parallel_overlap(self):
        policy = 'bundle agent main { red: "a" meets => "b"; blue: "b" meets => "a"; }'
        self.assert_meets(policy)

    def test_nothing_overlaps_with_one_job(self):
        policy = 'bundle agent main { red: "a"; "b"; blue: "c"; }'
        self.run_policy(policy, "-j1")
        self.assertEqual("begin a,end a,begin b,end b,begin c,end c", ",".join(self.steps()))
        self.assertEqual("start red,begin a,end a,begin b,end b,start blue,begin c,end c", ",".join(self.trace()))

    def test_nothing_overlaps_under_the_names_of_the_reference(self):
        os.symlink(VOW, self.root / "cf-agent")
        policy = 'bundle agent main { red: "a"; "b"; blue: "c"; }'
        output, status = self.run_policy(policy, program=self.root / "cf-agent")
        self.assertEqual(0, status, output)
        self.assertEqual("start red,begin a,end a,begin b,end b,start blue,begin c,end c", ",".join(self.trace()))

    def test_a_module_that_does_not_list_parallel_overlaps_nothing(self):
        self.run_policy('bundle agent main { red: "a"; plain: "b"; "c"; blue: "d"; }', "-j8")
        self.assertEqual("begin a,end a,begin b,end b,begin c,end c,begin d,end d", ",".join(self.steps()))

    def test_commands_keep_their_order_unless_the_user_the_policy_or_the_host_lets_them_overlap(self):
        _, status = self.run_policy(self.meeting_commands().replace("-lt 500", "-lt 5"))
        self.assertEqual(1, status)
        for met in self.root.glob("*.met"):
            met.unlink()
        self.assert_meets(self.meeting_commands(), "-j8")
        for met in self.root.glob("*.met"):
            met.unlink()
        self.assert_meets(self.meeting_commands() + 'body agent control { concurrent_types => { "commands" }; }', "-j2")
        for met in self.root.glob("*.met"):
            met.unlink()
        (self.root / "settings.yaml").write_text("concurrent_types: [commands, files]\n")
        self.root.chmod(0o755)
        self.assert_meets(self.meeting_commands(), "--settings", str(self.root / "settings.yaml"), "-j2")

    def test_commands_that_name_the_same_file_keep_their_order(self):
        file = self.root / "file"
        commands = f'"/bin/sleep 0.1; /bin/touch {file}" contain => shell; "/usr/bin/stat {file}"; "/bin/rm {file}";'
        self.assert_meets(f'bundle agent main {{ commands: {commands} }} body contain shell {{ useshell => "useshell"; }}', "-j8")

    def test_a_named_type_overlaps_although_its_module_does_not_list_parallel(self):
        policy = 'bundle agent main { plain: "a" meets => "b"; other: "b" meets => "a"; }'
        self.assert_meets(policy + 'body agent control { concurrent_types => { "plain", "other" }; }', "-j2")

    def test_jobs_need_no_number(self):
        self.assert_meets('bundle agent main { red: "a" meets => "b"; blue: "b" meets => "a"; }', "-j")
        output, status = self.run_policy("bundle agent main { }", "-j0")
        self.assertEqual(2, status)
        self.assertIn("'0' is not a number from 1 to 1000", output)

    # --- started ahead of need ---

    def test_a_module_starts_while_another_works(self):
        policy = 'bundle agent main { plain: "a" meets => "seen"; other: "b"; }'
        process = subprocess.Popen(self.command(policy), cwd=self.root, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        self.addCleanup(process.kill)
        while not (self.root / "trace").exists() or "start other" not in self.trace():
            self.assertIsNone(process.poll())
            os.sched_yield()
        (self.root / "seen.begun").touch()
        output = process.communicate(timeout=LIMIT)[0]
        self.assertEqual(0, process.returncode, output)
        self.assertEqual("begin a,end a,begin b,end b", ",".join(self.steps()))

    def test_a_process_from_before_a_change_is_not_used(self):
        policy = 'bundle agent main { plain: "a" meets => "seen", writes => "new"; other: "b" reads => "yes"; }'
        process = subprocess.Popen(self.command(policy, "-I"), cwd=self.root, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        self.addCleanup(process.kill)
        while not (self.root / "trace").exists() or "start other" not in self.trace():
            self.assertIsNone(process.poll())
            os.sched_yield()
        (self.root / "seen.begun").touch()
        output = process.communicate(timeout=LIMIT)[0]
        self.assertIn("Configured: new", output)
        self.assertEqual(2, self.trace().count("start other"))

    def test_a_module_whose_promises_are_not_made_does_not_start(self):
        self.run_policy('bundle agent main { plain: "a"; no_such_class:: "x"; other: no_such_class:: "b"; }')
        self.assertNotIn("start other", self.trace())

    # --- cancelled ---

    def test_a_signal_ends_all_in_flight_and_reports_them_in_order(self):
        policy = 'bundle agent main { red: "a" holds => "yes"; "b" holds => "yes"; blue: "c" holds => "yes"; "d" holds => "yes"; plain: "e"; }'
        process = subprocess.Popen(self.command(policy, "-j2"), cwd=self.root, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        self.addCleanup(process.kill)
        begun = [self.root / f"{name}.begun" for name in "abcd"]
        while not all(path.exists() and path.read_text() for path in begun):
            self.assertIsNone(process.poll())
            os.sched_yield()
        process.send_signal(signal.SIGINT)
        output = process.communicate(timeout=LIMIT)[0]
        self.assertEqual(128 + signal.SIGINT, process.returncode, output)
        ends = [line for line in output.splitlines() if line.startswith("stopped") and "is ended because" in line]
        self.assertEqual(["red a", "red b", "blue c", "blue d"], [" ".join(line.split()[1:3]) for line in ends], output)
        for path in begun:
            self.assertFalse(Path(f"/proc/{path.read_text()}").exists())
        self.assertNotIn("begin e", self.trace())

    def test_the_limit_of_one_leaves_the_others_alone(self):
        policy = 'bundle agent main { red: "a" holds => "yes"; "b"; blue: "c"; }'
        output, status = self.run_policy(policy, "-j2", "-v", "--limit", "evaluate=1")
        self.assertEqual(1, status, output)
        self.assertLess(output.index("did not answer evaluate_promise within"), output.index("'b' was kept"))
        self.assertLess(output.index("'b' was kept"), output.index("'c' was kept"))


if __name__ == "__main__":
    run_unittests()
