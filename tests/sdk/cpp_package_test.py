#!/usr/bin/env python3
"""An installation by `cmake --install` suffices to write a module in C++: a new one builds, and passes its cases.

usage: cpp_package_test.py BUILD_FOLDER
"""

import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support"))
from tally import run_unittests

BUILD = Path(sys.argv.pop(1)).resolve(strict=True)


class Package(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = Path(folder.name)
        command = ["cmake", "--install", BUILD, "--prefix", cls.folder / "vow"]
        subprocess.run(command, stdout=subprocess.DEVNULL, check=True)

    def test_a_new_module_in_cpp_builds_and_passes_its_cases(self):
        said = self.run_in(self.folder, "vow module new --lang cpp keep_text")
        commands = said[said.index("now try:") :].splitlines()[1:]
        self.assertEqual("  cd keep_text", commands.pop(0))
        self.make_talkative(self.folder / "keep_text" / "keep_text.cpp")
        commands.append("vow module conform build/keep_text --cases cases.yaml --only LOG-STRAY,LOG-REPAIRED")
        tested = self.run_in(self.folder / "keep_text", "\n".join(commands))
        self.assertRegex(tested, r": \d+ pass\n(.*\n)+.*: 2 pass\n$")
        self.assertNotIn("violation", tested)

    def test_the_package_is_found_by_its_version(self):
        project = "cmake_minimum_required(VERSION 3.25)\nproject(p LANGUAGES CXX)\nfind_package(vow 0.1 REQUIRED)\n"
        wanting = self.folder / "wanting"
        wanting.mkdir()
        Path(wanting, "CMakeLists.txt").write_text(project)
        self.run_in(wanting, "cmake -G Ninja -B build -DCMAKE_PREFIX_PATH=$PWD/../vow")

    def make_talkative(self, source):
        """Its output, and that of its child processes, must not disturb the conversation."""
        text, kept = source.read_text(), "        const std::string& path = promise.promiser;\n"
        self.assertIn(kept, text)
        talk = '        std::cout << "stray" << std::endl;\n        if (std::system("echo stray; read line") == 0) return {};\n'
        source.write_text("#include <cstdlib>\n#include <iostream>\n" + text.replace(kept, kept + talk))

    def run_in(self, folder, commands):
        environment = {**os.environ, "PATH": f"{self.folder}/vow/bin:{os.environ['PATH']}"}
        ran = subprocess.run(["/bin/sh", "-ec", commands], cwd=folder, env=environment, capture_output=True, text=True)
        self.assertEqual(0, ran.returncode, ran.stdout + ran.stderr)
        return ran.stdout


if __name__ == "__main__":
    run_unittests()
