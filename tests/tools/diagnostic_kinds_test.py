#!/usr/bin/env python3
"""Every kind of diagnostic has a name of its own: users and tests know a message by it."""

import re
import unittest
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
KIND = re.compile(r'\bDiagnosticKind \w+\{\s*"([^"]*)"')


def kind_names():
    """The names of all kinds declared in the policy languages."""
    sources = [path for path in sorted((ROOT / "policy").rglob("*")) if path.suffix in (".h", ".cpp")]
    return [name for path in sources for name in KIND.findall(path.read_text())]


class DiagnosticKinds(unittest.TestCase):
    def test_names_are_found(self):
        self.assertIn("undefined-body", kind_names())

    def test_no_two_kinds_have_the_same_name(self):
        self.assertEqual([], [name for name, count in Counter(kind_names()).items() if count > 1])

    def test_names_are_lower_case_words_with_hyphens(self):
        self.assertEqual([], [name for name in kind_names() if not re.fullmatch(r"[a-z]+(-[a-z]+)*", name)])


if __name__ == "__main__":
    unittest.main()
