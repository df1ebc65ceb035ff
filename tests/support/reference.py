"""Golden cases run by the reference's own programs: a case under its names that has no `# DIFFERS` claims what it does."""

import re
import shutil
from dataclasses import replace

from golden import Step, run_case

NAMES = ("cf-agent", "cf-promises")
OWN_NAME = re.compile(r"(^|[\s/;&|(])vow\b")  # a command of vow's own
WORK_FOLDER = re.compile(r"-w %d/(\S+)")
# The reference checks a policy by the program in its work folder, and runs a failsafe policy there when that refuses it.
PREPARATION = (
    "umask 77; mkdir -p {0}/bin {0}/inputs {0}/ppkeys"
    ' && ln -s "$(readlink -f "$(command -v cf-promises)")" {0}/bin/cf-promises'
    " && echo 'bundle agent main {{ }}' > {0}/inputs/failsafe.cf"
)


def for_reference(cases):
    """The cases that should hold for the reference."""
    return [case for case in cases if case.path.suffix == ".cf" and "# DIFFERS:" not in case.policy and runs_reference(case)]


def runs_reference(case):
    commands = [step.command for step in case.steps]
    return any(name in command for command in commands for name in NAMES) and not any(map(OWN_NAME.search, commands))


def reference_programs():
    """The reference's programs by their names; None if they are not installed."""
    programs = {name: shutil.which(name) for name in NAMES}
    return programs if all(programs.values()) else None


def run_by_reference(case, programs):
    """As run_case(), with work folders as the reference needs them."""
    folders = sorted({"state", *(name for step in case.steps for name in WORK_FOLDER.findall(step.command))})
    preparation = [Step(PREPARATION.format(folder)) for folder in folders]
    return run_case(replace(case, steps=[*preparation, *case.steps]), programs)[len(preparation) :]
