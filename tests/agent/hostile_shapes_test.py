#!/usr/bin/env python3
"""Texts of hostile shapes (deep nesting of every bracket, unterminated everything, long names, huge numbers, bytes that are not text), as
policies, as texts and values in them, as data and as templates: each run ends soon, in bounded memory, and with an exit status that is
not a fault.

Each shape is tried in one place of each language and by a quarter of the readers, by turns; with VOW_HOSTILE_ALL=1 in all of them.
usage: hostile_shapes_test.py VOW
"""

import os
import subprocess
import sys
import tempfile
import unittest
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

TESTS = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(TESTS / "support"))
from bounded_run import bounded_run
from tally import run_unittests

VOW = str(Path(sys.argv.pop(1)).resolve(strict=True))
LIMIT = 10  # seconds of the processor
MOST_BYTES = 1 << 30
SIZE = 90_000  # bytes of a shape
BUDGET = "--max-values=64m"
ALL = os.environ.get("VOW_HOSTILE_ALL") == "1"

PAIRS = [("(", ")"), ("[", "]"), ("{", "}"), ("<", ">"), ("$(", ")"), ("${", "}"), ("@(", ")"), ("%(", ")"), ("{{", "}}"), ("{{#a}}", "{{/a}}"),
         ("{% if a %}", "{% endif %}"), ("<%", "%>"), ("[%CFEngine ", "%]"), ("<a>", "</a>"), ('{"a":', "}"), ("- ", ""), ("a: ", ""), ("&a [", "]"),
         ("f(", ")"), ("a.b(", ")"), ("if a {", "}"), ("for a in b:\n", "end\n"), ("bundle agent a { ", "}"), ("'", "'"), ('"', '"'), ('"""', '"""'),
         (">>", ">>"), ("/*", "*/"), ('f"{', '}"'), ('r"', '"'), ("/", "/"), ("\\", ""), ("!", ""), ("-", ""), ("not ", ""), ("a ? b : ", "")]
REPEATED = ["a", "9", "0x", ".", ",", ";", ":", "=", "=>", "|", "&", "*", "#", "\t", " ", "\n", "\r", "\0", "\x1b", "\ufeff", "\u202e", "\U0001f600",
            "a.", "a::b", "a,", "a=b ", "a b\n", "1e9", "a=1\n", "a: b\n", "*a ", "<<: *a\n", "1 + ", "a and ", "a|b", "(a|a)*", "\\d+", "%s", "<a/>", "&lt;"]


def filled(unit):
    return unit * (SIZE // len(unit.encode("utf-8", "surrogateescape")))


def shapes():
    """Each text by its name."""
    for opening, closing in PAIRS:
        depth = SIZE // len(opening + closing + "a")
        yield f"nested {opening}", opening * depth + "a" + closing * depth
        yield f"unclosed {opening}", filled(opening)
        if closing not in ("", opening):
            yield f"closed {closing}", filled(closing)
    for unit in REPEATED:
        yield f"repeated {unit!a}", filled(unit)
    yield "bytes that are not text", filled("\udcff\udcc0\udc80")
    yield "a huge number", "1e" + "9" * 80_000
    yield "entities of entities", "<!DOCTYPE a [<!ENTITY e0 'x'>" + "".join(
        f"<!ENTITY e{n} '{f'&e{n - 1};' * 10}'>" for n in range(1, 20)) + "]><a>&e19;</a>"
    yield "aliases of aliases", "a0: &a0 [x, x]\n" + "".join(f"a{n}: &a{n} [*a{n - 1}, *a{n - 1}, *a{n - 1}]\n" for n in range(1, 30))
    yield "an alias of itself", "&a [*a]\n"


SHAPES = dict(shapes())
SKOPOS = "doctype: com.datagridsys.doctype/skopos/deploy-plan\nversion: alpha/1\nsteps:\n  - {id: a, class: group, steps: [%s]}\n"


def quoted(text):
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


# A policy of each language by the place of the shape in it: alone, where a value or a text of it is wanted.
LANGUAGES = {
    "cfengine": ("p.cf", [
        lambda shape: shape,
        lambda shape: "bundle agent main { vars: \"x\" string => " + shape + "; }\n",
        lambda shape: "bundle agent main { vars: \"x\" string => " + quoted(shape) + "; reports: " + quoted(shape) + "; }\n",
        lambda shape: "bundle agent main { reports: " + shape + ":: \"x\"; }\n",
    ]),
    "otterscript": ("p.otter", [
        lambda shape: shape,
        lambda shape: "set $x = " + shape + ";\n",
        lambda shape: "set $x = " + quoted(shape) + "; set $y = $RegexReplace($x, $x, $x); Log-Information $Eval($x);\n",
        lambda shape: "if " + shape + " { Log-Information x; }\n",
    ]),
    "inmanta": ("model/main.cf", [
        lambda shape: shape,
        lambda shape: "x = " + shape + "\n",
        lambda shape: "x = " + quoted(shape) + "\nstd::print(x)\ny = f" + quoted(shape) + "\n",
        lambda shape: "entity A:\n  string a = " + shape + "\nend\n",
    ]),
    "skopos": ("p.yaml", [
        lambda shape: shape,
        lambda shape: SKOPOS % ("{id: b, class: action, exec: " + shape + "}"),
        lambda shape: SKOPOS % ("{id: b, class: action, exec: " + quoted(shape) + ", label: " + quoted(shape) + "}"),
        lambda shape: SKOPOS % ("{id: b, class: delay, duration: " + shape + "}"),
    ]),
}
# How a policy of each language reads the file `shape` as data or a template.
READERS = {
    "cfengine data": ("p.cf", "".join(
        f'"{name}" {kind} => {call};\n' for name, kind, call in (
            ("a", "data", 'readjson("shape")'), ("b", "data", 'readyaml("shape")'), ("c", "data", 'readcsv("shape")'),
            ("d", "data", 'readenvfile("shape")'), ("e", "slist", 'readstringlist("shape", "#.*", ",", 100, 1000)'),
            ("f", "data", 'parsejson(readfile("shape"))'), ("g", "string", 'string_mustache(readfile("shape"), "{}")'),
            ("h", "slist", 'string_split(readfile("shape"), ",", 10)'), ("i", "string", 'regex_replace(readfile("shape"), "a+b", "x", "g")'),
            ("j", "data", 'data_regextract("(a+)+b", readfile("shape"))'), ("k", "data", 'data_readstringarray("shape", "#.*", ",", 100, 1000)')
        )), lambda text: "bundle agent main { vars: " + text + " }\n"),
    "cfengine template": ("p.cf", "template_method => \"cfengine\"", lambda text:
        f'bundle agent main {{ files: "$(this.promise_dirname)/made" create => "true", edit_template => "$(this.promise_dirname)/shape", {text}; }}\n'),
    "mustache template": ("p.cf", 'template_method => "mustache", template_data => parsejson("{}")', lambda text:
        f'bundle agent main {{ files: "$(this.promise_dirname)/made" create => "true", edit_template => "$(this.promise_dirname)/shape", {text}; }}\n'),
    "xml document": ("p.cf", "", lambda _: 'bundle agent main { files: "$(this.promise_dirname)/shape" edit_xml => e; }\n'
                                           'bundle edit_xml e { insert_tree: "<c/>" select_xpath => "/a"; }\n'),
    "lines of a file": ("p.cf", "", lambda _: 'bundle agent main { files: "$(this.promise_dirname)/shape" edit_line => e; }\n'
                                              'bundle edit_line e { delete_lines: "(a+)+b"; insert_lines: "x"; }\n'),
    "otterscript data": ("p.otter", "set $t = $FileContents(shape); set %m = $FromJson($t); set @l = @Split($t, a); set $x = $XmlEncode($t); "
                                    "set @r = @RegexFind($t, (a+)b);\n", str),
    "otterscript template": ("p.otter", "Apply-Template (InputFile: shape, OutputFile: made);\n", str),
    "otterscript inventory": ("p.otter", "Log-Information $ServerName;\n", str),
    "skopos model": ("p.yaml", SKOPOS % '{id: b, class: delay, duration: 0, label: "{{.vars.x}}"}', str),
    "skopos target": ("p.yaml", SKOPOS % '{id: b, class: delay, duration: 0, label: "{{.vars.x}}"}', str),
    "inmanta project": ("model/main.cf", "x = 1\n", str),
    "inmanta template": ("model/main.cf", 'a = "x"\nstd::print(std::template("/shape"))\n', str),
}
OPTIONS = {
    "otterscript inventory": ["--inventory", "shape"],
    "skopos model": ["--model", "shape"],
    "skopos target": ["--target", "shape"],
}
PLACES = {"inmanta project": "model/project.yml", "inmanta template": "model/templates/shape"}


class HostileShapes(unittest.TestCase):
    def run_policy(self, language, files, options=()):
        with tempfile.TemporaryDirectory() as folder:
            for name, text in files.items():
                path = Path(folder, name)
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(text.encode("utf-8", "surrogateescape"))
            policy = next(iter(files))
            words = [VOW, "run", policy, "--language", language, BUDGET, "-w", folder + "/work", *options]
            environment = dict(os.environ, HOME=folder)
            return bounded_run(words, folder, environment)

    def assert_bounded(self, title, done):
        if os.environ.get("VOW_HOSTILE_TIMES"):
            print(f"{done.seconds:6.2f} s {done.bytes >> 20:5} MiB  exit {done.code:3}  {title}", flush=True)
        with self.subTest(title):
            self.assertTrue(0 <= done.code < 70, f"exit status {done.code}: {done.output[-1000:]}")
            self.assertLess(done.seconds, LIMIT, done.output[-1000:])
            self.assertLess(done.bytes, MOST_BYTES)

    def run_all(self, cases):
        """Runs (title, language, files, options), two at a time."""
        with ThreadPoolExecutor(2) as pool:
            for (title, *_), done in zip(cases, pool.map(lambda case: self.run_policy(*case[1:]), cases)):
                self.assert_bounded(title, done)

    def shaped(self, language):
        name, places = LANGUAGES[language]
        self.run_all([(f"{language}: {title}, place {number}", language, {name: place(shape)})
                      for turn, (title, shape) in enumerate(SHAPES.items()) for number, place in enumerate(places)
                      if ALL or turn % len(places) == number])

    def test_a_policy_of_any_shape_ends(self):
        self.shaped("cfengine")

    def test_a_plan_of_any_shape_ends(self):
        self.shaped("otterscript")

    def test_a_model_of_any_shape_ends(self):
        self.shaped("inmanta")

    def test_a_deployment_of_any_shape_ends(self):
        self.shaped("skopos")

    def test_data_and_templates_of_any_shape_end(self):
        cases = []
        for number, (reader, (name, text, whole)) in enumerate(READERS.items()):
            language = next(each for each, (file, _) in LANGUAGES.items() if file == name)
            for turn, (title, shape) in enumerate(SHAPES.items()):
                if not ALL and (turn + number) % 4 != 0:
                    continue
                files = {name: whole(text), PLACES.get(reader, "shape"): shape}
                if reader == "inmanta template":
                    files["model/project.yml"] = "name: p\n"
                cases.append((f"{reader}: {title}", language, files, OPTIONS.get(reader, ())))
        self.run_all(cases)


if __name__ == "__main__":
    run_unittests()
