#!/usr/bin/env python3
"""Every test that docs/security.md names exists."""

import re
import sys
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/support"))
from tally import run_unittests

TITLE = re.compile(r'(?:TEST_CASE|\bCase)\(\s*"((?:[^"\\]|\\.)*)"|def test_(\w+)\(')


def titles():
    """The titles of all tests; those of Python functions as words."""
    found = set()
    for path in [*(ROOT / "tests").rglob("*_test.cpp"), *(ROOT / "tests").rglob("*_test.py")]:
        for unit, method in TITLE.findall(path.read_text()):
            found.add(unit or method.replace("_", " "))
    return found


def named_tests():
    rows = [line for line in (ROOT / "docs/security.md").read_text().splitlines() if line.startswith("| ")]
    return [title for row in rows for title in re.findall(r'"([^"]+)"', row)]


class SecurityPage(unittest.TestCase):
    def test_every_test_that_the_page_names_exists(self):
        self.assertGreater(len(named_tests()), 20)
        self.assertEqual([], sorted(set(named_tests()) - titles()))


if __name__ == "__main__":
    run_unittests()
