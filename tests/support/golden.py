"""Golden cases: one text file is one case, with its expected output inside.

    bundle agent main { reports: "hello"; }
    # RUN: vow run %s
    # OUT: R: hello
    # ERR: p.cf:1: warning: ...
    # EXIT: 0

OUT lines are the standard output, ERR lines the standard error.
A case runs in a temporary folder of its own, which is also the working folder, the home and the state folder: nothing
of the machine leaks in, nothing stays. In commands and expected output %d is that folder and %s the policy in it.
A line `#--- NAME` begins a further file of the case, written beside the policy (executable if it starts with `#!`).
`# NEEDS: COMMAND` skips the case where the command fails. `{{...}}` in an OUT or ERR line is a regular expression. A case whose name starts with `fail_` must exit with another status
than 0, all others with 0. `# DIFFERS: ...` describes where and why the reference behaves differently.

Cases that run programs of the reference's names alone, and have no DIFFERS, hold for the reference itself too:
tests/policies/run.py --reference.
"""

import contextlib
import os
import re
import shutil
import signal
import subprocess
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

DIRECTIVE = re.compile(r"# (NEEDS|RUN|OUT|ERR|EXIT):(?: (.*))?$")
PART = re.compile(r"#--- (\S+)$")
DURATION = re.compile(r" in \d+\.\d\d s$")  # of the totals of a run
NAMES = ("vow", "cf-agent", "cf-promises")
SOURCE = Path(__file__).resolve().parents[2]
LIMIT = 150  # seconds a command may take; the sanitizers multiply its time by five


@dataclass
class Step:
    """One command of a case, the lines of its standard output and standard error, and its exit status."""

    command: str
    output: list = field(default_factory=list)
    errors: list = field(default_factory=list)
    status: int = 0

    def text(self):
        lines = ["# RUN: " + self.command]
        lines += [("# OUT: " + line).rstrip() for line in self.output]
        lines += [("# ERR: " + line).rstrip() for line in self.errors]
        return "\n".join([*lines, f"# EXIT: {self.status}"])


@dataclass
class Case:
    """A policy, the files beside it, and the steps with what is expected of them."""

    path: Path
    policy: str
    steps: list
    files: dict
    needs: str = ""

    def text(self):
        parts = [self.policy.rstrip("\n") + "\n", *([f"# NEEDS: {self.needs}"] if self.needs else []), *(step.text() for step in self.steps)]
        parts += [f"\n#--- {name}\n{content}".rstrip("\n") for name, content in self.files.items()]
        return "\n".join(parts) + "\n"


def read_case(path):
    policy, steps, files, into, needs = [], [], {}, None, ""
    for line in Path(path).read_text().splitlines():
        if part := PART.match(line):
            into = files.setdefault(part[1], [])
        elif into is not None:
            into.append(line)
        elif (found := DIRECTIVE.match(line)) and found[1] == "NEEDS":
            needs = found[2]
        elif found:
            read_directive(steps, found[1], found[2] or "", path)
        else:
            policy.append(line)
    if not steps:
        raise ValueError(f"{path}: no RUN line")
    return Case(Path(path), "\n".join(policy) + "\n", steps, {n: "\n".join(c).strip("\n") + "\n" for n, c in files.items()}, needs)


def read_directive(steps, word, text, path):
    if word == "RUN":
        steps.append(Step(text))
    elif not steps:
        raise ValueError(f"{path}: {word} before the first RUN")
    elif word == "OUT":
        steps[-1].output.append(text)
    elif word == "ERR":
        steps[-1].errors.append(text)
    else:
        steps[-1].status = int(text)


def lacks_needs(case):
    """True if the machine lacks a thing that the case needs."""
    if not case.needs:
        return False
    with temporary_folder() as folder:
        return run_command(case.needs, folder, "/nonexistent/vow")[0] != 0


def run_case(case, vow):
    """The steps with what really came of them. `vow` is the program under all of its names, or the program of each name."""
    with temporary_folder() as folder:
        policy = folder / case.path.name
        policy.write_text(case.policy)
        write_files(folder, case.files)
        return [run_step(step.command, policy, vow) for step in case.steps]


def run_step(command, policy, vow):
    folder = policy.parent
    status, *printed = run_command(command.replace("%s", str(policy)).replace("%d", str(folder)), folder, vow)
    output, errors = (text.replace(str(folder), "%d").splitlines() for text in printed)
    return Step(command, output, errors, status)


def write_files(folder, files):
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content)
        path.chmod(0o755 if content.startswith("#!") else 0o644)


@contextlib.contextmanager
def temporary_folder():
    folder = Path(tempfile.mkdtemp(prefix="vow-test-")).resolve()
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def run_command(command, folder, vow):
    """Exit status, standard output and standard error of a shell command that finds `vow` under all of its names, with
    all state in the folder."""
    with temporary_folder() as programs:
        for name, program in (vow if isinstance(vow, dict) else dict.fromkeys(NAMES, vow)).items():
            (programs / name).symlink_to(program)
        process = subprocess.Popen(
            ["/bin/sh", "-c", command],
            cwd=folder,
            env=environment(folder, programs),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )
        try:
            output, errors = process.communicate(timeout=LIMIT)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            output, errors = process.communicate()
            errors += f"\n(ended after {LIMIT} seconds)".encode()
        return process.returncode, *(text.decode(errors="backslashreplace") for text in (output, errors))


def shown_by(command, folder, vow):
    """Exit status of a command and what a terminal would show: standard output and error in the order of writing."""
    return run_command("exec 2>&1\n" + command, folder, vow)[:2]


def environment(folder, programs):
    variables = {
        "PATH": f"{programs}:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
        "HOME": str(folder),
        "VOW": str(SOURCE),
        "CFENGINE_TEST_OVERRIDE_WORKDIR": str(folder / "state"),
        "LC_ALL": "C.UTF-8",
        "TZ": "UTC",
        "VOW_DURABILITY": "none",
    }
    return variables | {name: text for name, text in os.environ.items() if name.endswith("SAN_OPTIONS")}


def differences(case, actual):
    """The differences, line by line; empty if everything is as expected."""
    faults = []
    for wanted, got in zip(case.steps, actual):
        if not matches(wanted, got):
            faults += ["expected:", *wanted.text().splitlines(), "got:", *got.text().splitlines()]
    if case.path.name.startswith("fail_") != any(step.status != 0 for step in actual):
        faults.append("the name starts with fail_ if, and only if, a command exits with another status than 0")
    return faults


def matches(wanted, got):
    return (
        wanted.status == got.status
        and lines_match(wanted.output, got.output)
        and lines_match(wanted.errors, got.errors)
    )


def lines_match(wanted, got):
    return len(wanted) == len(got) and all(line_matches(*pair) for pair in zip(wanted, got))


def line_matches(wanted, got):
    parts = re.split(r"\{\{(.*?)\}\}", wanted)
    pattern = "".join(part if index % 2 else re.escape(part) for index, part in enumerate(parts))
    return re.fullmatch(pattern, got.rstrip()) is not None


def accepted(case, actual):
    """The case with what came as what is expected; lines that match already stay as they are written."""
    steps = [
        Step(got.command, kept_or_new(wanted.output, got.output), kept_or_new(wanted.errors, got.errors), got.status)
        for wanted, got in zip(case.steps, actual)
    ]
    return Case(case.path, case.policy, steps, case.files, case.needs)


def kept_or_new(wanted, got):
    """Each line as it came, with any duration of a run, or the first wanted line that matches it, from the one after the last that did."""
    kept, after = [], 0
    for line in got:
        found = next((index for index in range(after, len(wanted)) if line_matches(wanted[index], line)), None)
        kept.append(DURATION.sub(" in {{[0-9.]+}} s", line) if found is None else wanted[found])
        after = after if found is None else found + 1
    return kept
