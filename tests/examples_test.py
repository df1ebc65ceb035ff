#!/usr/bin/env python3
"""The examples under docs/examples: what the first run repairs, the second finds kept, and a dry run only announces."""

import shutil
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent / "support"))
from golden import shown_by, temporary_folder
from tally import run_unittests

EXAMPLES = Path(__file__).resolve().parents[1] / "docs" / "examples"
VOW = Path(sys.argv.pop(1)).resolve(strict=True)


def outputs(name, target, *options):
    """The output of `vow run` for an example, once for each of the options; TARGET is in a temporary folder."""
    with temporary_folder() as folder:
        shutil.copytree(EXAMPLES / name, folder / name)
        policy, made = folder / name / f"{name}.cf", str(folder / "made")
        policy.write_text(policy.read_text().replace(target, made))
        runs = [shown_by(f"vow run {option} {policy}", folder, VOW) for option in options]
        return [(status, printed.replace(made, "MADE")) for status, printed in runs]


class Examples(unittest.TestCase):
    def test_hello_is_repaired_then_kept(self):
        first, second = outputs("hello", "/tmp/vow-hello", "-I", "-I")
        self.assertEqual(0, first[0], first[1])
        for said in (
            "info: Made folder 'MADE' with mode 755",
            "info: Wrote 'MADE/Ada.txt'",
            "info: Wrote 'MADE/Grace.txt'",
            "R: Ada has a new greeting in MADE/Ada.txt",
            "R: Grace has a new greeting in MADE/Grace.txt",
            " 3 repaired,",
        ):
            self.assertIn(said, first[1])
        self.assertEqual(0, second[0], second[1])
        self.assertIn("3 kept, 0 repaired, 0 not kept", second[1])
        self.assertNotIn("Wrote", second[1])

    def test_hello_announces_in_a_dry_run(self):
        ((status, printed),) = outputs("hello", "/tmp/vow-hello", "-n")
        self.assertEqual(0, status, printed)
        self.assertIn("Should make folder 'MADE' with mode 755, but only warning promised", printed)

    @unittest.skipUnless(Path("/usr/bin/perl").exists() and Path("/usr/bin/node").exists(), "needs perl and node")
    def test_modules_in_perl_and_node_repair_then_keep(self):
        first, second = outputs("languages", "/tmp/vow-languages", "-I", "-I")
        self.assertEqual(0, first[0], first[1])
        self.assertIn("info: Set 'port' to '8080' in 'MADE/service.conf'", first[1])
        self.assertIn("info: Set cores, memory in 'MADE/limits.json'", first[1])
        self.assertEqual(0, second[0], second[1])
        self.assertNotIn("info: Set", second[1])


if __name__ == "__main__":
    run_unittests()
