#!/usr/bin/env python3
"""Modules made with each library, extensions in their headers and answers, work under the reference agent, too: a dry
run announces, the first run repairs and defines classes, the second finds all kept. Left out where it is not installed.

usage: reference_test.py CPP_MODULE
"""

import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support"))
from tally import run_unittests, skip_without

SDK = Path(__file__).resolve().parents[2] / "modules" / "sdk"
CPP_MODULE = Path(sys.argv.pop(1)).resolve(strict=True)
AGENT, CHECKER = shutil.which("cf-agent"), shutil.which("cf-promises")
LIMIT = 20  # seconds that a command may take
PARALLEL = f"""import sys
sys.path.insert(0, {str(SDK / "python/example")!r})
from setting import Setting, serve
Setting.parallel = True
serve(Setting())
"""
MODULES = {  # interpreter and file, or a program
    "python": ("python3", SDK / "python/example/setting.py"),
    "parallel": ("python3", "parallel.py"),
    "shell": ("sh", SDK / "shell/example/setting.sh"),
    "perl": ("perl", SDK / "perl/example/setting.pl"),
    "node": ("node", SDK / "node/example/setting.js"),
    "cpp": (None, CPP_MODULE),
}


class Reference(unittest.TestCase):
    def setUp(self):
        skip_without(self, "reference", AGENT and CHECKER, "cf-agent and cf-promises are not installed")
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        (self.folder / "bin").mkdir()  # the agent wants its checker in its work folder
        (self.folder / "bin" / "cf-promises").symlink_to(CHECKER)
        (self.folder / "parallel.py").write_text(PARALLEL)
        self.names = [name for name, (program, _) in MODULES.items() if program is None or shutil.which(program)]
        (self.folder / "p.cf").write_text("".join(map(self.type_of, self.names)) + self.bundle())

    def test_modules_with_extensions_announce_repair_and_keep(self):
        self.run_program(CHECKER, "-f", "./p.cf")  # of a policy that is wrong the agent would run another one
        announced, repaired, kept = self.run_agent("-n"), self.run_agent(), self.run_agent()
        for name in self.names:
            path = self.folder / f"{name}.conf"
            self.assertIn(f"warning: Should set 'port' in '{path}', but only warning promised", announced)
            self.assertIn(f"info: Set 'port' in '{path}'", repaired)
            self.assertIn(f"R: {name} is set", repaired)
            self.assertEqual("port=8080\n", path.read_text())
        self.assertNotIn("error:", repaired)
        self.assertEqual("", kept)

    def type_of(self, name):
        program, path = MODULES[name]
        interpreter = f'  interpreter => "{shutil.which(program)}";\n' if program else ""
        return f'promise agent {name}_setting\n{{\n  path => "{self.folder / path}";\n{interpreter}}}\n'

    def bundle(self):
        """A bundle each, since the class that all define is the promising bundle's."""
        bundles = [
            f'bundle agent use_{name}\n{{\n  {name}_setting:\n    "{self.folder}/{name}.conf" key => "port", value => "8080";\n'
            f'  reports:\n    setting_port_set::\n      "{name} is set";\n}}\n'
            for name in self.names
        ]
        uses = "".join(f'    "{name}" usebundle => use_{name};\n' for name in self.names)
        return "".join(bundles) + f"bundle agent main\n{{\n  methods:\n{uses}}}\n"

    def run_agent(self, *options):
        return self.run_program(AGENT, "-KI", *options, "-f", "./p.cf")

    def run_program(self, *command):
        environment = {**os.environ, "CFENGINE_TEST_OVERRIDE_WORKDIR": str(self.folder)}
        ran = subprocess.run(
            command, cwd=self.folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=LIMIT
        )
        self.assertEqual(0, ran.returncode, ran.stdout)
        return ran.stdout


if __name__ == "__main__":
    run_unittests()
