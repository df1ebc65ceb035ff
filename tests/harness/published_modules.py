#!/usr/bin/env python3
"""Runs the harness on the promise modules that CFEngine publishes (https://github.com/cfengine/modules), unmodified.

usage: published_modules.py VOW PATH [NAME...]

PATH is a checkout. Each module is examined by `vow module conform`, and by `vow module test` where published/ has cases for
it; so are the examples for the published shell library. It prints the table of docs/published-modules.md. Evaluating `groups` needs root, and uses a copy of /etc.
Nothing else is changed outside temporary folders; `http` needs port 28734 of this host. Not part of the tests of a build.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

CASES = Path(__file__).resolve().parent / "published"
IN_COPY_OF_ETC = 'cp -a /etc "$COPY" && mount --bind "$COPY/etc" /etc && exec "$@"'
VERDICTS = ("violation", "warning")


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    vow, checkout, names = Path(sys.argv[1]).resolve(strict=True), Path(sys.argv[2]).resolve(strict=True), sys.argv[3:]
    print("| module | `conform` | `test` |\n|---|---|---|")
    for path in modules_of(checkout):
        if not names or path.parent.name in names:
            print(f"| {path.parent.name} | {conformance(vow, checkout, path)} | {cases(vow, checkout, path)} |", flush=True)


def modules_of(checkout):
    paths = sorted((checkout / "promise-types").glob("*/*.py")) + sorted((checkout / "examples").glob("*/*.sh"))
    return [path for path in paths if not path.name.startswith("test_")]


def conformance(vow, checkout, path):
    given = ["--cases", cases_of(path)] if cases_of(path).exists() and may_evaluate(path) else []
    # A promise that needs what a case sets up is answered all the same; how, is a matter of the cases.
    return found(ask(vow, checkout, path, ["conform", path, *given, "--requests", "2000", "--limit", "5"]))


def cases(vow, checkout, path):
    if not cases_of(path).exists():
        return "no cases"
    if not may_evaluate(path):
        return "needs root"
    return found(ask(vow, checkout, path, ["test", path, cases_of(path), "--limit", "20"]))


def cases_of(path):
    return CASES / f"{path.parent.name}.yaml"


def may_evaluate(path):
    return path.parent.name != "groups" or os.geteuid() == 0


def ask(vow, checkout, path, arguments):
    environment = dict(os.environ, PYTHONDONTWRITEBYTECODE="1")
    with tempfile.TemporaryDirectory() as copy:
        # As installed: each module beside its library.
        for file in [path, *(checkout / "libraries").glob("*/*.*")]:
            shutil.copy(file, copy)
        interpreter = "/usr/bin/python3" if path.suffix == ".py" else "/bin/bash"
        command = [vow, "module", *(Path(copy) / path.name if each == path else each for each in arguments),
                   "--interpreter", interpreter, "--format", "json"]
        if path.parent.name == "groups" and os.geteuid() == 0:
            command = ["unshare", "--mount", "sh", "-c", IN_COPY_OF_ETC, "sh", *command]
            environment["COPY"] = copy
        return subprocess.run(command, capture_output=True, text=True, env=environment, cwd=copy)


def found(done):
    """The checks with findings, violations first; the findings go to standard error."""
    if not done.stdout:
        return "did not start: " + done.stderr.strip().splitlines()[-1].replace("|", "\\|")
    entries = json.loads(done.stdout)["entries"]
    for entry in entries:
        if entry["verdict"] in VERDICTS:
            print(entry["id"], entry["title"] + ":", entry["text"], *entry.get("details", [])[:3], sep="\n    ", file=sys.stderr)
    words = []
    for verdict in VERDICTS:
        ids = dict.fromkeys(entry["id"] for entry in entries if entry["verdict"] == verdict)
        words += [identity if verdict == "violation" else f"({identity})" for identity in ids]
    passes = sum(entry["verdict"] == "pass" for entry in entries)
    return f"{', '.join(words) or 'clean'}; {passes} pass"


if __name__ == "__main__":
    sys.exit(main())
