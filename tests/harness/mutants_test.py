#!/usr/bin/env python3
"""The proof of the harness: every module in mutants/ is wrong in one way, and is caught by the check meant for it, and by
no other; the right module that they all are made from, and its twins, which do unusual things that are right, pass every
check. docs/mutants.md is the table of that, written
by this test when VOW_ACCEPT is set.

usage: mutants_test.py VOW [--quick] [NAME...]

That takes a minute. --quick takes every fourth mutant, and only tries the check that is meant for it.
"""

import ast
import json
import os
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support"))
from tally import finish

TESTS = Path(__file__).resolve().parent
MUTANTS = TESTS / "mutants"
CASES = MUTANTS / "cases.yaml"
PAGE = TESTS.parent.parent / "docs" / "mutants.md"
HEADING = """# Mutants that test the harness

Each module in [tests/harness/mutants](../tests/harness/mutants) is [right.py](../tests/harness/mutants/right.py) with one
thing wrong, and is caught by the check meant for it and by no other. A test runs them all, writes this page and compares it.

| mutant | what it does | caught by | with |
|---|---|---|---|
"""
TWINS = """
These twins of right.py do unusual things that are right; they pass every check:

| twin | what it does |
|---|---|
"""
# The time to wait for a mutant that sends nothing; one that works needs much less.
LIMIT = "4"
COMMANDS = {
    "conform": ["conform", "--cases", CASES, "--requests", "2000", "--limit", LIMIT],
    "test": ["test", "--limit", LIMIT],
    "hostile": ["test", "--hostile", "--limit", LIMIT],
    "fuzz": ["fuzz", "--limit", LIMIT, "--time", "1"],
}
# These need a sandbox, which is not available to every user on every machine.
WITHOUT_SANDBOX = {
    "leaves_a_backup": {"TST-CHANGES"},
    "notes_when_validating": {"TST-CHANGES"},
    "calls_a_server_under_warn": {"TST-OUTSIDE"},
    "keeps_to_one_temporary_name": {"TST-KILLED"},
    "notes_under_warn": {"TST-PURE"},
    "sets_kernel_under_warn": {"TST-PURE"},
    "shares_memory_under_warn": {"TST-PURE"},
    "signals_under_warn": {"TST-PURE"},
}

# Only root can plant the links of another user, and give files away.
ONLY_FOR_ROOT = {"follows_planted_links", "loses_owners"}

# These are right on a terminal only.
ON_A_TERMINAL = {"needs_a_terminal"}


def main():
    vow, names = str(Path(sys.argv[1]).resolve(strict=True)), [name for name in sys.argv[2:] if name != "--quick"]
    is_quick = "--quick" in sys.argv
    paths = sorted(path for path in MUTANTS.glob("*.py") if not names or path.stem in names)
    taken = [path for path in paths if path.stem == "right"] + paths[::4] if is_quick else paths
    if not taken:
        sys.exit(f"mutants_test: no module of {MUTANTS} is called {' or '.join(map(repr, names))}")
    with ThreadPoolExecutor(8) as pool:
        cases = list(pool.map(lambda path: list(faults_of(path, vow, is_quick)), taken))
    if not names:
        cases.append(list(faults_of_page(paths)))
    return finish(cases)


def faults_of(path, vow, is_quick):
    _, check = description_of(path)
    if path.stem in ONLY_FOR_ROOT and os.geteuid() != 0:
        return
    for name in [command_for(check)] if check else COMMANDS:
        caught = caught_by(path, name, vow, ["--only", check] if is_quick and check and command_for(check) == "conform" else [])
        if caught != ({check} if check else set()):
            yield f"{path.stem}: '{name}' catches {sorted(caught)}, not {check or 'nothing'}"


def caught_by(path, name, vow, options):
    """The checks that a module does not pass."""
    command = [vow, "module", *COMMANDS[name], *options, "--format", "json", path]
    if COMMANDS[name][0] == "test":
        command.append(CASES)
    with tempfile.TemporaryDirectory() as folder:  # findings are written there
        done = run(command, folder, path.stem in ON_A_TERMINAL)
    if not done.stdout:
        return {f"nothing: {done.stderr}"}
    entries = json.loads(done.stdout)["entries"]
    if name == "test" and any("no sandbox is available" in entry["text"] for entry in entries):
        return WITHOUT_SANDBOX.get(path.stem, set()) | found_in(entries)
    return found_in(entries)


def run(command, folder, is_on_terminal):
    environment = {"HOME": folder, **os.environ}
    if not is_on_terminal:
        return subprocess.run(command, capture_output=True, text=True, cwd=folder, env=environment)
    controller, terminal = os.openpty()
    try:
        return subprocess.run(["setsid", "--ctty", "--wait", *command], stdin=terminal, capture_output=True, text=True,
                              cwd=folder, env=environment)
    finally:
        os.close(controller)
        os.close(terminal)


def found_in(entries):
    return {entry["id"] for entry in entries if entry["verdict"] in ("violation", "warning")}


def command_for(check):
    if check == "TST-HOSTILE":
        return "hostile"
    return {"TST": "test", "FUZ": "fuzz"}.get(check[:3], "conform")


def shown_command(check):
    return " ".join(part for part in COMMANDS[command_for(check)][:2] if part in ("test", "conform", "fuzz", "--hostile"))


def description_of(path):
    """The fault of a mutant, and the check that must catch it; the latter is empty for the correct one."""
    lines = ast.get_docstring(ast.parse(path.read_text())).splitlines()
    return lines[0], lines[-1].partition("Caught by: ")[2]


def faults_of_page(paths):
    rows = [(path.stem, *description_of(path)) for path in paths]
    page = HEADING + "".join(
        f"| {name} | {what} | {check} | `vow module {shown_command(check)}` |\n" for name, what, check in rows if check
    )
    page += TWINS + "".join(f"| {name} | {what} |\n" for name, what, _ in rows if name.startswith("twin_"))
    if os.environ.get("VOW_ACCEPT"):
        PAGE.write_text(page)
    if not PAGE.exists() or PAGE.read_text() != page:
        yield "docs/mutants.md is not what this test makes it; VOW_ACCEPT=1 writes it"


if __name__ == "__main__":
    sys.exit(main())
