"""Runs a program on a policy, checks what it answers, and measures what it took."""

import os
import shutil
import subprocess
import sys
import tempfile
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
# The length of the environment and of paths moves the stack, and so counts.
ENVIRONMENT = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL": "C", "HOME": "/", "TZ": "UTC"}


@dataclass
class Usage:
    seconds: float  # of the processor, children included
    peak_kib: int
    page_faults: int


@contextmanager
def room():
    """A folder whose path has the same length each time, with the programs that measuring needs."""
    with tempfile.TemporaryDirectory(prefix="vow-bench-") as folder:
        compiler = os.environ.get("CXX", "c++")
        for source, name in {"launch.cpp": "launch", "instant_module.cpp": "instant_json"}.items():
            subprocess.run([compiler, "-std=c++20", "-O1", "-o", Path(folder, name), HERE / source], check=True)
        yield Path(folder)


def policy_folder(folder, name):
    """Made again for each workload, with the module beside the policy."""
    made = Path(folder, name)
    shutil.rmtree(made, ignore_errors=True)
    made.mkdir()
    shutil.copy2(Path(folder, "instant_json"), made)
    return made


def command_of(program, work, state):
    """The words of a program's command line. {policy} and {state} in them are replaced."""
    if "{policy}" not in program:
        program = f"{program} run -K -w {{state}} {{policy}}"
    return [word.format(policy=work.policy, state=state) for word in program.split()]


def run(command, work, prefix=()):
    """The output of a checked run."""
    done = subprocess.run([*prefix, *command], env=ENVIRONMENT, capture_output=True, text=True, check=False, errors="replace")
    lines = [line for line in done.stdout.splitlines() if line.startswith("R: ")]
    if done.returncode == 0 and len(lines) == work.reports and work.report in lines:
        return done
    shown = " ".join(map(str, command))
    sys.exit(f"{shown}: wrong answer (exit status {done.returncode}, {len(lines)} reports)\n{done.stdout[-500:]}{done.stderr[-500:]}")


def usage(folder, command, work):
    result = work.policy.with_name("usage")
    run(command, work, [Path(folder, "launch"), result])
    microseconds, peak, faults, _ = map(int, result.read_text().split())
    return Usage(microseconds / 1e6, peak, faults)
