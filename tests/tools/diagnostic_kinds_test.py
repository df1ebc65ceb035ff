#!/usr/bin/env python3
"""Every kind of diagnostic has a name of its own in its language: users and tests know a message by it."""

import re
import unittest
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
KIND = re.compile(r'\bDiagnosticKind \w+\{\s*"([^"]*)"')
LANGUAGES = ["cfengine", "inmanta", "otterscript", "skopos"]


def kind_names(language):
    """The names of all kinds that the policies of a language may cause: its own, and those of the shared folders."""
    sources = [path for folder in ("run", "source", language) for path in sorted((ROOT / "policy" / folder).rglob("*"))
               if path.suffix in (".h", ".cpp")]
    return [name for path in sources for name in KIND.findall(path.read_text())]


class DiagnosticKinds(unittest.TestCase):
    def test_names_are_found(self):
        self.assertIn("undefined-body", kind_names("cfengine"))

    def test_no_two_kinds_have_the_same_name(self):
        for language in LANGUAGES:
            counts = Counter(kind_names(language))
            self.assertEqual([], [name for name, count in counts.items() if count > 1])

    def test_names_are_lower_case_words_with_hyphens(self):
        for language in LANGUAGES:
            names = kind_names(language)
            self.assertEqual([], [name for name in names if not re.fullmatch(r"[a-z]+(-[a-z]+)*", name)])


if __name__ == "__main__":
    unittest.main()
