#!/usr/bin/env python3
"""Runs the test program in docs/harness.md: it accepts a correct module, and reports the violations of a faulty one. The page
contains the program unchanged.

usage: example_test.py VOW
"""

import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support"))
from tally import finish

TESTS = Path(__file__).resolve().parent
ROOT = TESTS.parent.parent
SOURCE = ROOT / "protocol/harness/example/check_module.cpp"


def main():
    program = Path(sys.argv[1]).resolve(strict=True).parent / "check_module"
    is_shown = f"```cpp\n{SOURCE.read_text()}```" in (ROOT / "docs/harness.md").read_text()
    return finish([
        list(faults_of(program, "right", 0, "")),
        list(faults_of(program, "kept_under_warn", 1, "TST-WARN: it is kept under warn")),
        [] if is_shown else [f"docs/harness.md does not show {SOURCE.relative_to(ROOT)} as it is"],
    ])


def faults_of(program, module, status, says):
    done = subprocess.run([program, TESTS / "mutants" / f"{module}.py", TESTS / "mutants/cases.yaml"],
                          capture_output=True, text=True)
    if done.returncode != status or says not in done.stdout:
        yield f"{module}: exit status {done.returncode}, not {status}:\n{done.stdout}{done.stderr}"


if __name__ == "__main__":
    sys.exit(main())
