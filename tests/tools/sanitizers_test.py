#!/usr/bin/env python3
"""policy/run/sanitizers.h knows the sanitizers of every compiler that is installed."""

import shutil
import subprocess
import sys
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/support"))
from tally import run_unittests

COMPILERS = [path for path in map(shutil.which, ("c++", "g++", "clang++")) if path]
SOURCE = '#include "policy/run/sanitizers.h"\nVOW_ADDRESS_SANITIZER VOW_THREAD_SANITIZER\n'


def known_to(compiler, *flags):
    """The values of the two macros."""
    done = subprocess.run([compiler, *flags, "-x", "c++", "-E", "-P", "-I", ROOT, "-"], input=SOURCE, capture_output=True, text=True,
                          check=True)
    return done.stdout.split()


class Sanitizers(unittest.TestCase):
    def test_a_build_with_a_sanitizer_is_recognized_with_every_compiler(self):
        self.assertTrue(COMPILERS)
        for compiler in COMPILERS:
            with self.subTest(compiler):
                self.assertEqual(["0", "0"], known_to(compiler))
                self.assertEqual(["1", "0"], known_to(compiler, "-fsanitize=address"))
                self.assertEqual(["0", "1"], known_to(compiler, "-fsanitize=thread"))


if __name__ == "__main__":
    run_unittests()
