#!/usr/bin/env python3
"""Runs are remembered: in each language, from their beginning, without secrets, and no disk that cannot remember fails one.

usage: history_test.py VOW
"""

import html.parser
import json
import os
import shutil
import signal
import sqlite3
import stat
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree
from pathlib import Path

TESTS = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(TESTS / "support"))
from tally import run_unittests, skip_without

VOW = str(Path(sys.argv.pop(1)).resolve(strict=True))
LIMIT = 60  # seconds that a run may take
MEMBERS = ["run", "started", "finished", "policy", "policy_digest", "user", "exit_status", "totals"]
VOID = {"meta", "link", "input", "rect", "line"}  # elements of HTML, or as SVG writes them here, without an end

POLICIES = {
    "policy.cf": """
        bundle agent main
        {
          files: "@ROOT@/made" create => "true", handle => "made_file";
        }
        """,
    "plan.otter": "Ensure-File @ROOT@/made;\n",
    "plan.yaml": """
        doctype: com.datagridsys.doctype/skopos/deploy-plan
        version: alpha/1
        steps:
          - id: web
            class: group
            steps:
              - {id: made, class: action, plugin: files, action: promise, arguments: {promiser: "@ROOT@/made", create: "true"}}
        """,
    "model/main.cf": """
        import std
        host = std::Host(name="internal", ip="127.0.0.1", os=std::linux)
        made = std::ConfigFile(host=host, path="@ROOT@/made", content="")
        """,
    "model/project.yml": "name: model\n",
    "failing.cf": 'bundle agent main { commands: "/bin/false" handle => "failing"; files: "@ROOT@/made" create => "true"; }',
    "wrong.cf": "bundle agent main { files: }}",
    "failing.otter": "Ensure-File /proc/none/@ROOT@;\n",
    "retried.otter": "with retry = 2 { Ensure-File /proc/none/made; }\n",
    "unset.otter": "Log-Information $nope;\n",
    "scriptless.yaml": """
        doctype: com.datagridsys.doctype/skopos/deploy-plan
        version: alpha/1
        steps:
          - id: web
            class: group
            on_fail: fail
            steps:
              - {id: none, class: action, exec: "no-such-script", on_fail: fail}
        """,
    "caught.otter": "try { Ensure-File /proc/none/made; } catch { force normal; }\n",
    "tolerant.yaml": """
        doctype: com.datagridsys.doctype/skopos/deploy-plan
        version: alpha/1
        steps:
          - id: web
            class: group
            steps:
              - {id: made, class: action, plugin: files, action: promise, arguments: {promiser: "/proc/none/made", create: "true"}}
        """,
    "failing/main.cf": """
        import std
        host = std::Host(name="internal", ip="127.0.0.1", os=std::linux)
        made = std::ConfigFile(host=host, path="/proc/none/made", content="")
        """,
    "failing/project.yml": "name: failing\n",
    "waiting.cf": 'bundle agent main { files: "@ROOT@/made" create => "true"; commands: "/bin/cat @ROOT@/pipe"; }',
    "secret.cf": """
        bundle agent main
        {
          vars: "word" string => "correct-horse", meta => { "secret" };
          files: "@ROOT@/made" create => "true", content => "the word: $(word)";
          commands: "/bin/false $(word)";
        }
        """,
    "hostile.cf": r"""
        bundle agent main
        {
          files:
              "@ROOT@/<script>alert(1)<|script>' onload=`x` &amp;" create => "true", content => "</pre></script><b>";
              "@ROOT@/policy.cf/<img src=x>" create => "true";
        }
        """,
}


class Page(html.parser.HTMLParser):
    """The elements of a page; fails on one that is not closed, and on a handler."""

    def __init__(self, text):
        super().__init__()
        self.open, self.tags = [], []
        self.feed(text)
        assert not self.open, self.open

    def handle_startendtag(self, tag, attributes):
        self.tags.append(tag)

    def handle_starttag(self, tag, attributes):
        self.tags.append(tag)
        assert not any(name.startswith("on") or name == "src" for name, _ in attributes), attributes
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag, (tag, self.getpos())


class History(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)
        for name, text in POLICIES.items():
            path = self.root / name
            path.parent.mkdir(exist_ok=True)
            path.write_text(text.replace("@ROOT@", str(self.root)))

    def vow(self, *words, program=VOW):
        return subprocess.run(
            [program, *words, "-w", str(self.root / "work")], cwd=self.root, text=True, timeout=LIMIT, capture_output=True
        )

    def status_of(self, *words):
        return self.vow(*words).returncode

    def answer(self, *words):
        done = self.vow(*words)
        self.assertEqual("", done.stderr)
        return json.loads(done.stdout)

    def runs(self):
        return self.answer("history", "--json")

    def database(self):
        database = sqlite3.connect(self.root / "work/state/vow.db")
        self.addCleanup(database.close)
        return database

    def test_a_run_in_each_language_is_recorded_with_its_outcomes(self):
        for number, name in enumerate(["policy.cf", "plan.otter", "plan.yaml", "model"], 1):
            with self.subTest(name):
                (self.root / "made").unlink(missing_ok=True)
                done = self.vow("run", name)
                self.assertEqual(0, done.returncode, done.stdout + done.stderr)
                run = self.runs()[-1]
                self.assertEqual(MEMBERS, list(run))
                self.assertEqual((number, 0), (run["run"], run["exit_status"]))
                self.assertEqual(str(self.root / name), run["policy"])
                self.assertEqual(64, len(run["policy_digest"]))
                self.assertLessEqual(run["started"], run["finished"])
                shown = self.answer("history", "show", "--json")
                changed = [change["object"] for each in shown["outcomes"] for change in each.get("changes", [])]
                self.assertIn(str(self.root / "made"), changed, shown)
                self.assertIn(str(self.root / "made"), self.vow("history", "show", "-1").stdout)

    def test_runs_that_change_nothing_by_their_nature_are_not_recorded(self):
        (self.root / "cf-agent").symlink_to(VOW)
        self.assertEqual(0, self.status_of("run", "-n", "policy.cf"))
        self.assertEqual(0, self.status_of("plan", "policy.cf"))
        self.assertEqual(0, self.status_of("check", "policy.cf"))
        environment = dict(os.environ, CFENGINE_TEST_OVERRIDE_WORKDIR=str(self.root / "work"))
        words = ["keep", "files", str(self.root / "kept"), "create=true"]
        self.assertEqual(0, subprocess.run([VOW, *words], env=environment, timeout=LIMIT, stdout=subprocess.DEVNULL).returncode)
        self.assertEqual(2, self.status_of("run", "policy.cf", "--resume"))
        self.assertEqual([], self.runs())
        self.assertEqual(0, self.status_of("run", "policy.cf"))
        subprocess.run(
            [self.root / "cf-agent", "-KIf", self.root / "policy.cf"], env=environment, timeout=LIMIT, stdout=subprocess.DEVNULL
        )
        self.assertEqual([1], [run["run"] for run in self.runs()])

    def test_a_policy_has_one_name_however_its_path_is_written(self):
        for path in ("model", "model/", "./model/.", "work/../model"):
            self.assertEqual(0, self.status_of("run", path))
        self.assertEqual({str(self.root / "model")}, {run["policy"] for run in self.runs()})
        (self.root / "elsewhere/inner").mkdir(parents=True)
        (self.root / "link").symlink_to("elsewhere/inner")
        (self.root / "elsewhere/plan.otter").write_text("Log-Information elsewhere;\n")
        self.assertEqual(0, self.status_of("run", "link/../plan.otter"))
        self.assertEqual(str(self.root / "link/../plan.otter"), self.runs()[-1]["policy"])

    def test_a_routine_check_has_the_name_of_its_inventory(self):
        (self.root / "fleet.yaml").write_text("servers:\n  one: {transport: local, plan: plan.otter}\n")
        self.status_of("run", "--inventory", "fleet.yaml")
        self.assertEqual([str(self.root / "fleet.yaml")], [run["policy"] for run in self.runs()])

    def test_a_policy_with_errors_is_recorded(self):
        self.assertEqual(3, self.status_of("run", "wrong.cf"))
        self.assertEqual([3], [run["exit_status"] for run in self.runs()])
        self.assertEqual(1, self.status_of("status"))

    def begin_waiting(self):
        """A run whose command reads a pipe, and the end of the pipe that lets it go on."""
        os.mkfifo(self.root / "pipe")
        run = subprocess.Popen(
            [VOW, "run", "waiting.cf", "-w", str(self.root / "work")], cwd=self.root, stdout=subprocess.DEVNULL
        )
        self.addCleanup(run.wait)
        self.addCleanup(run.kill)
        return run, os.open(self.root / "pipe", os.O_WRONLY)  # waits for the reader

    def test_a_killed_run_stays_unfinished(self):
        run, pipe = self.begin_waiting()
        self.assertEqual(7, self.status_of("status"))  # none has ended
        self.assertEqual(6, self.status_of("run", "policy.cf"))
        self.assertIn("running", self.vow("history").stdout)
        run.send_signal(signal.SIGKILL)
        run.wait()
        os.close(pipe)
        (killed,) = self.runs()
        self.assertEqual([None, None, None], [killed[name] for name in ("finished", "exit_status", "totals")])
        self.assertEqual(7, self.status_of("status"))
        self.assertIn("unfinished", self.vow("status").stdout)
        self.assertEqual("unfinished", self.answer("status", "--json")["policies"][0]["state"])
        self.assertEqual(0, self.status_of("run", "policy.cf", "--wait"))
        self.assertEqual(7, self.status_of("status"))
        self.assertEqual(0, self.status_of("status", "policy.cf"))

    def test_a_run_that_a_signal_ended_is_finished(self):
        run, pipe = self.begin_waiting()
        run.send_signal(signal.SIGTERM)
        self.assertEqual(128 + signal.SIGTERM, run.wait(LIMIT))
        os.close(pipe)
        self.assertEqual([128 + signal.SIGTERM], [run["exit_status"] for run in self.runs()])
        self.assertIn("ended by SIGTERM", self.vow("history").stdout)
        self.assertEqual(1, self.status_of("status"))

    def test_the_status_names_failures_and_since_when(self):
        self.assertEqual(7, self.status_of("status"))
        self.assertEqual(0, self.status_of("run", "policy.cf"))
        self.assertEqual(0, self.status_of("status", "--max-age", "1h"))
        self.assertEqual(1, self.status_of("run", "failing.cf"))
        self.assertEqual(1, self.status_of("run", "failing.cf"))
        self.assertEqual(1, self.status_of("status"))
        answer = self.answer("status", "--json")
        self.assertEqual(1, answer["exit_status"])
        good, bad = answer["policies"]
        self.assertEqual(([], "good"), (good["not_kept"], good["state"]))
        (failure,) = bad["not_kept"]
        self.assertEqual(("/bin/false", 2, 2), (failure["promiser"], failure["since_run"], failure["runs"]))
        self.assertIn("(run 2): commands '/bin/false'", self.vow("status").stdout)
        self.database().execute("UPDATE run SET started = started - 7200000, finished = finished - 7200000").connection.commit()
        self.assertEqual(7, self.status_of("status", "--max-age", "1h"))
        self.assertEqual(1, self.status_of("status", "--max-age", "3h"))
        self.assertEqual([], self.answer("history", "--since", "1h", "--json"))
        self.assertEqual(3, len(self.answer("history", "--since", "1d", "--json")))
        self.assertEqual(2, self.status_of("status", "--max-age", "soon"))

    def test_failures_are_named_in_each_language(self):
        for policy in ("failing.cf", "failing.otter", "failing"):
            self.assertEqual(1, self.status_of("run", policy), policy)
            answer = self.answer("status", policy, "--json")["policies"][0]
            (failure,) = answer["not_kept"]
            self.assertIn(failure["promiser"], failure["reason"]["name"], policy)
            self.assertNotIn("handled", self.vow("history", "show").stdout)
            self.vow("report", "--junit", "junit.xml")
            suite = xml.etree.ElementTree.parse(self.root / "junit.xml").getroot()
            self.assertEqual("1", suite.get("failures"), policy)

    def test_errors_that_are_of_no_promise_are_named(self):
        errors = {
            "unset.otter": "$nope is not declared (unset.otter:1:17)",
            "scriptless.yaml": "step 'none' failed: no script 'no-such-script'",
            "wrong.cf": "wrong.cf:1:29: ",
        }
        for policy, error in errors.items():
            with self.subTest(policy):
                self.assertNotEqual(0, self.status_of("run", policy))
                (answer,) = self.answer("status", policy, "--json")["policies"]
                self.assertIn(error, answer["errors"][0])
                self.assertEqual(answer["errors"], self.answer("history", "show", "--json")["errors"])
                self.assertIn("\n    error: " + error, self.vow("status", policy).stdout)
                self.assertIn("\nerror: " + error, self.vow("history", "show").stdout)
                self.vow("report", "--junit", "junit.xml", "--html", "page.html")
                suite = xml.etree.ElementTree.parse(self.root / "junit.xml").getroot()
                self.assertEqual("1", suite.get("failures"))
                self.assertIn(error.partition("'")[0], (self.root / "page.html").read_text())
                self.assertIn("## Errors", self.vow("report").stdout)

    def test_a_promise_that_fails_again_and_again_is_named_once(self):
        self.assertEqual(1, self.status_of("run", "retried.otter"))
        self.assertEqual(1, len(self.answer("status", "--json")["policies"][0]["not_kept"]))

    def test_an_error_of_a_promise_is_named_once(self):
        for policy in ("failing.cf", "failing"):
            self.assertEqual(1, self.status_of("run", policy), policy)
            self.assertEqual([], self.answer("status", policy, "--json")["policies"][0]["errors"])

    def test_a_failure_that_the_policy_handled_does_not_count(self):
        for policy in ("caught.otter", "tolerant.yaml"):
            self.assertEqual(0, self.status_of("run", policy), policy)
            self.assertEqual(0, self.status_of("status", policy), policy)
            self.assertEqual([], self.answer("status", policy, "--json")["policies"][0]["not_kept"])
            self.assertIn("handled by the policy: ", self.vow("history", "show").stdout)

    def test_mistakes_are_reported_with_the_whole_name_of_the_command(self):
        self.assertIn("vow: no run is recorded in '", self.vow("report").stderr)
        self.status_of("run", "policy.cf")
        self.assertIn("vow: run 9 is not in the history in '", self.vow("report", "9").stderr)
        self.assertIn("vow history show: '2' is not expected", self.vow("history", "show", "1", "2").stderr)
        self.assertIn("vow history: no command is called 'shw'; did you mean 'show'?", self.vow("history", "shw").stderr)
        self.assertIn("RUN: 'last' is not the number of a run", self.vow("history", "show", "last").stderr)
        self.assertRegex(self.vow("status").stdout, r": good; run 1, \d+ s ago, ")

    def test_the_difference_of_two_runs_is_what_one_alone_did(self):
        self.status_of("run", "policy.cf")
        self.status_of("run", "policy.cf")
        self.status_of("run", "policy.cf")
        text = self.vow("history", "diff", "1", "2").stdout
        self.assertIn(f"- repaired  files '{self.root}/made'", text)
        self.assertIn("Both did the same", self.vow("history", "diff", "-1", "-2").stdout)
        (difference,) = self.answer("history", "diff", "2", "1", "--json")["differences"]
        self.assertIsNone(difference["before"])
        self.assertEqual("repaired", difference["after"]["result"])
        self.assertEqual(2, self.status_of("history", "diff", "1", "9"))
        self.assertEqual(2, self.status_of("history", "show", "9"))

    def test_a_promise_that_flaps_and_one_that_fights_are_named(self):
        self.status_of("run", "policy.cf")
        self.status_of("run", "policy.cf")
        line = next(at for at, text in enumerate(POLICIES["policy.cf"].splitlines(), 1) if "files:" in text)
        for name in ("made_file", f"policy.cf:{line}", str(self.root / "made")):
            found = self.answer("history", "promise", name, "--json")
            self.assertEqual((2, 1, False, []), (found["runs"], found["repaired"], found["flaps"], found["fights"]), name)
        for _ in range(3):
            (self.root / "made").unlink()
            self.status_of("run", "policy.cf")
        self.assertIn("It flaps", self.vow("history", "promise", "made_file").stdout)
        (self.root / "policy.cf").write_text(
            f"""bundle agent main {{ files: "{self.root}/made" content => "a", handle => "one";
            "{self.root}/made" content => "b", handle => "other"; }}"""
        )
        self.status_of("run", "policy.cf")
        (fight,) = self.answer("history", "promise", "one", "--json")["fights"]
        self.assertEqual(([6], str(self.root / "made")), (fight["runs"], fight["object"]))
        self.assertEqual(1, self.status_of("history", "promise", "absent"))

    def test_secrets_are_masked_and_the_database_is_private(self):
        self.assertEqual(1, self.status_of("run", "secret.cf"))
        for path in (self.root / "work/state").iterdir():
            self.assertEqual(0, stat.S_IMODE(path.stat().st_mode) & 0o077, path)
            self.assertNotIn(b"correct-horse", path.read_bytes(), path)
        shown = self.vow("history", "show").stdout
        self.assertIn("/bin/false ***", shown)
        self.vow("report", "--html", "page.html", "--junit", "junit.xml", "--markdown", "text.md")
        for name in ("page.html", "junit.xml", "text.md"):
            text = (self.root / name).read_text()
            self.assertIn("***", text)
            self.assertNotIn("correct-horse", text)

    @unittest.skipUnless(os.geteuid() == 0, "it needs root, to mount a disk that can only be read")
    def test_the_history_is_read_on_a_disk_that_cannot_be_written(self):
        work = self.root / "work"
        self.status_of("run", "policy.cf")
        mount = 'mount --bind "$0" "$0" && mount -o remount,ro,bind "$0" && exec "$@"'

        def read(*words):
            command = ["unshare", "--mount", "sh", "-c", mount, work, VOW, *words, "-w", work]
            return subprocess.run([str(word) for word in command], capture_output=True, text=True, timeout=LIMIT)

        if subprocess.run(["unshare", "--mount", "true"], capture_output=True).returncode != 0:
            self.skipTest("no mounts here")
        self.assertEqual((0, ""), (read("status").returncode, read("status").stderr))
        self.assertIn("repaired  files", read("history", "show").stdout)
        connection = sqlite3.connect(work / "state/vow.db")
        connection.execute("DROP TABLE error")  # as an earlier version left it
        connection.commit()
        connection.close()
        self.assertFalse((work / "state/vow.db-wal").exists())
        self.assertEqual((0, ""), (read("status").returncode, read("status").stderr))
        self.assertIn("repaired  files", read("history", "show").stdout)
        connection = sqlite3.connect(work / "state/vow.db")  # the log stays as long as somebody has it open
        connection.execute("SELECT 1 FROM run").fetchall()
        self.status_of("run", "policy.cf")
        self.assertTrue((work / "state/vow.db-wal").exists())
        self.assertIn(" 2  ", read("history").stdout)
        connection.close()

    def test_a_damaged_or_full_disk_fails_no_run_and_is_logged_once(self):
        self.assertEqual(0, self.status_of("run", "policy.cf"))
        self.database().execute(
            "CREATE TRIGGER full BEFORE INSERT ON run BEGIN SELECT RAISE(FAIL, 'database or disk is full'); END"
        ).connection.commit()
        done = self.vow("run", "policy.cf")
        self.assertEqual((0, 2), (done.returncode, (done.stdout + done.stderr).count("\n")), done)
        self.assertIn("Cannot record the run", done.stdout)
        self.assertEqual(1, len(self.runs()))
        for path in (self.root / "work/state").glob("vow.db*"):
            path.unlink()
        (self.root / "work/state/vow.db").write_bytes(b"not a database" * 1000)
        self.assertEqual(2, self.status_of("history"))
        self.assertEqual(2, self.status_of("status"))
        done = self.vow("run", "policy.cf")
        self.assertEqual((0, 2), (done.returncode, (done.stdout + done.stderr).count("\n")), done)
        self.assertIn("is damaged", done.stdout)
        self.assertEqual(1, len(self.runs()))

    def test_a_report_is_written_as_page_junit_and_markdown(self):
        self.status_of("run", "hostile.cf")
        done = self.vow("report", "--html", "page.html", "--junit", "junit.xml", "--markdown", "text.md")
        self.assertEqual((0, "", ""), (done.returncode, done.stdout, done.stderr))
        page = (self.root / "page.html").read_text()
        tags = Page(page).tags
        self.assertEqual((1, 0, 0, 2), tuple(map(tags.count, ("script", "img", "b", "article"))))
        self.assertLess(page.index("Failures</h2>"), page.index("Changes</h2>"))
        self.assertNotIn("://", page)
        suite = xml.etree.ElementTree.parse(self.root / "junit.xml").getroot()
        self.assertEqual(("2", "1"), (suite.get("tests"), suite.get("failures")))
        self.assertEqual(0o600, stat.S_IMODE((self.root / "page.html").stat().st_mode))
        self.assertIn("# Run 1: not kept", self.vow("report").stdout)
        self.assertEqual(page, self.vow("report", "1", "--html", "-").stdout)
        self.assertEqual(2, self.status_of("report", "7"))
        self.assertEqual(2, self.status_of("report", "--html", "absent/page.html"))

    def test_figures_for_prometheus_replace_the_file_as_a_whole(self):
        for policy in ("policy.cf", "failing.cf", "policy.cf"):
            self.status_of("run", policy)
        figures = self.root / "vow.prom"
        figures.write_text("old")
        old = figures.stat().st_ino
        self.assertEqual(0, self.status_of("report", "--prometheus", "vow.prom"))
        self.assertNotEqual(old, figures.stat().st_ino)
        self.assertEqual(0o644, stat.S_IMODE(figures.stat().st_mode))
        text = figures.read_text()
        self.assertIn(f'vow_last_run_exit_status{{policy="{self.root}/failing.cf"}} 1\n', text)
        self.assertIn(f'vow_promises{{policy="{self.root}/policy.cf",result="kept"}} 1\n', text)
        self.assertEqual([], [path.name for path in self.root.glob(".*")])
        skip_without(self, "promtool", shutil.which("promtool") is not None, "Debian's prometheus has it")
        checked = subprocess.run(["promtool", "check", "metrics"], input=text, text=True, capture_output=True, timeout=LIMIT)
        self.assertEqual((0, ""), (checked.returncode, checked.stdout + checked.stderr))


if __name__ == "__main__":
    run_unittests()
