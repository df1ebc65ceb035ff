#!/usr/bin/env python3
"""Rules among attributes and the attributes of bodies, declared with each library: all describe them in the same bytes,
which are those of the C++ library, and refuse the same promises in the same words.

usage: rules_test.py VOW CPP_MODULE
"""

import json
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support"))
from tally import run_unittests, skip_without

HERE = Path(__file__).resolve().parent / "download"
SDK = HERE.parents[2] / "modules" / "sdk"
VOW, CPP_MODULE = (Path(sys.argv.pop(1)).resolve(strict=True) for _ in range(2))
LIMIT = "60"  # seconds: a shell that reads byte by byte, on a machine that is busy
FILES = {"python3": "download.py", "perl": "download.pl", "node": "download.js", "bash": "download.sh", "dash": "download.sh"}
CARRY_NO_BODIES = ("bash", "dash")


class Rules(unittest.TestCase):
    maxDiff = None

    def test_a_python_module_passes(self):
        self.is_like_the_cpp_module("python3")

    def test_a_perl_module_passes(self):
        self.is_like_the_cpp_module("perl")

    def test_a_node_module_passes(self):
        self.is_like_the_cpp_module("node")

    def test_a_bash_module_passes(self):
        self.is_like_the_cpp_module("bash")

    def test_a_dash_module_passes(self):
        self.is_like_the_cpp_module("dash")

    def test_the_cpp_module_passes(self):
        self.finds_nothing(CPP_MODULE)
        self.finds_nothing(CPP_MODULE, cases="bodies.yaml")

    def test_a_rule_about_an_unknown_attribute_is_reported(self):
        python = "import sys; sys.path.insert(0, 'python'); from vow_module import *; Attribute(dict, attributes={'a': Attribute()}, rules=[Rule('b')])"
        node = "require('./node/vow_module.js').serve({ name: 'x', attributes: { a: {} }, rules: [{ needs: ['b'] }] })"
        perl = "use lib 'perl'; use VowModule; VowModule->new(name => 'x', attributes => [a => {}], rules => [{excludes => ['b']}])"
        shell = ". ./shell/vow_module.sh; attribute a; rule with=b"
        for program, option, code in ((sys.executable, "-Bc", python), ("node", "-e", node), ("perl", "-e", perl), ("sh", "-c", shell)):
            if shutil.which(program):
                ran = subprocess.run([program, option, code], cwd=SDK, capture_output=True, text=True, stdin=subprocess.DEVNULL)
                self.assertNotEqual(0, ran.returncode)
                self.assertIn("rule: 'b' is not one of a", ran.stderr)

    def is_like_the_cpp_module(self, interpreter):
        path = shutil.which(interpreter)
        skip_without(self, interpreter, path, f"{interpreter} is not installed")
        module, started = HERE / FILES[interpreter], ["--interpreter", path]
        wanted = description_of(CPP_MODULE)
        if interpreter in CARRY_NO_BODIES:
            del wanted["promise_types"]["download"]["attributes"]["perms"]
        else:
            self.finds_nothing(module, *started, cases="bodies.yaml")
        self.assertEqual(text_of(wanted), text_of(description_of(path, module)))
        self.finds_nothing(module, *started)

    def finds_nothing(self, module, *started, cases="download.yaml"):
        """No promise is accepted or refused against the description, in the cases and in those that are made from it."""
        with tempfile.TemporaryDirectory() as folder:
            for command in (("test", module, HERE / cases), ("fuzz", module, "--seed", "3", "--time", "0.2")):
                ran = subprocess.run([VOW, "module", *command, *started, "--limit", LIMIT], capture_output=True, text=True, cwd=folder)
                violations = [line for line in ran.stdout.splitlines() if line.startswith("violation")]
                self.assertEqual((0, []), (ran.returncode, violations), ran.stdout + ran.stderr)


def description_of(*command):
    """The description as it was sent: objects keep their order."""
    asked = 'cf-agent 3.27.0 v1\n\n{"operation":"describe","log_level":"info"}\n\n'
    if command[0] != CPP_MODULE and command[1].suffix == ".sh":
        asked = "cf-agent 3.27.0 v1\n\noperation=describe\n\n"
    ran = subprocess.run(command, input=asked, capture_output=True, text=True, check=True, timeout=60)
    sent = next(line for line in ran.stdout.splitlines() if "promise_types" in line)
    return json.loads(sent.removeprefix("description=")) if sent.startswith("description=") else json.loads(sent)["description"]


def text_of(data):
    return json.dumps(data, indent=1)


if __name__ == "__main__":
    run_unittests()
