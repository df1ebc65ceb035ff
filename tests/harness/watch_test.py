#!/usr/bin/env python3
"""`vow module test --watch` repeats a test when a file was changed, survives a mistake in it, and ends with a signal.

usage: watch_test.py VOW
"""

import shutil
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support"))
from tally import finish

MUTANTS = Path(__file__).resolve().parent / "mutants"
CASE = "type: file\ncases:\n  - promiser: '{{tmp}}/file'\n    attributes: {content: x}\n    expect: "


def main():
    vow = str(Path(sys.argv[1]).resolve(strict=True))
    with tempfile.TemporaryDirectory() as folder:
        return finish([list(faults_of(vow, Path(folder)))])


def faults_of(vow, folder):
    shutil.copy(MUTANTS / "right.py", folder)
    cases = folder / "cases.yaml"
    cases.write_text(CASE + "repaired\n")
    command = [vow, "module", "test", "--watch", folder / "right.py", cases]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as watching:
        for change, wanted in (("", "pass "), ("kept\n", "expected kept, found repaired"),
                               ("fine\n", "'expect' must be one of"), ("repaired\n", "pass ")):
            if change:
                cases.write_text(CASE + change)
            shown = shown_until_pause(watching.stdout)
            if wanted not in shown:
                yield f"after {change!r} there is no {wanted!r} in {shown!r}"
        watching.send_signal(signal.SIGINT)
    if watching.returncode != -signal.SIGINT:
        yield f"a signal ends it with {watching.returncode}"


def shown_until_pause(output):
    lines = []
    for line in output:
        if line == "vow: waiting for changes of the module or the cases\n":
            break
        lines.append(line)
    return "".join(lines)


if __name__ == "__main__":
    sys.exit(main())
