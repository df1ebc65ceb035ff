#!/usr/bin/env python3
"""The table of warnings in docs/commands.md is that of the code."""

import re
import sys
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/support"))
from tally import run_unittests

KIND = re.compile(r'WarningKind\{"([a-z-]+)", "([^"]+)"(?:, "[a-z-]+")?\}')
ROW = re.compile(r"^\| `([a-z-]+)` \| ([^|]+) \| [A-Z][^|]+ \|$", re.MULTILINE)


class WarningKinds(unittest.TestCase):
    def test_the_page_has_the_kinds_of_the_code(self):
        source = (ROOT / "policy/source/warning_kinds.cpp").read_text()
        page = (ROOT / "docs/commands.md").read_text()
        section = page[page.index("### Names and code"):]
        section = section[:section.index("\n## ")]
        self.assertEqual(16, len(KIND.findall(source)))
        self.assertEqual(KIND.findall(source), ROW.findall(section))

    def test_each_kind_is_reported_somewhere(self):
        declared = set()
        for path in (ROOT / "policy").rglob("*.cpp"):
            declared |= set(re.findall(r'\bDiagnosticKind \w+\{\s*"([a-z-]+)"', path.read_text()))
        kinds = [name for name, _ in KIND.findall((ROOT / "policy/source/warning_kinds.cpp").read_text())]
        self.assertEqual([], [name for name in kinds if name not in declared])


if __name__ == "__main__":
    run_unittests()
