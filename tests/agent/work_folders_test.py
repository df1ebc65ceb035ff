#!/usr/bin/env python3
"""Runs with a work folder that cannot be used, or that breaks half-way: no run crashes, and promises are kept all the same.

usage: work_folders_test.py VOW
"""

import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

TESTS = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(TESTS / "support"))
from tally import run_unittests, skip_without

VOW = str(Path(sys.argv.pop(1)).resolve(strict=True))
LIMIT = 120  # seconds that a run may take
NOBODY = 65534
AS_ROOT = os.geteuid() == 0

# Each plan does harm to its work folder if there is a program `harm`, and then keeps a promise that is remembered.
PLANS = {
    "policy.cf": """
        bundle agent main {
          commands: "@ROOT@/harm" if => fileexists("@ROOT@/harm");
          files: "@ROOT@/kept" create => "true", action => seldom;
                 "@ROOT@/watched" changes => content;
          reports: "ran" depends_on => { "last" };
          meta: "tags" slist => { "a warning $(undefined)" };
          commands: "/bin/true" handle => "last", action => seldom;
        }
        body action seldom { ifelapsed => "5"; }
        body changes content { hash => "sha256"; report_changes => "content"; update_hashes => "yes"; }
        """,
    "plan.otter": """
        if $FileExists(@ROOT@/harm) { Exec (FileName: @ROOT@/harm); }
        Ensure-File @ROOT@/kept;
        """,
    "plan.yaml": """
        doctype: com.datagridsys.doctype/skopos/deploy-plan
        version: alpha/1
        steps:
          - id: web
            class: group
            steps:
              - {id: harm, class: action, exec: "sh -c 'if test -x @ROOT@/harm; then @ROOT@/harm; fi'"}
              - {id: kept, class: action, plugin: files, action: promise, arguments: {promiser: "@ROOT@/kept", create: "true"}}
        """,
    "model/main.cf": """
        import exec
        import std
        host = std::Host(name="internal", ip="127.0.0.1", os=std::linux)
        harm = exec::Run(host=host, command="/bin/sh -c 'if test -x @ROOT@/harm; then @ROOT@/harm; fi'")
        kept = std::ConfigFile(host=host, path="@ROOT@/kept", content="", requires=harm)
        """,
}
COMMANDS = {
    "policy.cf": ["policy.cf"],
    "plan.otter": ["plan.otter"],
    "plan.yaml": ["plan.yaml"],
    "model/main.cf": ["--language", "inmanta", "model/main.cf"],
}


class WorkFolders(unittest.TestCase):
    def setUp(self):
        self.root = Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.root, True)
        (self.root / "model").mkdir()
        for name, text in PLANS.items():
            (self.root / name).write_text(text.replace("@ROOT@", str(self.root)))
        (self.root / "watched").write_text("text\n")

    def harm(self, *lines):
        path = self.root / "harm"
        path.write_text("#!/bin/sh\n" + "\n".join(lines) + "\n")
        path.chmod(0o755)

    def run_all(self, prepare, reason="", **options):
        """Runs each plan with a work folder that `prepare` makes, of whose fault the `reason` is logged."""
        for number, (plan, words) in enumerate(COMMANDS.items()):
            with self.subTest(plan=plan):
                work = prepare(self.root / f"work{number}")
                (self.root / "kept").unlink(missing_ok=True)
                run = subprocess.run([VOW, "run", "-w", str(work), *words], cwd=self.root, stdin=subprocess.DEVNULL,
                                     stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=LIMIT, text=True, **options)
                self.assertIn(run.returncode, (0, 1), run.stdout)
                self.assertNotIn("Sanitizer", run.stdout)
                self.assertIn(reason, run.stdout)
                if run.returncode == 0:
                    self.assertTrue((self.root / "kept").exists(), run.stdout)
                else:
                    self.assertIn(str(work), run.stdout)

    def test_one_that_cannot_be_made(self):
        self.run_all(lambda work: "/proc/nosuch")

    def test_a_device_cannot_be_a_folder(self):
        self.run_all(lambda work: "/dev/null")

    def test_a_file_cannot_be_a_folder(self):
        def file(work):
            work.write_text("")
            return work
        self.run_all(file)

    def test_one_whose_state_is_a_file(self):
        def folder(work):
            work.mkdir()
            (work / "state").write_text("")
            return work
        self.run_all(folder)

    def test_one_whose_database_is_none(self):
        def folder(work):
            (work / "state").mkdir(parents=True, mode=0o700)
            (work / "state/vow.db").write_text("not a database, " * 1000)
            return work
        self.run_all(folder)

    def test_one_whose_database_is_a_folder(self):
        def folder(work):
            (work / "state/vow.db").mkdir(parents=True, mode=0o700)
            return work
        self.run_all(folder)

    def test_one_of_another_user_is_refused(self):
        skip_without(self, "root", AS_ROOT, "only root can give folders to other users")
        def folder(work):
            work.mkdir()
            os.chown(work, NOBODY, NOBODY)
            return work
        self.root.chmod(0o755)
        self.run_all(folder)

    def test_one_that_cannot_be_written(self):
        def folder(work):
            work.mkdir(mode=0o555)
            return work
        options = {}
        if AS_ROOT:  # may write all folders
            self.root.chmod(0o755)
            shutil.chown(self.root, NOBODY, NOBODY)
            for path in self.root.rglob("*"):
                os.chown(path, NOBODY, NOBODY)
            options = {"user": NOBODY, "group": NOBODY, "extra_groups": []}
        self.run_all(folder, "Permission denied", **options)

    def test_one_that_is_removed_half_way(self):
        def folder(work):
            self.harm(f"rm -rf '{work}'; touch '{work}'")
            return work
        self.run_all(folder)

    def test_one_whose_database_breaks_half_way(self):
        def folder(work):
            self.harm(f"for file in '{work}'/state/vow.db*; do printf '%8192s' broken >\"$file\"; done")
            return work
        self.run_all(folder)

    def test_one_that_is_full_half_way(self):
        skip_without(self, "root", AS_ROOT, "only root can mount")
        def folder(work):
            work.mkdir(mode=0o700)
            mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=900k", "vow-test", work], capture_output=True)
            skip_without(self, "mount", mounted.returncode == 0, "no file system can be mounted here")
            self.addCleanup(subprocess.run, ["umount", work])
            self.harm(f"cat /dev/zero >'{work}/filler' 2>/dev/null; true")
            return work
        self.run_all(folder)


if __name__ == "__main__":
    run_unittests()
