#!/usr/bin/env python3
"""The values of a run take no more memory together than its budget, in every language; what would take more is a failed step.

usage: budget_test.py VOW
"""

import os
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

TESTS = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(TESTS / "support"))
from tally import run_unittests

VOW = str(Path(sys.argv.pop(1)).resolve(strict=True))
MIB = 1 << 20
BUDGET = 48  # MiB
OVERHEAD = 200 * MIB  # of a program, also of a sanitized one
TOO_MUCH = f"the values of this run would take more than {BUDGET} MiB together (--max-values)"
PLAN = "doctype: com.datagridsys.doctype/skopos/deploy-plan\nversion: alpha/1\nsteps:\n  - id: web\n    class: component\n    steps:\n"
MODEL = "doctype: com.datagridsys.doctype/skopos/model\nversion: 1\ncomponents: {web: {image: %s}}\n"


def doubled(line, times, first=1):
    """`line` for each number, with {new} and {old} for it and the one before."""
    return "".join(line.replace("{new}", str(number)).replace("{old}", str(number - 1)) + "\n" for number in range(first, first + times))


class Budget(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)

    def write(self, name, text):
        path = self.root / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
        return path

    def vow(self, *words, program=VOW):
        environment = dict(os.environ, CFENGINE_TEST_OVERRIDE_WORKDIR=str(self.root / "work"))
        process = subprocess.Popen([program, *words], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, cwd=self.root,
                                   env=environment)
        process.text = process.stdout.read()
        process.stdout.close()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        process.bytes = usage.ru_maxrss * 1024
        return process

    def run_within(self, name, text, *options, budget=BUDGET):
        """A run that stays within its budget and fails in the usual way."""
        done = self.vow("run", f"--max-values={budget}m", *options, self.write(name, text))
        self.assertLess(done.bytes, budget * MIB * 5 // 4 + OVERHEAD)
        self.assertLess(done.returncode, 70, done.text[-2000:])
        self.assertGreaterEqual(done.returncode, 0, done.text[-2000:])
        return done

    def refused(self, name, text, *options, place, too_much=TOO_MUCH):
        done = self.run_within(name, text, *options)
        self.assertIn(too_much, done.text[:20000])
        self.assertRegex(done.text[:20000], re.escape(name) + place)
        return done

    def test_a_policy_that_doubles_its_values_stays_within_the_budget(self):
        for definition in (
            '"v{new}" string => "$(v{old})$(v{old})";',
            '"v{new}" string => concat("$(v{old})", "$(v{old})");',
            '"v{new}" string => format("%s%s", "$(v{old})", "$(v{old})");',
            '"v{new}" slist => { @(v{old}), @(v{old}) };',
            '"v{new}" slist => maplist("$(this)$(this)", @(v{old}));',
            '"v{new}" data => parsejson(\'{"a": "$(v{old})", "b": "$(v{old})"}\');',
        ):
            with self.subTest(definition):
                first = '"v0" slist => { "xxxxxxxx", "yyyyyyyy" };' if "slist" in definition else '"v0" string => "xxxxxxxxxxxxxxxx";'
                if "data" in definition:  # texts first
                    first += "\n" + doubled('"v{new}" string => "$(v{old})$(v{old})";', 20)
                    definitions = doubled('"d{new}" data => parsejson(\'{"a": "$(v20)", "b": "{new}"}\');', 40)
                else:
                    definitions = doubled(definition, 40)
                text = "bundle agent main {\nvars:\n" + first + "\n" + definitions + 'reports: "done";\n}\n'
                done = self.refused("p.cf", text, place=r":\d+")
                self.assertIn("R: done", done.text)
                self.assertEqual(1, done.returncode)

    def test_a_plan_that_doubles_its_values_stays_within_the_budget(self):
        text = "set $t = xxxxxxxxxxxxxxxx;\nforeach $i in @Range(1,20) { set $t = $t$t; }\n"
        for plan in (
            text + "set @l = @();\nforeach $i in @Range(1,100) { set @l = @ListInsert(@l, $t, 0); }\n",
            text + doubled("set $v{new} = $t;", 40),
            text + doubled("set @v{new} = @($t, $t);", 40),
            "set @l = @Range(1,1000000);\n" + doubled("set @v{new} = @ListConcat(@l, @l);", 40),
        ):
            with self.subTest(plan[-200:]):
                done = self.run_within("p.otter", plan)
                self.assertRegex(done.text[:20000], re.escape(TOO_MUCH) + r" \(\S*p\.otter:\d+:\d+\)")
                self.assertEqual(1, done.returncode)

    def test_a_try_catches_a_statement_that_exceeds_the_budget(self):
        done = self.run_within("p.otter", "set $t = xxxxxxxxxxxxxxxx;\nforeach $i in @Range(1,20) { set $t = $t$t; }\nset @l = @();\n"
                               "try { foreach $i in @Range(1,100) { set @l = @ListInsert(@l, $t, 0); } } catch { Log-Information caught; }\n"
                               "set @l = @();\nset $t = x;\nLog-Information end;\n")
        self.assertIn("caught", done.text)
        self.assertIn("end", done.text)
        self.assertEqual(0, done.returncode, done.text)

    def test_a_model_that_doubles_its_values_stays_within_the_budget(self):
        first = 'v0 = "xxxxxxxxxxxxxxxx"\n' + doubled('v{new} = "{{v{old}}}{{v{old}}}"', 20)
        for definitions in (
            doubled('w{new} = "{{v20}}{new}"', 40),
            doubled('w{new} = f"{v20}{new}"', 40),
            doubled("w{new} = [item for item in [v20 + \"{new}\", v20 + \"-{new}\"]]", 40),
            doubled('w{new} = {"a": v20 + "{new}"}', 40),
        ):
            with self.subTest(definitions[:60]):
                done = self.run_within("model/main.cf", first + definitions, "--language", "inmanta")
                self.assertIn(TOO_MUCH, done.text[:20000])
                self.assertRegex(done.text[:20000], r"main\.cf:\d+:\d+: error")
                self.assertEqual(3, done.returncode)

    def test_a_step_of_a_deployment_that_takes_too_much_fails(self):
        model = self.write("model.yaml", MODEL % ("x" * 40000))
        self.write("plugins/grow", "#!/bin/sh\n").chmod(0o755)
        words = ", ".join(f'k{number}: "{"{{.image}}" * 200}"' for number in range(20))
        plan = PLAN + f"      - {{id: large, class: action, plugin: grow, action: x, arguments: {{{words}}}, on_fail: next}}\n"
        plan += "      - {id: small, class: action, exec: /bin/true}\n"
        done = self.run_within("p.yaml", plan, "--model", str(model), "-w", str(self.root / "work"))
        self.assertIn(f"step 'large' failed: {TOO_MUCH}", done.text[:20000])
        self.assertIn("step 'small' passed", done.text)
        text = PLAN + f'      - {{id: large, class: action, exec: "echo {"{{.image}}" * 2000}"}}\n'
        done = self.run_within("p2.yaml", text, "--model", str(model), "-w", str(self.root / "work2"), budget=400)
        self.assertIn("step 'large' failed: a text would be longer than 64 MiB", done.text)

    def test_a_check_has_the_same_budget(self):
        texts = '"v0" string => "xxxxxxxxxxxxxxxx";\n' + doubled('"v{new}" string => "$(v{old})$(v{old})";', 40)
        policy = self.write("p.cf", "bundle common c {\nvars:\n" + texts + '}\nbundle agent main { reports: "$(c.v1)"; }\n')
        done = self.vow("check", f"--max-values={BUDGET}m", policy)
        self.assertIn(TOO_MUCH, done.text)
        self.assertLess(done.bytes, BUDGET * MIB * 5 // 4 + OVERHEAD)

    def test_the_settings_of_the_host_bound_a_run(self):
        texts = '"v0" string => "xxxxxxxxxxxxxxxx";\n' + doubled('"v{new}" string => "$(v{old})$(v{old})";', 23)
        policy = self.write("p.cf", "bundle agent main {\nvars:\n" + texts + 'reports: "done";\n}\n')
        settings = self.write("settings.yaml", f"max_values: {BUDGET}m\n")
        done = self.vow("run", "--settings", str(settings), policy)
        self.assertIn(TOO_MUCH, done.text)
        done = self.vow("run", "--settings", str(settings), "--max-values", "1g", policy)
        self.assertNotIn("--max-values", done.text)

    def test_one_gibibyte_is_the_usual_budget_in_every_language(self):
        usual = TOO_MUCH.replace(str(BUDGET), "1024")
        long_text = doubled('"v{new}" string => "$(v{old})$(v{old})";', 21)
        policy = ('bundle agent main {\nvars:\n"v0" string => "xxxxxxxxxxxxxxxx";\n' + long_text
                  + doubled('"w{new}" string => "$(v21){new}";', 40) + "}\n")
        plan = ("set $t = xxxxxxxxxxxxxxxx;\nforeach $i in @Range(1,21) { set $t = $t$t; }\nset @l = @();\n"
                "foreach $i in @Range(1,100) { set @l = @ListInsert(@l, $t, 0); }\n")
        model = 'v0 = "xxxxxxxxxxxxxxxx"\n' + doubled('v{new} = "{{v{old}}}{{v{old}}}"', 21) + doubled('w{new} = "{{v21}}{new}"', 40)
        self.write("plugins/grow", "#!/bin/sh\n").chmod(0o755)
        words = ", ".join(f'k{number}: "{"{{.image}}" * 600}"' for number in range(20))
        deployment = PLAN + f"      - {{id: large, class: action, plugin: grow, action: x, arguments: {{{words}}}}}\n"
        for words, status in (
            ([self.write("p.cf", policy)], 1),
            ([self.write("p.otter", plan)], 1),
            (["--language", "inmanta", self.write("model/main.cf", model)], 3),
            (["--model", self.write("model.yaml", MODEL % ("x" * 100_000)), self.write("p.yaml", deployment)], 0),
        ):
            with self.subTest(str(words[-1])):
                done = self.vow("run", *words)
                self.assertIn(usual, done.text)
                self.assertEqual(status, done.returncode, done.text[-2000:])
                self.assertLess(done.bytes, 1500 * MIB)


if __name__ == "__main__":
    run_unittests()
