#!/usr/bin/env python3
"""The libraries for authors of modules: one module, written in every language, holds one and the same conversation.

setting.txt is that conversation. Modules of the line variant get the same, in that variant.
"""

import ast
import errno
import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support"))
from tally import run_unittests, skip_without

HERE = Path(__file__).resolve().parent
SDK = HERE.parents[1] / "modules" / "sdk"
CPP_MODULE = Path(sys.argv.pop(1)).resolve(strict=True)
LIMIT = 60  # seconds that a whole conversation may take

# A module that reports invalid progress, in every language.
TALKATIVE = {
    "python": ("talk.py", "python/vow_module.py", """
from vow_module import Module, serve
class Talk(Module):
    name, parallel = "talk", True
    def evaluate(self, promise):
        for percent, text in ((-1, "below"), (33.9, "two\\r\\nlines"), (1000, "above")):
            self.progress(percent, text)
        self.kept()
serve(Talk())
"""),
    "perl": ("talk.pl", "perl/VowModule.pm", """
use FindBin; use lib $FindBin::Bin; use VowModule;
VowModule->new(name => 'talk', parallel => 1, evaluate => sub {
    my ($self) = @_;
    $self->progress(@$_) for [-1, 'below'], [33.9, "two\\r\\nlines"], [1000, 'above'];
    $self->kept;
})->serve;
"""),
    "node": ("talk.js", "node/vow_module.js", """
require('./vow_module.js').serve({ name: 'talk', parallel: true, evaluate(promise, answer) {
  for (const step of [[-1, 'below'], [33.9, 'two\\r\\nlines'], [1000, 'above']]) answer.progress(...step);
  answer.kept();
} });
"""),
    "sh": ("talk.sh", "shell/vow_module.sh", """
. "$(dirname "$0")/vow_module.sh"
parallel=yes
promiser summary="anything"
attribute text
do_evaluate() {
    progress -1 below; progress 33.9 "$(printf 'two\\r\\nlines')"; progress 1000 above
    kept
}
module_main talk 1.0
"""),
}
PROGRESS = ["progress=0 below", "progress=33 two  lines", "progress=100 above"]


def conversation():
    """The steps of the conversation, as ("say", [line...]), ("hear", [line...]), ("make", "FILE JSON") or ("find", ...)."""
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
    """A message of the JSON variant in the line variant, or None if that cannot carry it."""
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

    def __init__(self, command, **environment):
        streams = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
        self.process = subprocess.Popen(command, env={**os.environ, **environment}, **streams)
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
        """Exit status, the rest of its output, and its standard error."""
        self.process.stdin.close()
        rest, errors = self.process.stdout.read(), self.process.stderr.read()
        return self.process.wait(), rest, errors


class Sdk(unittest.TestCase):
    maxDiff = None

    def test_a_python_module_passes(self):
        self.converses([sys.executable, SDK / "python/example/setting.py"])

    def test_the_python_library_has_the_syntax_of_3_8(self):
        for path in (SDK / "python").rglob("*.py"):
            ast.parse(path.read_text(), path.name, feature_version=(3, 8))

    def test_a_python_module_passes_on_the_line_variant(self):
        serving = "from setting import *; serve(Setting(), variant='line_based')"
        path = f"import sys; sys.path.insert(0, {str(SDK / 'python/example')!r}); "
        self.converses([sys.executable, "-B", "-c", path + serving], line_based=True)

    def test_a_perl_module_passes(self):
        self.converses([self.installed("perl"), SDK / "perl/example/setting.pl"])

    def test_a_node_module_passes(self):
        self.converses([self.installed("node"), SDK / "node/example/setting.js"])

    def test_a_cpp_module_passes(self):
        self.converses([CPP_MODULE])

    def test_a_bash_module_passes(self):
        self.converses([self.installed("bash"), SDK / "shell/example/setting.sh"], line_based=True)

    def test_a_dash_module_passes(self):
        self.converses([self.installed("dash"), SDK / "shell/example/setting.sh"], line_based=True)

    def test_an_unknown_declaration_is_reported(self):
        python = "import sys; sys.path.insert(0, 'python'); from vow_module import *; Attribute(set)"
        node = "require('./node/vow_module.js').serve({ name: 'x', attributes: { a: { requird: true } } })"
        perl = "use lib 'perl'; use VowModule; VowModule->new(name => 'x', attributes => [a => {type => 'text'}])"
        shell = ". ./shell/vow_module.sh; attribute a type=text"
        for program, option, code, said in (
            (sys.executable, "-Bc", python, "the type of an Attribute must be one of str, int, float, bool, list, dict, object, not <class 'set'>"),
            ("node", "-e", node, "attribute 'a': 'requird' is not one of type, required"),
            ("perl", "-e", perl, "type of attribute 'a': 'text' is not one of data, body, bool"),
            ("sh", "-c", shell, "attribute a: unknown word 'type=text'"),
        ):
            with self.subTest(program=program):
                ran = subprocess.run([self.installed(program), option, code], cwd=SDK, capture_output=True, text=True, stdin=subprocess.DEVNULL)
                self.assertNotEqual(0, ran.returncode)
                self.assertIn(said, ran.stderr)

    def installed(self, program):
        path = shutil.which(program)
        skip_without(self, program, path, f"{program} is not installed")
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


class Features(unittest.TestCase):
    """Features besides the answers: progress, sent only on request, and parallel, only if declared."""

    def test_a_python_module_passes(self):
        self.is_talkative("python", sys.executable, "-B")

    def test_a_perl_module_passes(self):
        self.is_talkative("perl", "perl")

    def test_a_node_module_passes(self):
        self.is_talkative("node", "node")

    def test_a_bash_module_passes(self):
        self.is_talkative("sh", "bash")

    def test_a_dash_module_passes(self):
        self.is_talkative("sh", "dash")

    def test_long_lines_are_answered_in_shell(self):
        for interpreter in ("bash", "dash"):
            with self.subTest(interpreter=interpreter):
                self.answers_long_lines(interpreter, "x" * 300_000)

    def answers_long_lines(self, interpreter, long):
        """Cutting the first part off a text must not take the square of its length, which would be minutes."""
        skip_without(self, interpreter, shutil.which(interpreter), f"{interpreter} is not installed")
        _, library, source = TALKATIVE["sh"]
        with tempfile.TemporaryDirectory() as folder:
            shutil.copy(SDK / library, folder)
            Path(folder, "talk.sh").write_text(source)
            with Module([interpreter, Path(folder, "talk.sh")]) as module:
                module.say(["cf-agent 3.27.0 v1"])
                module.hear()
                module.say(["operation=validate_promise", "promiser=" + long, long, f"attribute_{long}=1", f"attribute_{long}"])
                unknown, *result = module.hear()
        self.assertEqual(["operation=validate_promise", "result=invalid"], result)
        self.assertTrue(unknown == f"log_error=Unknown attribute '{long}'", unknown[:100])

    def is_talkative(self, language, *interpreter):
        skip_without(self, interpreter[0], shutil.which(interpreter[0]), f"{interpreter[0]} is not installed")
        name, library, source = TALKATIVE[language]
        with tempfile.TemporaryDirectory() as folder:
            shutil.copy(SDK / library, folder)
            Path(folder, name).write_text(source)
            for asked in ("", "0", "1"):
                with Module([*interpreter, Path(folder, name)], VOW_PROGRESS=asked) as module:
                    header, lines = self.evaluated(module, is_json=language != "sh")
                self.assertTrue(header.endswith(" variables changes progress parallel"), header)
                self.assertEqual(PROGRESS if asked == "1" else [], lines)

    def evaluated(self, module, is_json):
        """The header, and what comes before the answer to evaluate."""
        module.say(["cf-agent 3.27.0 v1"])
        header = module.hear()[0]
        fields = {"operation": "evaluate_promise", "log_level": "info", "promise_type": "talk", "promiser": "x"}
        module.say([json.dumps(fields)] if is_json else [f"{name}={text}" for name, text in fields.items()])
        lines = module.hear()
        self.assertIn("kept", "".join(lines))
        return header, [line for line in lines if line.startswith("progress=")]


# Writes "new" to the file named by the argument, and prints what it reads from it then, or the error.
WRITERS = {
    "python": ["python3", "-c", """
import sys; sys.path.insert(0, sys.argv[1]); import vow_module
try:
    vow_module.write_file(sys.argv[2], "new"); print(vow_module.read_file(sys.argv[2]), end="")
except OSError as error:
    print("error", error.errno)
"""],
    "perl": ["perl", "-e", """
use lib shift; require VowModule;
print VowModule::write_file($ARGV[0], 'new') ? VowModule::read_file($ARGV[0]) : 'error ' . ($! + 0) . "\\n";
"""],
    "node": ["node", "-e", """
const { readFile, writeFile } = require(`${process.argv[1]}/vow_module.js`), { errno } = require('os').constants;
try { writeFile(process.argv[2], 'new'); process.stdout.write(readFile(process.argv[2])); }
catch (error) { console.log('error', errno[error.code]); }
"""],
    "shell": ["sh", "-c", """
. "$0/vow_module.sh"
problem=$(printf new | write_file "$1" 2>&1) && read_file "$1" || case "$problem" in
    *"not a regular file"*) echo error 22 ;;
    *"another owner or group"*) echo error 67 ;;
    *) echo "$problem" ;;
esac
"""],
}
OTHER_USER = 6666


class Files(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)

    def written(self, language, path):
        program, option, text = WRITERS[language]
        if shutil.which(program) is None:
            return None
        done = subprocess.run([program, option, text, SDK / language, path], capture_output=True, text=True, timeout=LIMIT, check=False)
        self.assertEqual("", done.stderr)
        return done.stdout

    def test_a_file_is_replaced_and_keeps_its_mode(self):
        for language in WRITERS:
            path = self.root / f"{language}.old"
            path.write_text("old")
            path.chmod(0o640)
            (self.root / f"{language}.link").symlink_to(path.name)
            for name in (f"{language}.link", f"{language}.new"):
                self.assertIn(self.written(language, self.root / name), ("new", None))
            if shutil.which(WRITERS[language][0]):
                self.assertEqual(("new", 0o640), (path.read_text(), path.stat().st_mode & 0o777))
                self.assertEqual(0o600, (self.root / f"{language}.new").stat().st_mode & 0o777)
            self.assertEqual([], [name for name in os.listdir(self.root) if ".vow-" in name])

    def test_a_fifo_is_refused_at_once(self):
        os.mkfifo(self.root / "fifo")
        for language in WRITERS:
            self.assertIn(self.written(language, self.root / "fifo"), (f"error {errno.EINVAL}\n", None))

    def test_a_link_that_another_user_planted_is_refused(self):
        skip_without(self, "root", os.geteuid() == 0, "only root can give files to other users")
        (self.root / "secret").mkdir()
        (self.root / "secret/f").write_text("root's")
        for name, target in (("file", "secret/f"), ("folder", "secret")):
            (self.root / name).symlink_to(target)
            os.lchown(self.root / name, OTHER_USER, OTHER_USER)
        for language in WRITERS:
            for path in ("file", "folder/f", "folder/x"):
                self.assertIn(self.written(language, self.root / path), (f"error {errno.ENOLINK}\n", None))
        self.assertEqual(["f"], os.listdir(self.root / "secret"))
        self.assertEqual("root's", (self.root / "secret/f").read_text())


if __name__ == "__main__":
    run_unittests()
