#!/usr/bin/env python3
"""vow plan --out and vow apply: exactly what was planned is kept, in all four languages, and other plans are refused.

usage: apply_test.py VOW
"""

import hmac
import json
import os
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
SKOPOS = """doctype: com.datagridsys.doctype/skopos/deploy-plan
version: alpha/1
steps:
  - id: all
    class: group
    on_fail: fail
    steps:
      - {id: one, class: action, plugin: files, action: promise, arguments: {promiser: %(root)s/first, content: one, create: "true"}, on_fail: fail}
"""
INMANTA = """import vow
import std
host = std::Host(name="localhost", os=std::linux)
vow::Files(host=host, promiser="%(root)s/first", content="one", create=true)
"""
LANGUAGES = {
    "cfengine": ("policy.cf", 'bundle agent main { files: "%(root)s/first" content => "one", create => "true"; }\n'),
    "otterscript": ("plan.otter", 'Ensure-File %(root)s/first (Text: one);\n'),
    "skopos": ("plan.yaml", SKOPOS),
    "inmanta": ("main.cf", INMANTA),
}
POLICY = """bundle agent main
{
vars:
  "text" string => readfile("%(root)s/data", 100);
files:
  "%(root)s/first" content => "$(text)", create => "true", classes => if_repaired("made");
commands:
  made::
    "/bin/sh -c 'echo ran >> %(root)s/followed'" contain => in_shell;
}
body contain in_shell { useshell => "true"; }
body classes if_repaired(name) { promise_repaired => { "$(name)" }; }
"""
LARGE = 100 * 1000 * 1000


class Case(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name).resolve()
        self.root.chmod(0o755)
        (self.root / "project.yml").write_text("name: answers\n")
        (self.root / "data").write_text("one")
        self.first = self.root / "first"
        self.followed = self.root / "followed"

    def vow(self, *words, work="work", status=0):
        environment = dict(os.environ, CFENGINE_TEST_OVERRIDE_WORKDIR=str(self.root / work))
        done = subprocess.run([VOW, *words], capture_output=True, text=True, timeout=LIMIT, cwd=self.root, env=environment)
        self.assertEqual(status, done.returncode, done.stdout + done.stderr)
        return done.stdout + done.stderr

    def policy(self, text, name="policy.cf"):
        (self.root / name).write_text(text % {"root": self.root})
        return name

    def plan(self, text=POLICY, *options, name="policy.cf"):
        return self.vow("plan", *options, "--out", "x.plan", self.policy(text, name))

    def refused(self, why, *options, work="work"):
        said = self.vow("apply", *options, "x.plan", work=work, status=2)
        self.assertIn("the plan 'x.plan' is refused: ", said)
        self.assertIn(why, said)
        self.assertFalse(self.first.exists(), said)

    def edited(self, edit):
        """Changes the document, and leaves its code as it is."""
        plan = self.root / "x.plan"
        document = json.loads(plan.read_text())
        edit(document)
        plan.write_text(json.dumps(document))

    def signed(self, edit):
        """The same, and signs it again with the key of the work folder."""
        self.edited(edit)
        plan = self.root / "x.plan"
        document = json.loads(plan.read_text())
        del document["mac"]
        text = json.dumps(document, separators=(",", ":"), ensure_ascii=False)
        key = (self.root / "work/state/plan.key").read_bytes()
        plan.write_text(json.dumps({**document, "mac": hmac.new(key, text.encode(), "sha256").hexdigest()}))


class Kept(Case):
    def test_a_plan_is_kept_in_every_language(self):
        for language, (name, text) in LANGUAGES.items():
            with self.subTest(language=language):
                self.first.unlink(missing_ok=True)
                self.plan(text, "--language", language, name=name)
                self.assertFalse(self.first.exists())
                self.vow("apply", "x.plan")
                self.assertEqual("one", self.first.read_text())
                self.vow("apply", "x.plan")  # all of it is kept already

    def test_a_promise_that_would_do_something_else_is_not_kept_in_any_language(self):
        for language, (name, text) in LANGUAGES.items():
            with self.subTest(language=language):
                self.first.write_text("before")
                self.plan(text, "--language", language, name=name)
                self.first.write_text("changed between")
                said = self.vow("apply", "x.plan", status=1)
                self.assertIn("it would not do what was planned", said)
                self.assertEqual("changed between", self.first.read_text())

    def test_a_promise_that_was_kept_and_would_now_change_something_is_not_kept(self):
        self.first.write_text("one")
        self.plan(LANGUAGES["cfengine"][1])
        self.first.unlink()
        self.assertIn("it was not planned", self.vow("apply", "x.plan", status=1))
        self.assertFalse(self.first.exists())

    def test_a_follower_runs_when_its_cause_came_true_in_this_apply(self):
        self.plan()
        self.vow("apply", "x.plan")
        self.assertEqual("ran\n", self.followed.read_text())
        self.vow("apply", "x.plan")
        self.assertEqual("ran\n", self.followed.read_text())

    def test_a_follower_of_a_follower_runs_when_that_has_run(self):
        self.plan("""bundle agent main
{
files:
  "%(root)s/first" content => "one", create => "true", classes => if_repaired("made"), handle => "first";
  "%(root)s/second" content => "two", create => "true", classes => if_repaired("made");
commands:
  made:: "/bin/sh -c 'echo one >> %(root)s/followed'" contain => in_shell, classes => if_repaired("ran");
  any:: "/bin/sh -c 'echo three >> %(root)s/followed'" contain => in_shell, depends_on => { "first" }, handle => "third";
  any:: "/bin/sh -c 'echo four >> %(root)s/followed'" contain => in_shell, depends_on => { "third" };
methods:
  ran:: "call" usebundle => called("two");
}
bundle agent called(text) { commands: "/bin/sh -c 'echo $(text) >> %(root)s/followed'" contain => in_shell; }
body contain in_shell { useshell => "true"; }
body classes if_repaired(name) { promise_repaired => { "$(name)" }; }
""")
        plan = json.loads((self.root / "x.plan").read_text())
        self.assertEqual(["one", "three", "four", "two"], [entry["promise"].split()[4] for entry in plan["follows"]])
        self.assertEqual([f"files '{self.root}/second'"], plan["follows"][0]["because"]["others"])
        self.first.write_text("one")  # the other file still defines the class
        self.vow("apply", "x.plan")
        self.assertEqual(["one", "three", "four", "two"], self.followed.read_text().split())
        self.vow("apply", "x.plan")  # only what depends on a kept file is due
        self.assertEqual(["one", "three", "four", "two", "three", "four"], self.followed.read_text().split())

    def test_promises_on_one_file_are_kept_one_after_the_other(self):
        self.first.write_text("zero\n")
        self.plan("""bundle agent main
{
files:
  "%(root)s/first" edit_line => line("one");
  "%(root)s/first" edit_line => line("two");
  "%(root)s/new" create => "true", edit_line => line("three"), perms => mode("600");
}
bundle edit_line line(text) { insert_lines: "$(text)"; }
body perms mode(mode) { mode => "$(mode)"; }
""")
        self.vow("apply", "x.plan")
        self.assertEqual("zero\none\ntwo\n", self.first.read_text())
        self.assertEqual("three\n", (self.root / "new").read_text())
        self.assertEqual(0o600, (self.root / "new").stat().st_mode & 0o777)

    def test_a_promise_without_a_prediction_runs_on_request_alone(self):
        self.plan("""bundle agent main { commands: "/bin/sh -c 'echo ran >> %(root)s/followed'" contain => shell; }
body contain shell { useshell => "true"; }
""")
        self.assertIn("--untold run", self.vow("apply", "x.plan", status=1))
        self.assertFalse(self.followed.exists())
        self.vow("apply", "--untold", "run", "x.plan")
        self.assertEqual("ran\n", self.followed.read_text())

    def test_the_options_of_the_policy_are_those_of_the_plan(self):
        self.plan("""bundle agent main { files: chosen:: "%(root)s/first" content => "one", create => "true"; }""", "-D", "chosen")
        self.vow("apply", "x.plan")
        self.assertEqual("one", self.first.read_text())

    def test_changes_give_a_status_of_their_own_on_request(self):
        self.plan()
        self.vow("apply", "--detailed-exitcode", "x.plan", status=10)
        self.vow("apply", "--detailed-exitcode", "x.plan")

    def test_the_history_has_it_and_events_do(self):
        self.plan()
        self.vow("apply", "--json", "events", "x.plan")
        events = [json.loads(line) for line in (self.root / "events").read_text().splitlines()]
        self.assertFalse(events[0]["dry_run"])
        self.assertEqual(0, events[-1]["exit_status"])
        runs = json.loads(self.vow("history", "--json"))
        self.assertEqual([str(self.root / "policy.cf")], [run["policy"] for run in runs])

    def test_the_file_is_for_the_running_user_alone(self):
        self.plan()
        self.assertEqual(0o600, (self.root / "x.plan").stat().st_mode & 0o777)
        self.assertEqual(0o600, (self.root / "work/state/plan.key").stat().st_mode & 0o777)
        plan = json.loads((self.root / "x.plan").read_text())
        self.assertEqual({str(self.root / "policy.cf"), str(self.root / "data")}, {file["path"] for file in plan["files"]})
        self.assertEqual(["files", "commands"], [entry["promise"].split()[0] for entry in plan["changes"] + plan["follows"]])


class Refused(Case):
    def test_a_plan_of_another_work_folder_is_foreign(self):
        self.plan()
        self.refused("foreign", work="other")
        self.vow("plan", "--out", "y.plan", "policy.cf", work="other")
        self.refused("foreign", work="other")

    def test_a_changed_plan_is_refused(self):
        self.plan()
        for edit in (
            lambda plan: plan["changes"][0].update(after="two"),
            lambda plan: plan["untold"].append({"promise": "commands '/bin/true'", "place": "policy.cf:1", "reason": {}}),
            lambda plan: plan["options"].append("-K"),
            lambda plan: plan.update(mac="0" * 64),
            lambda plan: plan.update(mac=""),
        ):
            self.plan()
            self.edited(edit)
            self.refused("it was changed after it was made")

    def test_a_plan_that_is_only_laid_out_in_another_way_is_the_same(self):
        self.plan()
        self.edited(lambda plan: None)
        self.vow("apply", "x.plan")

    def test_a_plan_of_another_host_is_refused(self):
        self.plan()
        self.signed(lambda plan: plan.update(host="another"))
        self.refused("it was made on another host")

    def test_a_plan_that_is_too_old_is_refused_on_request(self):
        self.plan()
        self.signed(lambda plan: plan.update(made="2020-01-01T00:00:00Z"))
        self.refused("it is too old", "--max-age", "15m")
        self.signed(lambda plan: plan.update(made="2999-01-01T00:00:00Z"))
        self.refused("it was made at a time that has not come", "--max-age", "15m")
        self.signed(lambda plan: plan.update(made="soon"))
        self.refused("'made' is not a time")
        self.plan()
        self.vow("apply", "--max-age", "15m", "x.plan")
        self.vow("apply", "--max-age", "soon", "x.plan", status=2)

    def test_a_torn_plan_is_refused(self):
        self.plan()
        text = (self.root / "x.plan").read_bytes()
        for size in (0, 1, len(text) // 2, len(text) - 3):
            (self.root / "x.plan").write_bytes(text[:size])
            self.refused("torn")

    def test_hostile_files_are_refused(self):
        self.plan()
        for text in (b"\0" * 1000, b"[]", b"{}", b"null", b'"x"', b"[" * 1_000_000, b'{"schema":' * 100_000, b'{"schema": "1"}', "{\"schema\": 1e999}".encode()):
            (self.root / "x.plan").write_bytes(text)
            self.refused("")

    def test_a_plan_of_another_schema_is_refused(self):
        self.plan()
        self.signed(lambda plan: plan.update(schema=2))
        self.refused("its schema is 2")

    def test_a_file_larger_than_a_plan_is_refused(self):
        self.plan()
        with open(self.root / "x.plan", "wb") as file:
            file.truncate(LARGE)
        self.refused("larger than a plan can be")

    def test_a_plan_that_is_not_a_file_is_refused(self):
        self.policy(POLICY)
        os.mkfifo(self.root / "x.plan")
        self.assertIn("cannot be read", self.vow("apply", "x.plan", status=2))
        self.assertIn("cannot be read", self.vow("apply", "absent.plan", status=2))
        self.assertIn("cannot be read", self.vow("apply", ".", status=2))

    def test_a_changed_policy_input_or_module_is_refused(self):
        (self.root / "modules").mkdir()
        module = self.root / "modules/answers.py"
        shutil.copy(MODULE, module)
        module.chmod(0o755)
        text = 'body common control { inputs => { "%(root)s/more.cf" }; }\n' + POLICY.replace(
            "commands:", 'answers:\n  "thing" answer => "kept";\ncommands:')
        more = self.root / "more.cf"
        for path in (self.root / "policy.cf", more, self.root / "data", module):
            more.write_text("bundle agent more { }\n")
            self.plan(text, "--modules-folder", "modules")
            before = path.read_text()
            path.write_text(before + "\n")
            self.refused(f"'{path}' has changed since the plan was made")
            path.write_text(before)
        more.unlink()
        self.refused(f"'{more}' cannot be read any more")

    def test_a_new_input_is_refused(self):
        self.plan()
        (self.root / "def.json").write_text("{}")
        self.refused(f"the policy now reads '{self.root}/def.json'")

    def test_only_classes_of_time_that_the_policy_reads_bind(self):
        self.plan("""bundle agent main
{
files:
  !Yr1999:: "%(root)s/first" content => "one", create => "true";
}
""")
        plan = json.loads((self.root / "x.plan").read_text())
        self.assertEqual(["!Yr1999"], plan["classes_of_time"])
        self.signed(lambda plan: plan.update(classes_of_time=["Yr1999"]))
        self.refused("the class 'Yr1999' was defined when the plan was made, and is not now")
        self.signed(lambda plan: plan.update(classes_of_time=["!Yr1999"]))
        self.vow("apply", "x.plan")

    def test_a_plan_needs_a_policy_that_is_a_file(self):
        self.assertIn("--out", self.vow("plan", "--out", "x.plan", "-", status=2))

    def test_the_key_must_not_be_readable_by_others(self):
        self.plan()
        (self.root / "work/state/plan.key").chmod(0o644)
        self.refused("others than its owner have rights to it")


if __name__ == "__main__":
    run_unittests()
