#!/usr/bin/env python3
"""Runs killed at random points: no file is torn, nothing runs twice at once, and the next run removes what they left.

usage: kills_test.py VOW

VOW_TEST_KILLS is the number of runs to kill, 40 if it is not set.
"""

import json
import os
import random
import shutil
import signal
import sqlite3
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
KILLS = int(os.environ.get("VOW_TEST_KILLS", "40"))
LIMIT = 120  # seconds that a run may take
CONTENTS = 20
LENGTH = 2000  # words in a file
LOG = {"vow.db-shm", "vow.db-wal"}  # stays for the next run while it is short

POLICY = """
body edit_defaults no_backup { edit_backup => "false"; }
body copy_from local(path) { source => "$(path)"; compare => "digest"; copy_backup => "false"; }
body link_from to(path) { source => "$(path)"; }
body classes remembered(name) { promise_kept => { "$(name)" }; promise_repaired => { "$(name)" }; persist_time => "60"; }
body contain silent { useshell => "useshell"; no_output => "true"; }
body action timed { ifelapsed => "1"; }

bundle edit_line replaced(text)
{
  delete_lines: ".*";
  insert_lines: "$(text)";
}

bundle agent main
{
  files:
@CONTENTS@
      "@ROOT@/files/edited" create => "true", edit_line => replaced("@TEXT@"), edit_defaults => no_backup;
      "@ROOT@/files/copied" copy_from => local("@ROOT@/source@ROUND@");
      "@ROOT@/files/link" link_from => to("@ROOT@/source@ROUND@"), move_obstructions => "true";
      "@ROOT@/files/folder/@ROUND@/." create => "true";

  json:
      "@ROOT@/files/data.json:text" string => "@TEXT@";

  commands:
      "exec 9>@ROOT@/used; flock -n 9 || echo again >> @ROOT@/twice; sleep 0.02" contain => silent;
      "/bin/true # @ROUND@" classes => remembered("round_@ROUND@"), action => timed;
}
"""

CASES = """
type: files
cases:
  - name: creates a file
    promiser: "{{tmp}}/file"
    attributes: {create: "true"}
    expect: repaired
"""


class Kills(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)
        for name in ("files", "work", "tmp"):
            (self.root / name).mkdir()
        self.environment = dict(
            os.environ,
            CFENGINE_TEST_OVERRIDE_WORKDIR=str(self.root / "work"),
            TMPDIR=str(self.root / "tmp"),
            VOW_DURABILITY="none",
        )
        random.seed(os.environ.get("VOW_TEST_SEED"))

    def start(self, *words):
        return subprocess.Popen([VOW, *words], cwd=self.root, env=self.environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)

    def complete(self, *words):
        process = self.start(*words)
        output = process.communicate(timeout=LIMIT)[0]
        self.assertEqual(0, process.returncode, output)
        return output

    def kill(self, longest, *words):
        """Kills a run after at most so many seconds."""
        process = self.start(*words)
        time.sleep(random.uniform(0, longest))
        process.kill()
        process.communicate(timeout=LIMIT)

    def duration(self, *words):
        begin = time.monotonic()
        self.complete(*words)
        return time.monotonic() - begin

    def policy(self, number):
        """The policy of a round, and the text that it promises."""
        text = f"{number} " * LENGTH
        (self.root / f"source{number}").write_text(text)
        contents = "\n".join(f'      "{self.root}/files/f{n}" content => "{text}";' for n in range(CONTENTS))
        filled = POLICY
        for name, value in (("CONTENTS", contents), ("TEXT", text), ("ROOT", str(self.root)), ("ROUND", str(number))):
            filled = filled.replace(f"@{name}@", value)
        path = self.root / "p.cf"
        path.write_text(filled)
        return path, text

    def texts(self):
        """The text in each file."""
        files = [path for path in (self.root / "files").iterdir() if path.is_file()]
        return {path.name: json.loads(path.read_text())["text"] if path.suffix == ".json" else path.read_text().removesuffix("\n") for path in files}

    def check_state(self):
        database = sqlite3.connect(self.root / "work/state/vow.db")
        self.assertEqual([("ok",)], database.execute("PRAGMA integrity_check").fetchall())
        database.close()

    @unittest.skipUnless(shutil.which("strace"), "it needs strace")
    def test_an_examination_that_is_killed_while_a_sandbox_begins_ends_with_it(self):
        cases = self.root / "cases.yaml"
        cases.write_text(CASES)
        trace = self.root / "trace"
        slowly = ["strace", "-f", "-o", trace, "-e", "trace=prctl,pidfd_getfd", "-e", "inject=prctl:delay_enter=400000:when=1"]
        tracer = subprocess.Popen([*slowly, VOW, "module", "test", "files", cases], env=self.environment, stdout=subprocess.PIPE)
        # The supervisor has the descriptor of a process that has not yet bound its life to that of the supervisor.
        while tracer.poll() is None and not (trace.exists() and "pidfd_getfd" in trace.read_text()):
            time.sleep(0.001)
        skip_without(self, "sandbox", tracer.poll() is None, "no sandbox can be made")
        [vow] = Path(f"/proc/{tracer.pid}/task/{tracer.pid}/children").read_text().split()
        os.kill(int(vow), signal.SIGKILL)
        tracer.communicate(timeout=LIMIT)

    def test_a_killed_run_leaves_nothing_torn_and_nothing_that_the_next_run_does_not_remove(self):
        longest = self.duration("run", self.policy(0)[0])
        names = set(os.listdir(self.root / "files"))
        former = self.policy(0)[1]
        for number in range(1, KILLS + 1):
            policy, text = self.policy(number)
            self.kill(longest, "run", policy)
            torn = {name for name, found in self.texts().items() if found not in (former, text) and name in names}
            self.assertFalse(torn)
            output = self.complete("run", "--wait=60", policy)
            self.assertNotIn("warning", output)
            self.assertEqual({text}, set(self.texts().values()))
            self.assertEqual(names, set(os.listdir(self.root / "files")))
            self.assertEqual(f"source{number}", os.readlink(self.root / "files/link").split("/")[-1])
            self.assertEqual([], os.listdir(self.root / "tmp"))
            self.assertEqual({"vow.db", "vow.locks"}, set(os.listdir(self.root / "work/state")) - LOG)
            self.check_state()
            former = text
        self.assertFalse((self.root / "twice").exists())

    def test_a_killed_examination_of_a_module_leaves_no_folder_after_the_next(self):
        cases = self.root / "cases.yaml"
        cases.write_text(CASES)
        examination = ("module", "test", "files", cases)
        longest = self.duration(*examination)
        scratch = self.root / "tmp"
        for number in range(max(5, KILLS // 10)):
            process = self.start(*examination)
            while process.poll() is None and not os.listdir(scratch):
                time.sleep(0.001)
            time.sleep(random.uniform(0, longest) if number > 0 else 0)
            process.kill()
            process.communicate(timeout=LIMIT)
            if number == 0:
                self.assertEqual(1, len(os.listdir(scratch)))
            self.complete(*examination)
            self.assertEqual([], os.listdir(scratch))


if __name__ == "__main__":
    run_unittests()
