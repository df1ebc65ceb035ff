#!/usr/bin/env python3
"""Policies made at random print the same bytes whatever runs at once: `vow run -j1`, without -j, and -j8.

usage: parallel_policies_test.py VOW

VOW_TEST_POLICIES=N makes N policies in place of a few, VOW_TEST_SEED=N other ones.
"""

import os
import random
import re
import shutil
import subprocess
import sys
import unittest
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

TESTS = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(TESTS / "support"))
from golden import temporary_folder, write_files
from tally import run_unittests

VOW = str(Path(sys.argv.pop(1)).resolve(strict=True))
SEED = int(os.environ.get("VOW_TEST_SEED", "1"))
POLICIES = int(os.environ.get("VOW_TEST_POLICIES", "12"))
LIMIT = 120  # seconds that a run may take
SDK = TESTS.parent / "modules" / "sdk" / "python" / "vow_module.py"

# Takes a time that its promiser determines, so that the order in which promises end is mixed.
MODULE = '''#!/usr/bin/python3 -SE
import time
from vow_module import Attribute, Module, serve

class Work(Module):
    name, parallel = "NAME", PARALLEL
    attributes = {name: Attribute() for name in "result returns value writes reads text".split()}

    def validate(self, promise):
        if promise["result"] == "invalid":
            self.invalid("As promised")

    def evaluate(self, promise):
        self.log("verbose", "Begins " + promise.promiser)
        time.sleep(sum(promise.promiser.encode()) * 7 % 11 / 1000)
        if promise["reads"]:
            try:
                self.log("info", "Read " + open(promise["reads"]).read())
            except OSError:
                self.log("info", "Nothing to read")
        if promise["writes"]:
            with open(promise["writes"], "a") as file:
                file.write(promise.promiser + ",")
        if promise["value"]:
            self.variable("value", promise["value"])
        if promise["returns"]:
            self.result_class(promise["returns"])
        if self.would("work on " + promise.promiser):
            return
        answer = {"kept": self.kept, "not_kept": self.not_kept}.get(promise["result"], self.repaired)
        answer("Did " + (promise["text"] or promise.promiser))

serve(Work())
'''
HEAD = """body classes when_repaired(name) { promise_repaired => { "$(name)" }; }
body classes when_done(name) { promise_kept => { "$(name)" }; promise_repaired => { "$(name)" }; repair_failed => { "not_$(name)" }; }
body classes without(name) { cancel_kept => { "$(name)" }; cancel_repaired => { "$(name)" }; }
body action locked { ifelapsed => "1"; }
body action warn_only { action_policy => "warn"; }
body printfile whole(file) { file_to_print => "$(file)"; number_of_lines => "5"; }
"""
TYPES = {"red": True, "blue": True, "green": True, "slow": False, "other": False}


class Maker:
    """Writes one policy. Few names, so that promises depend on each other often."""

    def __init__(self, seed, folder):
        self.random = random.Random(seed)
        self.folder = folder
        self.handles = ["h2", "h1"]

    def policy(self):
        types = "".join(
            f'promise agent {name} {{ interpreter => "/usr/bin/python3"; path => "$(sys.policy_entry_dirname)/{name}.py"; }}\n' for name in TYPES
        )
        named = self.random.choice(["", 'body agent control { concurrent_types => { "slow", "commands" }; }\n'])
        calls = "".join(f'    methods: "m{n}" usebundle => called{n};\n' for n in range(2))
        main = f"bundle agent main {{\n{self.variables()}{self.classes()}{calls}{self.sections(4)}}}\n"
        called = "".join(f"bundle agent called{n} {{\n{self.variables()}{self.sections(3)}}}\n" for n in range(2))
        return types + HEAD + named + main + called

    def variables(self):
        return '    vars: "list" slist => { "x", "y", "z" }; "name" string => "c1"; "late" string => "$(red[p1][value])";\n'

    def classes(self):
        return '    classes: "c0" expression => "any"; "built" expression => "c1.c2";\n'

    def sections(self, most):
        return "".join(self.section() for _ in range(self.random.randint(1, most)))

    def section(self):
        kind = self.random.choices([*TYPES, "commands", "files", "reports", "classes"], [5, 5, 3, 3, 1, 3, 2, 2, 1])[0]
        make = {"commands": self.command, "files": self.file, "reports": self.report, "classes": self.defined}.get(kind, self.custom)
        return f"    {kind}:\n" + "".join(make() for _ in range(self.random.randint(1, 5)))

    def guard(self):
        return self.random.choice(["any", "any", "any", "any", "c1", "!c1", "c2|c3", "c1.!c2", '"$(name)"', "not_c2"])

    def one_of(self, *texts):
        return self.random.choice(texts)

    def common(self):
        possible = [
            ("classes", f"{self.one_of('when_repaired', 'when_done', 'without')}({self.one_of('c1', 'c2', 'c3')})"),
            ("if", self.one_of('"c1"', '"c2"', 'not("c3")', 'isvariable("red[p1][value]")', 'fileexists("%s/f1")' % self.folder, 'classmatch("c[12]")')),
            ("unless", self.one_of('"c1"', '"c3"')),
            ("depends_on", self.one_of('{ "h1" }', '{ "h2" }')),
            ("action", self.one_of("locked", "warn_only")),
        ]
        found = [f"{name} => {value}" for name, value in possible if self.random.random() < 0.15]
        if self.handles and self.random.random() < 0.15:
            found.append(f'handle => "{self.handles.pop()}"')  # each names one promise
        return found

    def promise(self, promiser, attributes):
        return f'      {self.guard()}:: "{promiser}"{" " if attributes else ""}{", ".join(attributes)};\n'

    def custom(self):
        file = f"{self.folder}/f{self.random.randint(1, 2)}"
        possible = [
            ("result", self.one_of('"kept"', '"kept"', '"not_kept"', '"invalid"')),
            ("returns", self.one_of('"c1"', '"c2"', '"c3"')),
            ("value", self.one_of('"1"', '"$(list)"')),
            ("writes", f'"{file}"'),
            ("reads", f'"{file}"'),
            ("text", self.one_of('"$(red[p1][value])"', '"$(late)"', '"$(main.blue[p2][value])"', '"$(h1[value])"', f'readfile("{file}", 100)')),
        ]
        attributes = [f"{name} => {value}" for name, value in possible if self.random.random() < 0.25]
        # Equal promisers wait for each other; others may use a file in any order, so each has files of its own.
        promiser = self.one_of("p1", "p2", "p3", "p4", "p$(list)", "q-$(red[p2][value])")
        attributes = [each.replace(self.folder + "/f", self.folder + "/f-" + promiser + "-") if "=> \"/" in each else each for each in attributes]
        return self.promise(promiser, attributes + self.common())

    def command(self):
        text = self.one_of("/bin/echo c1", "/bin/echo c2", "/bin/true", "/bin/false", f"/bin/cp {self.folder}/f1 {self.folder}/f3", f"/bin/touch {self.folder}/f1")
        return self.promise(text, self.common())

    def file(self):
        return self.promise(f"{self.folder}/f{self.random.randint(1, 3)}", ['create => "true"', *self.common()])

    def report(self):
        text = self.one_of("$(red[p1][value])", "$(h1[value])", "c1 holds", "$(list)", "$(late)", "$(blue[p2][value])")
        printed = [f"printfile => whole(\"{self.folder}/f1\")"] if self.random.random() < 0.2 else []
        return self.promise(text, printed)

    def defined(self):
        return self.promise(self.one_of("c2", "c3", "d1"), [f'expression => "{self.one_of("c1", "c2", "!c3")}"'])


class ParallelPolicies(unittest.TestCase):
    maxDiff = None

    def run_policy(self, seed, options):
        with temporary_folder() as folder:
            write_files(folder, {"policy.cf": Maker(seed, str(folder)).policy()})
            for name, parallel in TYPES.items():
                write_files(folder, {f"{name}.py": MODULE.replace("NAME", name).replace("PARALLEL", str(parallel))})
            shutil.copy(SDK, folder)
            command = [VOW, "run", "-w", folder / "state", "-v", *options, folder / "policy.cf"]
            environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
            done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=LIMIT)
            self.assertIn(done.returncode, (0, 1), done.stdout + done.stderr)  # or nothing was kept
            files = {path.name: path.read_text() for path in sorted(folder.glob("f*"))}
            output = re.sub(r"in [0-9.]+ s\b", "in N s", done.stdout + done.stderr).replace(str(folder), "%d")
            return f"{output}exit {done.returncode}\n{files}"

    def outputs_of(self, seed):
        locks = [] if seed % 2 else ["-K"]
        return seed, *(self.run_policy(seed, [*locks, *jobs]) for jobs in (["-j1"], [], ["-j8"]))

    def test_the_output_does_not_depend_on_what_runs_at_once(self):
        seeds = range(SEED * 100_000, SEED * 100_000 + POLICIES)
        with ThreadPoolExecutor(2) as pool:
            for seed, alone, usual, together in pool.map(self.outputs_of, seeds):
                with self.subTest(seed):
                    self.assertEqual(alone, usual)
                    self.assertEqual(alone, together)


if __name__ == "__main__":
    run_unittests()
