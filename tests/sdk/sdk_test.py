#!/usr/bin/env python3
"""The libraries for authors of modules: one module, written in every language, holds one and the same conversation.

setting.txt is that conversation. Modules of the line variant are told the same, as that variant writes it.
"""

import ast
import json
import shutil
import subprocess
import sys
import tempfile
import threading
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent
SDK = HERE.parents[1] / "modules" / "sdk"
CPP_MODULE = Path(sys.argv.pop(1)).resolve(strict=True)
LIMIT = 60  # seconds that a whole conversation may take


def conversation():
    """What is said and done, as ("say", [line...]), ("hear", [line...]), ("make", "FILE JSON") or ("find", ...)."""
    kinds = {"> ": "say", "< ": "hear", "! ": "make", "= ": "find"}
    steps, lines = [], []
    for line in (HERE / "setting.txt").read_text(encoding="utf-8").splitlines():
        if line in (">", "<"):
            steps.append((kinds[line + " "], lines))
            lines = []
        elif line[:2] in ("> ", "< "):
            lines.append(line[2:])
        elif line[:2] in kinds:
            steps.append((kinds[line[:2]], line[2:]))
    return steps


def on_line_variant(lines):
    """A message of the JSON variant as the line variant writes it; None: it cannot."""
    written = []
    for line in lines:
        if not line.startswith("{"):
            written.append(line.replace(" json_based", " line_based"))
            continue
        message = json.loads(line)
        attributes = message.pop("attributes", {})
        if any(not isinstance(value, str) or "\n" in value for value in attributes.values()):
            return None
        written += [f"{name}={text_of(name, value)}" for name, value in message.items()]
        written += [f"attribute_{name}={value}" for name, value in attributes.items()]
    return written


def text_of(name, value):
    if name == "result_classes":
        return ",".join(value)
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, separators=(",", ":"))


class Module:
    """A module as a process, ended if it takes too long."""

    def __init__(self, command):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.watch = threading.Timer(LIMIT, self.process.kill)
        self.watch.start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.watch.cancel()
        self.process.kill()
        self.process.wait()
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            stream.close()

    def say(self, lines):
        self.process.stdin.write("".join(line + "\n" for line in [*lines, ""]).encode())
        self.process.stdin.flush()

    def hear(self):
        """The lines up to an empty one."""
        lines = []
        while (line := self.process.stdout.readline().decode()) not in ("", "\n"):
            lines.append(line.rstrip("\n"))
        return lines

    def end(self):
        """Exit status, what else it said, and its standard error."""
        self.process.stdin.close()
        rest, errors = self.process.stdout.read(), self.process.stderr.read()
        return self.process.wait(), rest, errors


class Sdk(unittest.TestCase):
    maxDiff = None

    def test_python(self):
        self.converses([sys.executable, SDK / "python/example/setting.py"])

    def test_the_python_library_has_the_syntax_of_3_8(self):
        for path in (SDK / "python").rglob("*.py"):
            ast.parse(path.read_text(), path.name, feature_version=(3, 8))

    def test_python_on_the_line_variant(self):
        serving = "from setting import *; serve(Setting(), variant='line_based')"
        path = f"import sys; sys.path.insert(0, {str(SDK / 'python/example')!r}); "
        self.converses([sys.executable, "-B", "-c", path + serving], line_based=True)

    def test_perl(self):
        self.converses([self.installed("perl"), SDK / "perl/example/setting.pl"])

    def test_node(self):
        self.converses([self.installed("node"), SDK / "node/example/setting.js"])

    def test_cpp(self):
        self.converses([CPP_MODULE])

    def test_bash(self):
        self.converses([self.installed("bash"), SDK / "shell/example/setting.sh"], line_based=True)

    def test_dash(self):
        self.converses([self.installed("dash"), SDK / "shell/example/setting.sh"], line_based=True)

    def installed(self, program):
        path = shutil.which(program)
        if path is None:
            self.skipTest(f"{program} is not installed")
        return path

    def converses(self, command, line_based=False):
        with tempfile.TemporaryDirectory() as folder, Module(command) as module:
            skipped = False
            for kind, said in conversation():
                if kind == "make":
                    name, text = said.split(" ", 1)
                    Path(folder, name).write_text(json.loads(text), encoding="utf-8")
                elif kind == "find":
                    name, text = said.split(" ", 1)
                    self.assertEqual(json.loads(text), Path(folder, name).read_text(encoding="utf-8"))
                else:
                    lines = [line.replace("%d", folder) for line in said]
                    lines = on_line_variant(lines) if line_based else lines
                    if kind == "say":
                        asked, skipped = said, lines is None
                        if not skipped:
                            module.say(lines)
                    elif not skipped:
                        self.assertEqual(lines, module.hear(), asked)
            self.assertEqual((0, b"", b""), module.end())


if __name__ == "__main__":
    unittest.main()
