#!/usr/bin/env python3
"""Less than 100 kB of hostile input, in each language, ends soon and in bounded memory, with an exit status that is not a fault.

The processor's time is bounded rather than the clock's, so that a busy machine does not fail. usage: hostile_test.py VOW
"""

import os
import sys
import tempfile
import unittest
from pathlib import Path

TESTS = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(TESTS / "support"))
from bounded_run import bounded_run
from tally import run_unittests

VOW = str(Path(sys.argv.pop(1)).resolve(strict=True))
LIMIT = 10  # seconds of the processor
MOST_BYTES = 1 << 30
MOST_INPUT = 100_000
BUDGET = "--max-values=64m"  # a build without optimisation takes minutes to fill the usual one
PLAN = "doctype: com.datagridsys.doctype/skopos/deploy-plan\nversion: alpha/1\nsteps:\n  - id: web\n    class: component\n    steps:\n"


def policy(variables, rest=""):
    return f"bundle agent main {{\nvars:\n{variables}\n}}\n{rest}"


def numbered(line, count):
    return "".join(line.replace("{n}", str(number)).replace("{p}", str(number - 1)) + "\n" for number in range(1, count + 1))


def action(words):
    return PLAN + f"      - {{id: a, class: action, {words}}}\n"


NESTED = "(" * 20000 + "a" + ")" * 20000
CASES = {
    "cfengine": {
        "variables of variables": policy('"v0" string => "x";\n' + numbered('"v{n}" string => "$(v{p})$(v{p})";', 60)),
        "lists in lists": policy('"v0" slist => { "a", "b" };\n' + numbered('"v{n}" slist => { @(v{p}), @(v{p}) };', 40)),
        "data in data": policy('"v0" data => \'["a"]\';\n' + numbered('"v{n}" data => parsejson(\'{"a": "$(v{p})"}\');', 40)),
        "a range of ranges": policy('"x" slist => expandrange("[1-9999][1-9999][1-9999]", 1);'),
        "a width of a format": policy('"x" string => format("%2000000000d", 1);'),
        "a pattern": policy('"x" string => regex_replace("' + "a" * 60 + '", "(a|aa|aaa)+$b", "x", "g");'),
        "a bundle that calls itself": "bundle agent main { methods: \"m\" usebundle => main; }\n",
        "bundles that double": 'bundle agent main { methods: "m" usebundle => b("x"); }\n'
                               'bundle agent b(t) { methods: "m" usebundle => b("$(t)$(t)"); }\n',
        "nested calls": policy('"x" string => ' + "concat(" * 3000 + '"a"' + ")" * 3000 + ";"),
        "a nested guard": "bundle agent main { reports: " + NESTED + ":: \"x\"; }\n",
        "a nested template": policy('"d" data => \'{"a": [1,2]}\';\n"x" string => string_mustache("' + "{{#a}}" * 2000 + '", d);'),
        "many mistakes": "bundle agent main { " + "x: y; " * 15000 + "}\n",
    },
    "otterscript": {
        "texts of texts": "set $t = xxxxxxxx;\n" + numbered("set $v{n} = $t; set $t = $t$t;", 60),
        "lists of lists": "set @l = @(a, b);\n" + "set @l = @ListConcat(@l, @l);\n" * 26,
        "maps of maps": "set %m = %(a: 1);\n" + "set %m = %(a: %m, b: %m);\n" * 60 + "Log-Information $ToJson(%m);\n",
        "a range": "set @l = @Range(1, 999999999999);\n",
        "a pattern": "set $t = " + "a" * 60 + "b;\nif $MatchesRegex($t, >>(a|aa|aaa)+$>>) { Log-Information x; }\n",
        "a module that calls itself": "module M { call M; }\ncall M;\n",
        "a module that doubles": "module M<$t> { call M(t: $t$t); }\ncall M(t: x);\n",
        "an index": "set @l = @();\nset @l[999999999] = x;\n",
        "nested blocks": "{" * 20000 + "}" * 20000 + "\n",
        "nested calls": "set $x = " + "$ToUpper(" * 5000 + "a" + ")" * 5000 + ";\n",
        "padding": "set $x = $PadLeft(a, 999999999999);\n",
        "many blocks at once": "with async { set $x = 1; }\n" * 3000,
    },
    "inmanta": {
        "texts of texts": 'v0 = "xxxxxxxx"\n' + numbered('v{n} = "{{v{p}}}{{v{p}}}"', 60),
        "lists of lists": "v0 = [1, 2]\n" + numbered("v{n} = [v{p}, v{p}]", 40),
        "dicts of dicts": 'v0 = {"a": 1}\n' + numbered('v{n} = {"a": v{p}, "b": v{p}}', 25) + 'std::print(v25)\n',
        "a comprehension": "l = std::sequence(100000000)\n",
        "a list repeated": "l = [1 for a in [1,2,3,4,5,6,7,8,9,10]" + " for x in [1,2,3,4,5,6,7,8,9,10]" * 8 + "]\n",
        "a pattern": 'typedef t as string matching /(a|aa|aaa)+$b/\nentity A:\n    t x\nend\nimplement A using std::none\nA(x="' + "a" * 60 + '")\n',
        "nested parentheses": "x = " + NESTED.replace("a", "1") + "\n",
        "nested lists": "x = " + "[" * 20000 + "]" * 20000 + "\n",
        "a power": "x = 9 ** 999999999\n",
        "a variable of itself": "x = [x]\ny = z\nz = y\n",
        "many errors": "x = 1\n" * 14000,
        "a chain of typedefs": "typedef t0 as string\n" + numbered("typedef t{n} as t{p} matching self != \"x\"", 1500),
    },
    "skopos": {
        "a text of references": action('exec: "echo ' + "{{.image}}" * 4000 + '"'),
        "aliases of aliases": "a0: &a0 [x,x,x,x,x,x,x,x,x]\n" + numbered("a{n}: &a{n} [*a{p},*a{p},*a{p},*a{p},*a{p}]", 20) + action("exec: x"),
        "nested lists": action("exec: " + "[" * 30000 + "]" * 30000),
        "nested groups": PLAN + "".join("  " * (n + 3) + f"- id: g{n}\n" + "  " * (n + 4) + "class: group\n" + "  " * (n + 4) + "steps:\n"
                                        for n in range(150)),
        "steps that jump to each other": PLAN + "".join(f"      - {{id: s{n}, class: delay, duration: 0, on_pass: s{1 - n}}}\n" for n in range(2)),
        "an endless loop": PLAN + "      - {id: l, class: instance-loop, count: 999999999, steps: [{id: d, class: delay, duration: 0}]}\n",
        "a delay of no time": PLAN + "      - {id: d, class: delay, duration: .nan}\n",
        "a large request": action("plugin: p, action: x, arguments: {" + ", ".join(f'k{n}: "' + "{{.image}}" * 800 + '"' for n in range(10)) + "}"),
        "many steps of one name": PLAN + "      - {id: s, class: delay, duration: 0}\n" * 2200,
        "a nested reference": action('exec: "' + "{{" * 20000 + '"'),
    },
}
FILES = {"cfengine": "p.cf", "otterscript": "p.otter", "inmanta": "model/main.cf", "skopos": "p.yaml"}
MODEL = "doctype: com.datagridsys.doctype/skopos/model\nversion: 1\ncomponents: {web: {image: %s}}\n" % ("x" * 40000)


class Hostile(unittest.TestCase):
    def run_case(self, language, text, command):
        self.assertLess(len(text), MOST_INPUT)
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, FILES[language])
            path.parent.mkdir(exist_ok=True)
            path.write_text(text)
            words = [VOW, command, str(path), "--language", language, BUDGET, "-w", folder + "/work"]
            if language == "skopos":
                Path(folder, "plugins").mkdir()
                Path(folder, "plugins/p").write_text("#!/bin/sh\nexec cat\n")
                Path(folder, "plugins/p").chmod(0o755)
                Path(folder, "model.yaml").write_text(MODEL)
                words += ["--model", folder + "/model.yaml"]
            return bounded_run(words, folder)

    def bounded(self, language):
        for title, text in CASES[language].items():
            for command in ("check", "run"):
                with self.subTest(f"{language}: {title}, {command}"):
                    done = self.run_case(language, text, command)
                    if os.environ.get("VOW_HOSTILE_TIMES"):
                        print(f"{done.seconds:6.2f} s {done.bytes >> 20:5} MiB  exit {done.code:3}  {language}: {title}, {command}", flush=True)
                    self.assertTrue(0 <= done.code < 70, f"exit status {done.code}: {done.output[-1000:]}")
                    self.assertLess(done.seconds, LIMIT, done.output[-1000:])
                    self.assertLess(done.bytes, MOST_BYTES)

    def test_a_hostile_policy_ends(self):
        self.bounded("cfengine")

    def test_a_hostile_plan_ends(self):
        self.bounded("otterscript")

    def test_a_hostile_model_ends(self):
        self.bounded("inmanta")

    def test_a_hostile_deployment_ends(self):
        self.bounded("skopos")


if __name__ == "__main__":
    run_unittests()
