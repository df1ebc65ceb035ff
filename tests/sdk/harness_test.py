#!/usr/bin/env python3
"""The libraries for authors of modules: `vow module conform`, `test` and `fuzz` find nothing in the demonstration module,
whatever it is written in. All share one file of cases, setting.yaml. Nor do they find anything in the modules that
`vow module new` makes.

usage: harness_test.py VOW CPP_MODULE [--quick]

--quick sends fewer requests. Languages that are not installed are left out.
"""

import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support"))
from tally import finish

HERE = Path(__file__).resolve().parent
SDK = HERE.parents[1] / "modules" / "sdk"
CASES = HERE / "setting.yaml"
SEED = "3"
PATIENCE = "60"  # seconds: a shell that reads byte by byte, on a machine that is busy
WRITTEN_IN = {
    "python3": SDK / "python/example/setting.py",
    "bash": SDK / "shell/example/setting.sh",
    "dash": SDK / "shell/example/setting.sh",
    "perl": SDK / "perl/example/setting.pl",
    "node": SDK / "node/example/setting.js",
}

# The interpreters of new modules.
MADE_IN = {"node": "node", "perl": "perl", "python": "python3", "shell": "sh"}


def main():
    vow, cpp_module = (Path(name).resolve(strict=True) for name in sys.argv[1:3])
    modules, skipped = [(cpp_module, None)], []
    for language, module in WRITTEN_IN.items():
        if interpreter := shutil.which(language):
            modules.append((module, interpreter))
        else:
            skipped.append(f"{language} is not installed")
    made = [language for language in MADE_IN if shutil.which(MADE_IN[language])]
    with ThreadPoolExecutor(4) as pool:
        faults = list(pool.map(lambda pair: list(faults_of(vow, *pair)), modules))
        faults += pool.map(lambda language: list(faults_of_new(vow, language)), made)
        return finish(faults, skipped)


def faults_of(vow, module, interpreter):
    requests, seconds = ("100", "0.4") if "--quick" in sys.argv else ("10000", "5")
    started = ["--interpreter", interpreter] if interpreter else []
    yield from found_by(vow, "conform", module, *started, "--cases", CASES, "--requests", requests,
                        "--limit", PATIENCE)
    yield from found_by(vow, "test", module, CASES, *started, "--limit", PATIENCE)
    yield from found_by(vow, "fuzz", module, *started, "--seed", SEED, "--time", seconds, "--limit", PATIENCE)


def faults_of_new(vow, language):
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([vow, "module", "new", "--lang", language, "fresh"], check=True, capture_output=True, cwd=folder)
        made = Path(folder) / "fresh"
        [module] = made.glob("fresh.*")
        yield from found_by(vow, "test", "--hostile", module, made / "cases.yaml", "--limit", PATIENCE)


def found_by(vow, *arguments):
    """The findings of a command of the harness. `setting` requires a value in addition to a state, which
    descriptions cannot express, and fuzzing warns of it."""
    with tempfile.TemporaryDirectory() as folder:  # findings are written there
        done = subprocess.run([vow, "module", *arguments], capture_output=True, text=True, cwd=folder)
    found = [line for line in done.stdout.splitlines() if line.startswith(("violation", "warning"))]
    if done.returncode != 0 or [line for line in found if not line.startswith("warning     FUZ-VALID")]:
        yield "\n".join([" ".join(map(str, ["vow module", *arguments])), done.stdout, done.stderr])


if __name__ == "__main__":
    sys.exit(main())
