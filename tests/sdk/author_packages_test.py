#!/usr/bin/env python3
"""The packages for authors of modules: each is installed into an empty environment, where a module is then made, tested and run.
Nothing is fetched from a network.

usage: author_packages_test.py VOW
"""

import ast
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import unittest
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/support"))
from tally import run_unittests

VOW = Path(sys.argv.pop(1)).resolve(strict=True)
VERSION = "1.2.3"
LIMIT = 120  # seconds
POLICY = """promise agent keep_text { path => "$(this.promise_dirname)/%s"; interpreter => "%s"; }
bundle agent main { keep_text: "%s" content => "hello"; }
"""
TYPED = """import { Answer, Promised, serve, writeFile } from 'vow-module';
serve({
  name: 'typed',
  attributes: { size: { type: 'int', required: true } },
  async evaluate(promise: Promised, answer: Answer) {
    if (answer.would('write it', { action: '%s', path: promise.promiser })) return;
    writeFile(promise.promiser, 'text', 0o644);
    answer.repaired('Wrote it');
  },
});
"""


def made_in(folder, **environment):
    command = [sys.executable, ROOT / "tools/package/author_packages", folder, VERSION]
    subprocess.run(command, check=True, capture_output=True, env={**os.environ, "SOURCE_DATE_EPOCH": "1700000000", **environment})
    return {path.name: path for path in folder.iterdir()}


def has_checker(name):
    if shutil.which(name) is None:
        print(f"without {name}: no checker reads the types", file=sys.stderr)
    return shutil.which(name) is not None


class AuthorPackages(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        temporary = tempfile.TemporaryDirectory()
        cls.addClassCleanup(temporary.cleanup)
        cls.made = made_in(Path(temporary.name))

    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.root = Path(temporary.name).resolve()
        self.environment = {"PATH": os.environ["PATH"], "HOME": str(self.root / "home"), "LC_ALL": "C.UTF-8"}
        (self.root / "home").mkdir()

    def run_in(self, folder, *words, status=0):
        words = [str(word) for word in words]
        done = subprocess.run(words, cwd=folder, env=self.environment, capture_output=True, text=True, timeout=LIMIT, check=False)
        self.assertEqual(status, done.returncode, f"{words}\n{done.stdout}{done.stderr}")
        return done.stdout

    def made_module(self, language, library):
        """A new module without its copy of the library."""
        self.run_in(self.root, VOW, "module", "new", "--lang", language, "keep_text")
        folder = self.root / "keep_text"
        (folder / library).unlink()
        (module,) = folder.glob("keep_text.*")
        return module

    def check(self, module, interpreter):
        """It passes its cases, and is run by a policy; without the package it would not start."""
        said = self.run_in(module.parent, VOW, "module", "test", "--interpreter", interpreter, module.name, "cases.yaml")
        self.assertRegex(said, r": [1-9]\d* pass\n$")
        policy = module.parent / "main.cf"
        policy.write_text(POLICY % (module.name, interpreter, self.root / "made"))
        self.run_in(module.parent, VOW, "run", "-w", self.root / "work", "--trust-paths", policy)
        self.assertEqual("hello", (self.root / "made").read_text())
        self.environment = {"PATH": os.environ["PATH"]}
        self.run_in(module.parent, VOW, "module", "probe", "--interpreter", shutil.which(Path(interpreter).name), module.name, status=3)

    # --- Python ---

    def test_the_wheel_is_installed_into_an_empty_environment(self):
        self.run_in(self.root, sys.executable, "-m", "venv", "--without-pip", "venv")
        python = self.root / "venv/bin/python3"
        wheel = self.made[f"vow_module-{VERSION}-py3-none-any.whl"]
        pip = [sys.executable, "-m", "pip", "--python", python, "install", "--no-index", "--no-deps", "--no-cache-dir", wheel]
        if subprocess.run([sys.executable, "-m", "pip", "--version"], capture_output=True, check=False).returncode == 0:
            self.run_in(self.root, *pip)
        else:
            print("without pip: the wheel is unpacked", file=sys.stderr)
            (packages,) = (self.root / "venv/lib").glob("python3*/site-packages")
            with zipfile.ZipFile(wheel) as archive:
                archive.extractall(packages)
        said = self.run_in(self.root, python, "-c", "import importlib.metadata as m; print(m.version('vow-module'), m.files('vow-module') != [])")
        self.assertEqual(f"{VERSION} True\n", said)
        module = self.made_module("python", "vow_module.py")
        if has_checker("mypy"):
            self.run_in(module.parent, "mypy", "--strict-optional", "--python-executable", python, module.name)
        self.check(module, python)

    def test_the_wheel_holds_its_types_and_its_record_is_true(self):
        with zipfile.ZipFile(self.made[f"vow_module-{VERSION}-py3-none-any.whl"]) as archive:
            names = archive.namelist()
            self.assertLessEqual({"vow_module/__init__.py", "vow_module/__init__.pyi", "vow_module/py.typed"}, set(names))
            record = archive.read(f"vow_module-{VERSION}.dist-info/RECORD").decode()
            self.assertEqual(sorted(names), sorted(line.split(",")[0] for line in record.splitlines()))

    def test_the_types_in_python_are_those_of_the_library(self):
        library, types = (ast.parse((ROOT / f"modules/sdk/python/vow_module.{end}").read_text()) for end in ("py", "pyi"))
        self.assertEqual(public_names(library), public_names(types))

    # --- Node ---

    @unittest.skipUnless(shutil.which("npm"), "it needs npm")
    def test_the_tarball_is_installed_by_npm(self):
        module = self.made_module("node", "vow_module.js")
        module.write_text(module.read_text().replace("'./vow_module.js'", "'vow-module'"))
        (module.parent / "package.json").write_text("{}")
        tarball = self.made[f"vow-module-{VERSION}.tgz"]
        self.run_in(module.parent, "npm", "install", "--offline", "--no-audit", "--no-fund", "--no-update-notifier", tarball)
        installed = json.loads((module.parent / "node_modules/vow-module/package.json").read_text())
        self.assertEqual(VERSION, installed["version"])
        self.assertTrue((module.parent / "node_modules/vow-module" / installed["types"]).exists())
        if has_checker("tsc"):
            self.check_types(module.parent)
        shutil.move(module.parent / "node_modules", self.root / "node_modules")  # the folder above is looked into as well
        said = self.run_in(module.parent, VOW, "module", "test", "--interpreter", shutil.which("node"), module.name, "cases.yaml")
        self.assertRegex(said, r": [1-9]\d* pass\n$")
        shutil.move(self.root / "node_modules", module.parent / "node_modules")
        policy = module.parent / "main.cf"
        policy.write_text(POLICY % (module.name, shutil.which("node"), self.root / "made"))
        self.run_in(module.parent, VOW, "run", "-w", self.root / "work", "--trust-paths", policy)
        self.assertEqual("hello", (self.root / "made").read_text())

    def check_types(self, folder):
        """Beside the few types of Node that the declarations use."""
        types = folder / "node_modules/@types/node/index.d.ts"
        types.parent.mkdir(parents=True)
        types.write_text("declare namespace NodeJS { type ArrayBufferView = Uint8Array }\ninterface Buffer extends Uint8Array {}\n")
        for action, status in (("create", 0), ("crate", 2)):
            (folder / "check.ts").write_text(TYPED % action)
            self.run_in(folder, "tsc", "--noEmit", "--strict", "--target", "es2020", "--moduleResolution", "node", "check.ts", status=status)

    @unittest.skipUnless(shutil.which("node"), "it needs node")
    def test_the_types_in_node_are_those_of_the_library(self):
        ask = "const l = require(process.argv[1]); console.log(Object.keys(l).sort().join(' '))"
        exported = self.run_in(self.root, "node", "-e", ask, ROOT / "modules/sdk/node/vow_module.js").split()
        types = (ROOT / "modules/sdk/node/vow_module.d.ts").read_text()
        self.assertEqual(exported, sorted(re.findall(r"^export (?:class|function) (\w+)", types, re.MULTILINE)))
        library = (ROOT / "modules/sdk/node/vow_module.js").read_text()
        words = re.search(r"MODULE_WORDS = \[(.*?)\]", library, re.DOTALL)[1]
        self.assertEqual(sorted(re.findall(r"'(\w+)'", words)), members(types, "Module"))
        answers = re.search(r"^class Answer \{(.*?)^\}", library, re.DOTALL | re.MULTILINE)[1]
        methods = set(re.findall(r"^  (\w+)\([^)]*\) \{", answers, re.MULTILINE)) | {"would"}
        self.assertEqual(sorted(methods - {"constructor", "fail", "addResult", "commitChange"}), members(types, "Answer"))

    # --- Perl and shell ---

    @unittest.skipUnless(shutil.which("perl") and shutil.which("make"), "it needs perl and make")
    def test_the_tarball_is_installed_as_cpan_does(self):
        with tarfile.open(self.made[f"VowModule-{VERSION}.tar.gz"]) as archive:
            archive.extractall(self.root)
        source, base = self.root / f"VowModule-{VERSION}", self.root / "perl"
        said = self.run_in(source, "perl", "Makefile.PL", f"INSTALL_BASE={base}")
        self.assertIn("Looks good", said, "everything in MANIFEST is there")
        for words in (["make"], ["make", "test"], ["make", "install"]):
            self.run_in(source, *words)
        module = self.made_module("perl", "VowModule.pm")
        self.environment["PERL5LIB"] = str(base / "lib/perl5")
        self.check(module, shutil.which("perl"))

    def test_the_shell_file_is_sourced_where_it_lies(self):
        module = self.made_module("shell", "vow_module.sh")
        (self.root / "lib").mkdir()
        library = shutil.copy(self.made["vow_module.sh"], self.root / "lib")
        text = module.read_text().replace('"$(dirname "$0")/vow_module.sh"', f"'{library}'")
        self.assertIn(f". '{library}'", text)
        module.write_text(text)
        said = self.run_in(module.parent, VOW, "module", "test", module.name, "cases.yaml")
        self.assertRegex(said, r": [1-9]\d* pass\n$")

    def test_the_lines_for_continuous_integration_run(self):
        self.run_in(self.root, VOW, "module", "new", "keep_text")
        text = (ROOT / "docs/harness.md").read_text()
        blocks = re.findall(r"^```yaml\n(.*?)^```$", text.split("## In continuous integration")[1], re.MULTILINE | re.DOTALL)[:2]
        lines = [re.findall(r"^ *- (?:run: )?vow (module .*)$", block, re.MULTILINE) for block in blocks]
        self.assertEqual([2, 2], [len(each) for each in lines])
        for line in sum(lines, []):
            self.run_in(self.root / "keep_text", "sh", "-c", f"{VOW} {line}")
        self.assertIn("<testcase", (self.root / "keep_text/report.xml").read_text())

    # --- all ---

    def test_the_same_source_gives_the_same_bytes(self):
        again = made_in(self.root / "again", TZ="Asia/Tokyo")
        self.assertEqual({name: path.read_bytes() for name, path in self.made.items()}, {name: path.read_bytes() for name, path in again.items()})
        self.assertEqual(4, len(again))


def public_names(tree):
    """The parameters of each public function and method, the classes, and the constants."""
    found = {}
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            found[node.name] = parameters(node)
        elif isinstance(node, ast.ClassDef):
            found[node.name] = {each.name: parameters(each) for each in node.body if isinstance(each, ast.FunctionDef) and is_public(each.name)}
        elif isinstance(node, (ast.Assign, ast.AnnAssign)):
            target = node.targets[0] if isinstance(node, ast.Assign) else node.target
            found[target.id] = "constant"
    return {name: value for name, value in found.items() if is_public(name)}


def is_public(name):
    return not name.startswith("_") or name.startswith("__")


def parameters(function):
    given = function.args
    plain = [each.arg for each in given.args]
    optional = len(given.defaults)
    named = [(each.arg, default is not None) for each, default in zip(given.kwonlyargs, given.kw_defaults)]
    rest = [each.arg for each in (given.vararg, given.kwarg) if each]
    return plain, optional, named, rest


def members(types, interface):
    body = re.search(r"^export interface %s \{(.*?)^\}" % interface, types, re.DOTALL | re.MULTILINE)[1]
    return sorted(set(re.findall(r"^  (\w+)[?(:]", body, re.MULTILINE)))


if __name__ == "__main__":
    run_unittests()
