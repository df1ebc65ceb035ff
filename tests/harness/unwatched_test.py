#!/usr/bin/env python3
"""Where the system calls of a module cannot be watched, a test of it finds the rest, and its report names what it could
not find.

usage: unwatched_test.py VOW
"""

import json
import subprocess
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support"))
from tally import run_unittests, skip_without

VOW = str(Path(sys.argv.pop(1)).resolve(strict=True))
sys.argv[1:] = []  # --quick, which changes nothing here
MUTANTS = Path(__file__).resolve().parent / "mutants"
# A process has one listener at most: with this one, the harness gets none. 317 is seccomp() on x86_64, 277 elsewhere.
UNWATCHED = """
import ctypes, os, platform, sys
class Instruction(ctypes.Structure):
    _fields_ = [("code", ctypes.c_ushort), ("true", ctypes.c_ubyte), ("false", ctypes.c_ubyte), ("value", ctypes.c_uint)]
class Program(ctypes.Structure):
    _fields_ = [("length", ctypes.c_ushort), ("filter", ctypes.POINTER(Instruction))]
libc = ctypes.CDLL(None, use_errno=True)
no_new_privileges, set_filter, new_listener, allow = 38, 1, 8, 0x7fff0000
program = Program(1, (Instruction * 1)(Instruction(6, 0, 0, allow)))
libc.prctl(no_new_privileges, 1, 0, 0, 0)
listener = libc.syscall(317 if platform.machine() == "x86_64" else 277, set_filter, new_listener, ctypes.byref(program))
if listener < 0:
    sys.exit(77)
os.set_inheritable(listener, True)
os.execv(sys.argv[1], sys.argv[1:])
"""
NOT_OBSERVED = "attempts to reach outside of the sandbox were not observed: Device or resource busy"


class Unwatched(unittest.TestCase):
    def test_the_report_names_what_was_not_observed(self):
        command = [VOW, "module", "test", "--format", "json", MUTANTS / "calls_a_server_under_warn.py", MUTANTS / "cases.yaml"]
        done = subprocess.run([sys.executable, "-c", UNWATCHED, *command], capture_output=True, text=True, check=False)
        skip_without(self, "seccomp", done.returncode != 77, "no listener is available")
        entries = json.loads(done.stdout)["entries"]
        skip_without(self, "sandbox", "no sandbox is available" not in done.stdout, "no sandbox is available")
        pure = [entry for entry in entries if entry["id"] == "TST-PURE"]
        self.assertEqual({NOT_OBSERVED}, {entry["text"] for entry in pure})
        killed = [entry for entry in entries if entry["id"] == "TST-KILLED"]
        self.assertEqual({("not offered", NOT_OBSERVED)}, {(entry["verdict"], entry["text"]) for entry in killed})
        self.assertEqual([], [entry["id"] for entry in entries if entry["verdict"] in ("violation", "warning")])


if __name__ == "__main__":
    run_unittests()
