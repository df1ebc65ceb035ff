#!/usr/bin/env python3
"""The four languages agree about a dry run: the verdict of a promise, its words, and the exit status of the run.

usage: dry_runs_test.py VOW
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

TESTS = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(TESTS / "support"))
from tally import run_unittests

VOW = str(Path(sys.argv.pop(1)).resolve(strict=True))
LIMIT = 60  # seconds that a run may take
MODULE = TESTS / "modules/answers.py"
PLAN = """doctype: com.datagridsys.doctype/skopos/deploy-plan
version: alpha/1
steps:
  - id: all
    class: group
    on_fail: fail
    steps:
      - {id: one, class: action, plugin: answers, action: promise, arguments: {promiser: thing, answer: %s}, on_fail: fail}
"""
MODEL = """import std
import vow
host = std::Host(name="localhost", os=std::linux)
vow::Answers(host=host, promiser="thing", answer="%s")
"""
LANGUAGES = {  # the policy's file, its text, and the place of the promise in it
    "cfengine": ("policy.cf", 'bundle agent main { answers: "thing" answer => "%s"; }\n', ":1"),
    "otterscript": ("plan.otter", "Ensure-answers thing (answer: %s);\n", ":1"),
    "skopos": ("plan.yaml", PLAN, ""),
    "inmanta": ("main.cf", MODEL, ":4"),
}
WOULD_BE = "Should repair 'thing', but only warning promised"
WAS = "Repaired 'thing'"
FAULT = "Cannot look at 'thing'"
NAMED = "not kept  answers thing ("


class DryRuns(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)
        (self.root / "modules").mkdir()
        shutil.copy(MODULE, self.root / "modules/answers.py")
        (self.root / "modules/answers.py").chmod(0o755)
        (self.root / "project.yml").write_text("name: answers\n")

    def run_in(self, language, answer, *options):
        """The verdict, the exit status, and the output of a run with one promise."""
        name, text, _ = LANGUAGES[language]
        (self.root / name).write_text(text % answer)
        events = self.root / "events"
        words = [VOW, "run", "-K", "-I", "--language", language, "--modules-folder", "modules", "--json", str(events), *options, name]
        environment = dict(os.environ, CFENGINE_TEST_OVERRIDE_WORKDIR=str(self.root / "work"))
        done = subprocess.run(words, capture_output=True, text=True, timeout=LIMIT, cwd=self.root, env=environment)
        outcomes = [event for event in map(json.loads, events.read_text().splitlines()) if event["event"] == "outcome" and event["result"] != "skipped"]
        self.assertEqual(1, len(outcomes), done.stdout + done.stderr)
        return outcomes[0]["result"], done.returncode, done.stdout + done.stderr

    def check(self, answer, dry, real):
        """`dry` and `real`: the verdict, the exit status, the words that are there, and those that are not."""
        for language in LANGUAGES:
            for options, (verdict, status, present, absent) in ((("-n",), dry), ((), real)):
                with self.subTest(language=language, answer=answer, options=options):
                    found, code, text = self.run_in(language, answer, *options)
                    self.assertEqual((verdict, status), (found, code), text)
                    for words in present:
                        self.assertIn(words, text)
                    for words in absent:
                        self.assertNotIn(words, text)

    def test_a_promise_that_holds_is_kept(self):
        quiet = ("kept", 0, [], [WOULD_BE, WAS, "error"])
        self.check("kept", quiet, quiet)

    def test_a_promise_that_would_be_repaired_has_not_failed(self):
        for answer in ("repair", "repair_with_changes"):
            self.check(answer, ("would_repair", 0, [WOULD_BE], [WAS, "error", "failed:"]), ("repaired", 0, [WAS], [WOULD_BE]))

    def test_an_action_or_the_verb_of_an_older_module_creates_a_resource(self):
        for answer in ("create", "create_in_words"):
            with self.subTest(answer=answer):
                verdict, status, text = self.run_in("inmanta", answer, "-n")
                self.assertEqual(("would_repair", 0), (verdict, status), text)
                self.assertIn("would be created", text)
                self.assertNotIn("incorrectly", text)

    def test_a_failure_in_a_dry_run_is_a_failure(self):
        self.check("failure", ("not_kept", 1, [FAULT, NAMED], [WOULD_BE]), ("not_kept", 1, [FAULT], [WAS]))

    def test_a_failure_after_a_warning_is_a_failure(self):
        self.check("both", ("not_kept", 1, [WOULD_BE, FAULT, NAMED], []), ("not_kept", 1, [FAULT], []))

    def test_a_silent_failure_is_a_failure(self):
        self.check("silence", ("not_kept", 1, [NAMED], [WOULD_BE]), ("not_kept", 1, [], [WOULD_BE]))

    def test_a_failure_is_named_with_its_place(self):
        for language, (name, _, place) in LANGUAGES.items():
            with self.subTest(language=language):
                _, _, text = self.run_in(language, "failure", "-n")
                self.assertRegex(text, f"{re.escape(NAMED)}.*{name}{place}")


if __name__ == "__main__":
    run_unittests()
