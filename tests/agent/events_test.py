#!/usr/bin/env python3
"""The events of --json have the form of docs/events.schema.json, in each language: the first identifies the run, the last
counts its promises.

usage: events_test.py VOW
"""

import hashlib
import json
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

TESTS = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(TESTS / "support"))
from json_schema import faults
from one_file import MODEL, PLAN
from tally import run_unittests

VOW = str(Path(sys.argv.pop(1)).resolve(strict=True))
SCHEMA = json.loads((TESTS.parent / "docs/events.schema.json").read_text())
LIMIT = 60  # seconds that a run may take


class Events(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)
        self.file = self.root / "made"
        (self.root / "project.yml").write_text("name: events\n")

    def policies(self):
        owner = subprocess.run(["id", "-un"], capture_output=True, text=True, check=True).stdout.strip()
        group = subprocess.run(["id", "-gn"], capture_output=True, text=True, check=True).stdout.strip()
        return {
            "cfengine": ("policy.cf", 'bundle agent main { files: "%s" create => "true"; }\n' % self.file),
            "otterscript": ("plan.otter", "Ensure-File %s (Text: made);\n" % self.file),
            "skopos": ("plan.yaml", PLAN % self.file),
            "inmanta": ("main.cf", MODEL % (self.file, owner, group)),
        }

    def run_policy(self, name, text, *options, command="run", status=0):
        (self.root / name).write_text(text)
        words = [VOW, command, "-K", "--json", "events", *options, name]
        environment = dict(os.environ, CFENGINE_TEST_OVERRIDE_WORKDIR=str(self.root / "work"))
        done = subprocess.run(words, capture_output=True, text=True, timeout=LIMIT, cwd=self.root, env=environment)
        self.assertEqual(status, done.returncode, done.stdout + done.stderr)
        events = [json.loads(line) for line in (self.root / "events").read_text().splitlines()]
        wrong = [fault for event in events for fault in faults(event, SCHEMA, SCHEMA, event["event"])]
        self.assertEqual([], wrong)
        return events

    def outcomes(self, events, result):
        return [event for event in events if event["event"] == "outcome" and event["result"] == result]

    def test_the_validator_finds_what_is_wrong(self):
        self.assertNotEqual([], faults({"event": "outcome", "seconds": 0, "type": "t", "promiser": "p", "result": "good"}, SCHEMA, SCHEMA))
        self.assertNotEqual([], faults({"event": "report", "seconds": 0}, SCHEMA, SCHEMA))
        self.assertNotEqual([], faults({"event": "report", "seconds": "0", "message": ""}, SCHEMA, SCHEMA))

    def test_each_language_identifies_its_run_and_counts_its_promises(self):
        for language, (name, text) in self.policies().items():
            for dry in (True, False):
                with self.subTest(language=language, dry=dry):
                    events = self.run_policy(name, text, "--language", language, *(["-n"] if dry else []))
                    start, end = events[0], events[-1]
                    self.assertEqual(("start", "end"), (start["event"], end["event"]))
                    self.assertEqual(str(self.root / name), start["policy"])
                    self.assertEqual(hashlib.sha256(text.encode()).hexdigest(), start["policy_digest"])
                    self.assertEqual(dry, start["dry_run"])
                    self.assertIn("--json", start["options"])
                    self.assertEqual(1, end["totals"]["would_repair" if dry else "repaired"], end)
                    self.assertEqual(0, end["totals"]["failed"])
                    self.assertEqual(dry, "plan" in end)
                    changes = self.outcomes(events, "would_repair" if dry else "repaired")[0]["changes"]
                    self.assertEqual(("path", str(self.file), "create"), tuple(changes[0][member] for member in ("kind", "object", "action")))
            self.file.unlink()

    def test_a_run_that_the_command_line_forbids_has_an_end(self):
        for language, (name, text) in self.policies().items():
            with self.subTest(language):
                events = self.run_policy(name, text, "--resume", "--language", language, status=2)
                self.assertEqual([2], [event["exit_status"] for event in events if event["event"] == "end"])

    def test_runs_have_identifiers_of_their_own(self):
        policy = ("p.cf", 'bundle agent main { reports: "x"; }\n')
        self.assertNotEqual(self.run_policy(*policy)[0]["run"], self.run_policy(*policy)[0]["run"])

    def test_values_of_variables_are_masked_in_the_options(self):
        plan = PLAN % self.file
        options = self.run_policy("plan.yaml", plan, "--var", "key=SECRET", command="plan")[0]["options"]
        self.assertIn("key=***", options)

    def test_a_change_has_its_state_before_and_after(self):
        self.file.write_text("one\ntwo\n")
        self.file.chmod(0o600)
        promise = '"%s" content => "one\n2\n", perms => m; } body perms m { mode => "644"; }' % self.file
        events = self.run_policy("p.cf", "bundle agent main { files: " + promise + "\n")
        changes = {change["field"]: change for change in self.outcomes(events, "repaired")[0]["changes"]}
        content = changes["content"]
        self.assertEqual(("one\ntwo\n", "one\n2\n"), (content["before"], content["after"]))
        self.assertEqual(f"--- {self.file}\n+++ {self.file}\n@@ -1,2 +1,2 @@\n one\n-two\n+2\n", content["diff"])

    def test_a_binary_content_has_its_size_and_digest(self):
        self.file.write_bytes(b"a\0b")
        events = self.run_policy("p.cf", 'bundle agent main { files: "%s" content => "text"; }\n' % self.file)
        change = self.outcomes(events, "repaired")[0]["changes"][0]
        self.assertEqual({"size": 3, "sha256": hashlib.sha256(b"a\0b").hexdigest()}, change["before"])
        self.assertNotIn("diff", change)

    def test_an_edit_of_lines_is_one_change_in_a_run_and_in_a_plan(self):
        policy = 'bundle agent main { files: "%s" edit_line => e; }\nbundle edit_line e { insert_lines: "two"; "three" location => after; }\n' % self.file
        policy += 'body location after { before_after => "after"; select_line_matching => "two"; }\n'
        for command, result in (("plan", "would_repair"), ("run", "repaired")):
            with self.subTest(command=command):
                self.file.write_text("one\n")
                changes = self.outcomes(self.run_policy("p.cf", policy, command=command), result)[0]["changes"]
                self.assertEqual([("one\n", "one\ntwo\nthree\n")], [(each["before"], each["after"]) for each in changes])

    def test_reasons_are_objects(self):
        policy = """bundle agent main {
 commands: never:: "/bin/true"; any:: "/bin/echo" if => "never"; "/bin/false";
 files: "/nonexistent/x/y" delete => d, depends_on => { "nothing" };
}
body delete d { rmdirs => "false"; }
"""
        events = self.run_policy("p.cf", policy, status=1)
        reasons = {event["reason"]["kind"] for event in self.outcomes(events, "skipped")}
        self.assertLessEqual({"guard", "if", "depends_on"}, reasons)
        failed = self.outcomes(events, "not_kept")[0]
        self.assertEqual(("failed", "p.cf:2"), (failed["reason"]["kind"], failed["reason"]["place"]))
        self.assertIn("/bin/false", failed["reason"]["name"])
        self.assertEqual(1, events[-1]["totals"]["failed"])

    def test_a_command_cannot_be_told_in_a_dry_run(self):
        events = self.run_policy("p.cf", 'bundle agent main { commands: "/bin/true"; }\n', command="plan")
        self.assertEqual("command", self.outcomes(events, "cannot_be_told")[0]["reason"]["kind"])
        self.assertEqual((0, 1), (events[-1]["plan"]["change"], events[-1]["plan"]["cannot_be_told"]))

    def test_a_module_without_a_dry_run_cannot_tell(self):
        (self.root / "modules").mkdir()
        module = self.root / "modules/answers.py"
        text = (TESTS / "modules/answers.py").read_text()
        module.write_text(text.replace(" action_policy", ""))
        self.assertNotEqual(text, module.read_text())
        module.chmod(0o755)
        policies = {
            "cfengine": ("p.cf", 'bundle agent main { answers: "thing" answer => "repair"; }\n'),
            "otterscript": ("p.otter", "Ensure-answers thing (answer: repair);\n"),
        }
        for language, (name, policy) in policies.items():
            with self.subTest(language=language):
                events = self.run_policy(name, policy, "--language", language, "--modules-folder", "modules", command="plan")
                self.assertEqual("no_dry_run", self.outcomes(events, "cannot_be_told")[0]["reason"]["kind"])

    def test_a_promise_that_a_repair_would_let_through_follows(self):
        policy = """bundle agent main {
 files: "%s" create => "true", classes => made;
 commands: file_made:: "/bin/true";
}
body classes made { promise_repaired => { "file_made" }; }
""" % self.file
        events = self.run_policy("p.cf", policy, command="plan")
        follows = [event for event in events if event["event"] == "follows"]
        self.assertEqual([("commands '/bin/true'", "p.cf:3", "file_made")], [(each["promise"], each["place"], each["because"]["class"]) for each in follows])
        self.assertEqual((1, 1), (events[-1]["plan"]["change"], events[-1]["plan"]["follow"]))
        self.assertFalse(self.file.exists())


if __name__ == "__main__":
    run_unittests()
