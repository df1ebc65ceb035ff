#!/usr/bin/env python3
"""Every bundled module is clean: `vow module conform`, `test` with its own cases, and `fuzz` find nothing.

usage: bundled_modules_test.py VOW [--quick] [NAME...]

Cases that change this machine's groups, users and hosts are in NAME_cases.yaml, and run where /etc is a copy. --quick sends fewer requests.
"""

import os
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support"))
from tally import finish

TESTS = Path(__file__).resolve().parent
MODULES = TESTS.parent.parent / "modules"
SEED = "20"
PATIENCE = "60"  # seconds: the machine may be busy
# A sanitized build keeps freed memory for a while, which is not a leak.
ENVIRONMENT = {**os.environ, "ASAN_OPTIONS": os.environ.get("ASAN_OPTIONS", "") + ":quarantine_size_mb=1"}
IN_COPY_OF_ETC = 'mkdir etc; cp -a /etc/. etc 2>/dev/null; mount --bind etc /etc && exec "$@"'


def main():
    vow, names = str(Path(sys.argv[1]).resolve(strict=True)), [name for name in sys.argv[2:] if name != "--quick"]
    is_quick = "--quick" in sys.argv
    taken = [name for name in bundled_modules(vow) if name in names or not names]
    if not taken:
        sys.exit(f"bundled_modules_test: no bundled module is called {' or '.join(map(repr, names))}")
    with ThreadPoolExecutor(4) as pool:
        return finish(list(pool.map(lambda name: list(faults_of(name, vow, is_quick)), taken)))


def bundled_modules(vow):
    """The names of the modules that are part of the program."""
    lines = subprocess.run([vow, "module", "list"], capture_output=True, text=True, check=True).stdout.splitlines()
    return [line.split()[0] for line in lines if line.split()[2:3] == ["bundled:"]]


def faults_of(name, vow, is_quick):
    cases = MODULES / name / "cases.yaml"
    if not cases.exists():
        yield f"{name}: a bundled module has to have cases, and there is no {cases}"
        return
    yield from run(vow, "conform", name, "--cases", cases, "--requests", "300" if is_quick else "10000",
                   "--limit", PATIENCE)
    yield from run(vow, "fuzz", name, "--seed", SEED, "--time", "0.4" if is_quick else "5", "--limit", PATIENCE)
    yield from run(vow, "test", name, cases)
    if (TESTS / f"{name}_cases.yaml").exists():
        yield from faults_in_copy_of_etc(name, vow)


def faults_in_copy_of_etc(name, vow):
    unshare = ["unshare", "--mount", "--uts"] if os.geteuid() == 0 else ["unshare", "--mount", "--uts", "--map-root-user"]
    if subprocess.run([*unshare, "mount", "--bind", "/etc", "/etc"], capture_output=True).returncode != 0:
        print(f"{name}: cases that change {name} are skipped, no mount namespace is available")
    else:
        yield from run(vow, "test", name, TESTS / f"{name}_cases.yaml",
                       within=[*unshare, "sh", "-c", IN_COPY_OF_ETC, "sh"])


def run(vow, *arguments, within=()):
    """The findings of a command of the harness: its output without the lines that pass."""
    with tempfile.TemporaryDirectory() as folder:  # findings are written there
        done = subprocess.run([*within, vow, "module", *arguments], capture_output=True, text=True, cwd=folder,
                              env=ENVIRONMENT)
    if done.returncode != 0 or any(map(is_unexpected, done.stdout.splitlines())):
        told = [line for line in done.stdout.splitlines() if not line.startswith(("pass ", "not offered "))]
        yield "\n".join([" ".join(map(str, ["vow module", *arguments])), *told, done.stderr])


def is_unexpected(line):
    """Some conditions cannot be described, such as a promiser that must be a URL if no attribute names one."""
    return line.startswith("warning ") and "FUZ-VALID" not in line


if __name__ == "__main__":
    sys.exit(main())
