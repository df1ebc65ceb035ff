#!/usr/bin/env python3
"""Promises of a module that lists `parallel`, one at a time and many at once: whatever their dependencies, the output does not
depend on the number of processes.

usage: parallel_test.py VOW
"""

import json
import os
import re
import shutil
import subprocess
import sys
import unittest
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

TESTS = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(TESTS / "support"))
from golden import read_case, run_case, temporary_folder, write_files
from tally import run_unittests

VOW = str(Path(sys.argv.pop(1)).resolve(strict=True))
SDK = TESTS.parent / "modules" / "sdk" / "python" / "vow_module.py"
LIMIT = 60  # seconds that a run may take
MODULE = '''#!/usr/bin/python3 -SE
"""Does as it is told. What it begins and ends goes to the file `trace`."""
import os, sys, time
from pathlib import Path
from vow_module import Attribute, Module, serve

HERE = Path(__file__).parent

def note(text):
    with open(HERE / "trace", "a") as trace:
        trace.write(text + "\\n")

def wait_for(name, seconds):
    end = time.monotonic() + seconds
    while not (HERE / name).exists() and time.monotonic() < end:
        time.sleep(0.002)

class Work(Module):
    name, parallel = "work", PARALLEL
    attributes = {name: Attribute() for name in "result text returns value behind lag dies prints".split()}

    def validate(self, promise):
        if promise["result"] == "invalid":
            self.invalid("As promised")

    def evaluate(self, promise):
        note("begin " + promise.promiser)
        self.log("verbose", "Working on " + promise.promiser)
        if promise["prints"]:
            self._channel.write(promise["prints"] + "\\n")
        if promise["behind"] and os.environ.get("MANY"):  # one that begins later ends first
            wait_for(promise["behind"] + ".done", 30)
        if promise["lag"] and os.environ.get("MANY"):  # gives one that must not begin yet the time to do so
            wait_for(promise["lag"] + ".done", 0.1)
        if promise["dies"]:
            os._exit(int(promise["dies"]))
        if promise["value"]:
            self.variable("value", promise["value"])
        if promise["returns"]:
            self.result_class(promise["returns"])
        if self.would("work on " + promise.promiser):
            return
        answer = {"kept": self.kept, "not_kept": self.not_kept}.get(promise["result"], self.repaired)
        answer("Did " + (promise["text"] or promise.promiser))
        note("end " + promise.promiser)
        (HERE / (promise.promiser + ".done")).touch()

serve(Work())
'''
POLICY = """promise agent work { path => "$(sys.policy_entry_dirname)/work.py"; }
body classes kept_or_repaired(name) {
    promise_kept => { "$(name)" };
    promise_repaired => { "$(name)" };
}
body classes cancelling(name) {
    cancel_kept => { "$(name)" };
    cancel_repaired => { "$(name)" };
}
body classes if_returned(name) {
    returned:: promise_repaired => { "$(name)" };
    !returned:: promise_repaired => { "not_$(name)" };
}
body action warn_only { action_policy => "warn"; }
body action locked { ifelapsed => "5"; }
"""
# Each lags, so that whatever is made too soon shows.
POLICIES = {
    "independent": 'bundle agent main { work: "a" lag => "b"; "b" lag => "c"; "c" lag => "d"; "d"; }',
    "iteration": """bundle agent main {
        vars: "all" slist => { "a", "b", "c" }; "more" slist => { "x", "y" };
        work: "$(all)-$(more)" lag => "c-y", text => "$(all)";
    }""",
    "a class of its classes body": """bundle agent main {
        work: "a" lag => "b", classes => kept_or_repaired("ready"); ready:: "b"; !ready:: "c";
        reports: ready:: "ready";
    }""",
    "a class that goes": """bundle agent main {
        classes: "there" expression => "any";
        work: "a" lag => "b", classes => cancelling("there"); there:: "b"; !there:: "c";
        reports: !there:: "gone";
    }""",
    "a class that the module returns": """bundle agent main {
        work: "a" lag => "b", returns => "found"; found:: "b"; !found:: "c"; linux:: "d"; "e";
        reports: found:: "found";
    }""",
    "a class in if and unless": """bundle agent main {
        work: "a" lag => "b", returns => "found"; "b" if => "found"; "c" unless => "found"; "d" if => not("found");
    }""",
    "a class in a body": """bundle agent main {
        work: "a" lag => "b", returns => "returned"; "b" classes => if_returned("late"); "c";
        reports: late:: "late"; not_late:: "not late";
    }""",
    "a class that its own promise returns": """bundle agent main {
        work: "a" lag => "b", returns => "returned", classes => if_returned("late"); late:: "b"; not_late:: "c";
        reports: late:: "late"; not_late:: "not late";
    }""",
    "a class whose name is built": """bundle agent main {
        vars: "name" string => "found";
        work: "a" lag => "b", returns => "found"; "$(name)":: "b"; "c" if => "$(name)"; "d" if => classmatch("fou.*");
    }""",
    "a variable of the module": """bundle agent main {
        work: "a" lag => "b-1", value => "1"; "b-$(work[a][value])"; "c" text => "$(main.work[a][value])";
        reports: "$(work[a][value])";
    }""",
    "a variable whose name is built": """bundle agent main {
        vars: "name" string => "work[a][value]";
        work: "a" lag => "b-1", value => "1"; "b-$($(name))"; "c" if => isvariable("work[a][value]");
              "d" text => concat("x", "$(work[a][value])"); "e" text => join(",", getvalues("work"));
    }""",
    "a variable by handle": """bundle agent main {
        work: "a" handle => "first", lag => "b-1", value => "1"; "b-$(first[value])"; "c" text => "$(work[a][value])";
    }""",
    "a list that the module returns": """bundle agent main {
        work: "a" lag => "b-x", value => "x"; "b-$(all)"; "c";
        vars: "all" slist => { @(work[a][value]), "y" };
    }""",
    "dependencies": """bundle agent main {
        work: "a" handle => "first", lag => "b"; "b" depends_on => { "first" }, handle => "second", result => "not_kept", lag => "c";
              "c" depends_on => { "second" }; "d" depends_on => { "nobody" }; "e";
    }""",
    "equal promises": """bundle agent main {
        work: "a" lag => "b"; "a" lag => "b"; "b"; "a" lag => "c"; "c";
    }""",
    "one promiser, several promises": """bundle agent main {
        work: "a" text => "one", lag => "a"; "a" text => "two", lag => "a"; "b"; "a" text => "three"; "c";
    }""",
    "what a module leaves behind": """bundle agent main {
        work: "a" lag => "b"; "b" if => fileexists("$(sys.policy_entry_dirname)/a.done");
              "c" text => readfile("$(sys.policy_entry_dirname)/b.done", "10"); "d" unless => fileexists("$(sys.policy_entry_dirname)/c.done");
    }""",
    "failures": """bundle agent main {
        work: "a" lag => "d"; "b" result => "not_kept", lag => "d"; "c" result => "invalid"; "d" result => "kept"; "e" value => "$(nothing)";
              "$(nobody)"; "f" shouts => "x"; "g";
    }""",
    "a crash": 'bundle agent main { work: "a" lag => "b"; "b" dies => "3", lag => "d"; "c"; "d" lag => "e"; "e"; "f" dies => "4"; "g"; }',
    "crashes one after the other": """bundle agent main {
        work: "a" dies => "1"; "b" if => fileexists("/"); "c" dies => "2"; "d" if => fileexists("/"); "e" dies => "3";
              "f" if => fileexists("/"); "g";
    }""",
    "prints": 'bundle agent main { work: "a" prints => "hello", lag => "c"; "b" prints => "x=y"; "c" prints => "hello"; "d"; }',
    "a list for a text": """bundle agent main {
        vars: "l" slist => { "x" };
        work: "a" lag => "b"; "b" lag => "c"; "c" handle => @(l); "d";
        reports: "not reached";
    }""",
    "abort classes": """body agent control { abortbundleclasses => { "enough" }; }
    bundle agent main { methods: "m" usebundle => called; reports: "after"; }
    bundle agent called { work: "a" lag => "b", returns => "enough"; "b"; "c"; }""",
    "several bundles and types": """promise agent idle { path => "$(sys.policy_entry_dirname)/idle.py"; }
    bundle agent main {
        work: "a" lag => "c"; "b" returns => "one";
        idle: "i" lag => "c"; one:: "j";
        methods: "m" usebundle => called("1"); "n" usebundle => called("2");
        reports: "end";
    }
    bundle agent called(n) { work: "c$(n)" lag => "d"; "d$(n)" value => "$(n)"; reports: "$(work[d$(n)][value])"; }""",
    "only warned of": """bundle agent main {
        work: "a" action => warn_only, lag => "b"; "b"; "c" action => warn_only, classes => kept_or_repaired("x"); x:: "d"; !x:: "e";
    }""",
    "locks": 'bundle agent main { work: "a" action => locked, lag => "b"; "b" action => locked; "a" action => locked; "c"; }',
}
# How each is run, and with how many jobs beside one. Locks are for the last.
WAYS = [(["-K", "-v"], (3, 16)), (["-v", "--json", "-"], (16,))]
PATIENCE = ["--limit", "header=60,terminate=60"]
# Its module numbers its answers, and so is none to be started twice.
COUNTING = "custom_types_are_grouped_by_first_appearance"


class Parallel(unittest.TestCase):
    maxDiff = None

    def run_policy(self, folder, name, options, jobs, many):
        """Its output, and the order in which promises began and ended."""
        write_files(folder, {"policy.cf": POLICY + POLICIES.get(name, name)})
        for module, flag in (("work", "True"), ("idle", "False")):
            write_files(folder, {f"{module}.py": MODULE.replace("PARALLEL", flag)})
        shutil.copy(SDK, folder)
        command = [VOW, "run", "-w", folder / "state", *PATIENCE, *options, "-j", str(jobs), folder / "policy.cf"]
        environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1", **({"MANY": "1"} if many else {})}
        done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=LIMIT)
        trace = folder / "trace"
        return self.plain(done.stdout + done.stderr, folder) + f"exit {done.returncode}", trace.read_text() if trace.exists() else ""

    def plain(self, output, folder):
        """Without what differs between any two runs."""
        output = re.sub(r"in [0-9.]+ s\b", "in N s", output.replace(str(folder), "%d"))
        lines = [self.timeless(line) if line.startswith('{"event"') else line for line in output.splitlines()]
        return "\n".join(lines) + "\n"

    def timeless(self, line):
        event = json.loads(line)
        if event["event"] == "start":  # names this run, and its options
            return event["event"]
        return json.dumps({name: value for name, value in event.items() if name not in ("seconds", "duration")})

    def output_of(self, name, options, jobs, many=False):
        with temporary_folder() as folder:
            return self.run_policy(folder, name, options, jobs, many)[0]

    def test_the_output_does_not_depend_on_the_number_of_processes(self):
        with ThreadPoolExecutor(4) as pool:
            found = pool.map(self.outputs_of, POLICIES)
        for name, outputs in zip(POLICIES, found):
            for alone, together, *way in outputs:
                with self.subTest(name, way=way):
                    self.assertEqual(alone, together)

    def outputs_of(self, name):
        """The output of one job and of several."""
        outputs = []
        for options, numbers in WAYS:
            alone = self.output_of(name, options, 1)
            outputs += [(alone, self.output_of(name, options, jobs, many=True), options, jobs) for jobs in numbers]
        return outputs

    def test_nothing_is_changed_in_a_dry_run(self):
        for name in ("independent", "a class in if and unless", "only warned of"):
            alone = self.output_of(name, ["-K", "-n", "-I"], 1)
            self.assertIn("Should work on a", alone)
            self.assertEqual(alone, self.output_of(name, ["-K", "-n", "-I"], 16, many=True))

    def test_the_last_may_be_the_first_to_end(self):
        promises = " ".join(f'"p{i}" behind => "p{i + 1}";' for i in range(7))
        policy = f'bundle agent main {{ work: {promises} "p7"; }}'
        alone = self.output_of(policy, ["-K", "-v"], 1)
        with temporary_folder() as folder:
            together, trace = self.run_policy(folder, policy, ["-K", "-v"], 8, many=True)
        self.assertEqual(alone, together)
        ends = [line.split()[1] for line in trace.splitlines() if line.startswith("end")]
        self.assertEqual([f"p{i}" for i in range(7, -1, -1)], ends)

    def test_a_dependent_promise_waits(self):
        with temporary_folder() as folder:
            policy = 'bundle agent main { work: "a" lag => "b", returns => "found"; found:: "b" value => "1", lag => "c"; "c" text => "$(work[b][value])"; }'
            _, trace = self.run_policy(folder, policy, ["-K"], 8, many=True)
        self.assertEqual("begin a\nend a\nbegin b\nend b\nbegin c\nend c\n", trace)

    def test_one_that_does_not_offer_it_gets_one_promise_at_a_time(self):
        with temporary_folder() as folder:
            policy = """promise agent idle { path => "$(sys.policy_entry_dirname)/idle.py"; }
            bundle agent main { idle: "a" lag => "b"; "b"; }"""
            _, trace = self.run_policy(folder, policy, ["-K"], 8, many=True)
        self.assertEqual("begin a\nend a\nbegin b\nend b\n", trace)

    def test_golden_policies_with_custom_promises(self):
        for path in sorted((TESTS / "policies").rglob("*.cf")):
            case = read_case(path)
            has_custom = "promise agent" in case.policy + "".join(case.files.values())
            if not has_custom or path.stem == COUNTING:
                continue
            with self.subTest(path.stem):
                alone, together = ([step.text() for step in self.steps(case, jobs)] for jobs in (1, 16))
                self.assertEqual(alone, together)

    def steps(self, case, jobs):
        """The case, run by a program that adds -j to its arguments, with modules that all list `parallel`."""
        with temporary_folder() as folder:
            program = folder / "vow"
            program.write_text(f'#!/bin/sh\n[ "$1" != run ] || {{ shift; set -- run -j{jobs} "$@"; }}\nexec {VOW} "$@"\n')
            program.chmod(0o755)
            flag = re.compile(r"\b(v1 (?:line|json)_based)")
            case.files = {name: flag.sub(r"\1 parallel", text) for name, text in case.files.items()}
            steps = run_case(case, program)
        for step in steps:
            step.output = [re.sub(r"in [0-9.]+ s\b", "in N s", line) for line in step.output]
        return steps


if __name__ == "__main__":
    run_unittests()
