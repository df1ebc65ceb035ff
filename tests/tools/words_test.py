#!/usr/bin/env python3
"""tools/words finds phrases in every kind of prose, names their lines, and leaves code and good English alone."""

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

SCRIPT = Path(__file__).resolve().parents[2] / "tools" / "words"


def check(name, content):
    """The faults of one file as "LINE: phrase"."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, name)
        path.write_text(content)
        process = subprocess.run([sys.executable, SCRIPT, path], capture_output=True, text=True, check=False)
        faults = [line.removeprefix(f"{path}:").split(": write ")[0] for line in process.stdout.splitlines()]
        assert process.returncode == (1 if faults else 0), process.stderr
        return faults


class Words(unittest.TestCase):
    def test_a_comment_that_opens_with_a_free_relative_is_reported(self):
        self.assertEqual(['2: "What"'], check("x.h", "#pragma once\n/// What the module sent.\n"))

    def test_a_phrase_across_two_lines_is_reported_at_its_first(self):
        self.assertEqual(['2: "is no"'], check("x.cpp", "\n// A text that is\n// no number.\n"))

    def test_string_literals_are_checked_for_phrases(self):
        self.assertEqual(['1: "is no"'], check("x.cpp", 'auto text = "\'three\' is no integer";\n'))
        self.assertEqual(['2: "is no"'], check("x.py", 'import sys\nsys.exit("it is no integer")\n'))

    def test_titles_of_tests_have_to_be_sentences(self):
        self.assertEqual(['1: "what"'], check("x_test.cpp", 'TEST_CASE("what is missing is refused") {}\n'))
        self.assertEqual(['1: "a number"'], check("x_test.cpp", 'TEST_CASE("a number") {}\n'))
        self.assertEqual(['1: "nobody"'], check("x_test.py", "def test_nobody_is_called(): pass\n"))

    def test_documents_are_checked_outside_of_code(self):
        text = "The list stands in a file.\n```\nThis is no prose\n```\nNeither is `this is no prose`.\n"
        self.assertEqual(['1: "stands in"'], check("x.md", text))

    def test_scripts_are_known_by_their_first_line(self):
        self.assertEqual(['2: "behind"'], check("script", "#!/bin/sh\n# The module behind it.\n"))

    def test_calls_between_parts_of_the_code_are_not_described_as_questions(self):
        self.assertEqual(['1: "asks"'], check("x.cpp", "// It asks the keeper for a lock.\n"))
        self.assertEqual([], check("x.md", "ssh may ask for a password.\n"))

    def test_comments_of_policies_and_names_of_cases_are_checked(self):
        self.assertEqual(['1: "anew"'], check("x.cf", "# It is defined anew.\n# OUT: R: nothing anew\n"))
        self.assertEqual(['3: "what"'], check("x.yaml", "type: x\ncases:\n  - name: what is missing is made\n"))

    def test_code_is_not_prose(self):
        self.assertEqual([], check("x.cpp", "int behind = 10'000; char quote = '\"'; // fine\n"))

    def test_usual_english_passes(self):
        good = "Returns null if there is no such file. The entry is no longer pending. What now? The phrase \"is no X\" is quoted."
        self.assertEqual([], check("x.h", f"/// {good}\n"))

    def test_the_tree_passes(self):
        process = subprocess.run([sys.executable, SCRIPT], capture_output=True, text=True, check=False)
        self.assertEqual((0, ""), (process.returncode, process.stdout))


if __name__ == "__main__":
    unittest.main()
