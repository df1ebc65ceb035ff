"""Golden cases: one text file is one case, with its expected output inside.

    bundle agent main { reports: "hello"; }
    # RUN: vow run %s
    # OUT: R: hello
    # EXIT: 0

A case runs in a temporary folder of its own, which is also the working folder, the home and the state folder: nothing
of the machine leaks in, nothing stays. In commands and expected output %d is that folder and %s the policy in it.
A line `#--- NAME` begins a further file of the case, written beside the policy (executable if it starts with `#!`).
`{{...}}` in an OUT line is a regular expression. A case whose name starts with `fail_` must exit with another status
than 0, all others with 0. `# DIFFERS: ...` says where, and why, the reference answers something else.
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

DIRECTIVE = re.compile(r"# (RUN|OUT|EXIT):(?: (.*))?$")
PART = re.compile(r"#--- (\S+)$")
NAMES = ("vow", "cf-agent", "cf-promises")
SOURCE = Path(__file__).resolve().parents[2]
LIMIT = 60  # seconds a command may take


@dataclass
class Step:
    """One command of a case, and what it printed (standard output and error together) and exited with."""

    command: str
    output: list = field(default_factory=list)
    status: int = 0

    def text(self):
        lines = ["# RUN: " + self.command]
        lines += [("# OUT: " + line).rstrip() for line in self.output]
        return "\n".join([*lines, f"# EXIT: {self.status}"])


@dataclass
class Case:
    """A policy, the files beside it, and the steps with what is expected of them."""

    path: Path
    policy: str
    steps: list
    files: dict

    def text(self):
        parts = [self.policy.rstrip("\n") + "\n", *(step.text() for step in self.steps)]
        parts += [f"\n#--- {name}\n{content}".rstrip("\n") for name, content in self.files.items()]
        return "\n".join(parts) + "\n"


def read_case(path):
    policy, steps, files, into = [], [], {}, None
    for line in Path(path).read_text().splitlines():
        if part := PART.match(line):
            into = files.setdefault(part[1], [])
        elif into is not None:
            into.append(line)
        elif found := DIRECTIVE.match(line):
            read_directive(steps, found[1], found[2] or "", path)
        else:
            policy.append(line)
    if not steps:
        raise ValueError(f"{path}: no RUN line")
    return Case(Path(path), "\n".join(policy) + "\n", steps, {n: "\n".join(c).strip("\n") + "\n" for n, c in files.items()})


def read_directive(steps, word, text, path):
    if word == "RUN":
        steps.append(Step(text))
    elif not steps:
        raise ValueError(f"{path}: {word} before the first RUN")
    elif word == "OUT":
        steps[-1].output.append(text)
    else:
        steps[-1].status = int(text)


def run_case(case, vow):
    """The steps with what really came of them."""
    with temporary_folder() as folder:
        policy = folder / case.path.name
        policy.write_text(case.policy)
        write_files(folder, case.files)
        return [run_step(step.command, policy, vow) for step in case.steps]


def run_step(command, policy, vow):
    folder = policy.parent
    status, output = run_command(command.replace("%s", str(policy)).replace("%d", str(folder)), folder, vow)
    return Step(command, output.replace(str(folder), "%d").splitlines(), status)


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
    """Exit status and output of a shell command that finds `vow` under all of its names, with all state in the folder."""
    with temporary_folder() as programs:
        for name in NAMES:
            (programs / name).symlink_to(vow)
        environment = {
            "PATH": f"{programs}:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
            "HOME": str(folder),
            "VOW": str(SOURCE),
            "CFENGINE_TEST_OVERRIDE_WORKDIR": str(folder / "state"),
            "LC_ALL": "C.UTF-8",
            "TZ": "UTC",
        }
        environment |= {name: text for name, text in os.environ.items() if name.endswith("SAN_OPTIONS")}
        process = subprocess.Popen(
            ["/bin/sh", "-c", command],
            cwd=folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        try:
            output = process.communicate(timeout=LIMIT)[0]
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            output = process.communicate()[0] + f"\n(ended after {LIMIT} seconds)".encode()
        return process.returncode, output.decode(errors="backslashreplace")


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
        and len(wanted.output) == len(got.output)
        and all(line_matches(*pair) for pair in zip(wanted.output, got.output))
    )


def line_matches(wanted, got):
    parts = re.split(r"\{\{(.*?)\}\}", wanted)
    pattern = "".join(part if index % 2 else re.escape(part) for index, part in enumerate(parts))
    return re.fullmatch(pattern, got.rstrip()) is not None


def accepted(case, actual):
    """The case with what came as what is expected; lines that match already stay as they are written."""
    for wanted, got in zip(case.steps, actual):
        if len(wanted.output) == len(got.output):
            got.output = [w if line_matches(w, g) else g for w, g in zip(wanted.output, got.output)]
    return Case(case.path, case.policy, actual, case.files)
