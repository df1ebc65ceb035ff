#!/usr/bin/env python3
"""Signals end runs and checks that compute without keeping promises, in all languages.

usage: signals_test.py VOW
"""

import os
import re
import signal
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

TESTS = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(TESTS / "support"))
from tally import run_unittests

VOW = str(Path(sys.argv.pop(1)).resolve(strict=True))
LIMIT = 60  # seconds until a run must have ended
AT_WORK = 30  # ticks of cpu time that bring a run into its loop, from when it handles signals
LISTS = '"l" slist => expandrange("x[1-3000]", 1); "m" slist => { @(l) }; "n" slist => { @(l) };'


class Signals(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)

    def cpu_ticks(self, process):
        fields = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
        return int(fields[11]) + int(fields[12])

    def handles(self, process, number):
        caught = re.search(r"^SigCgt:\s*(\w+)$", Path(f"/proc/{process.pid}/status").read_text(), re.MULTILINE)
        return caught is not None and int(caught[1], 16) >> (number - 1) & 1

    def ended(self, name, text, *words, number=signal.SIGTERM):
        """The output of a run that a signal ends while it computes."""
        path = self.root / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
        process = subprocess.Popen([VOW, *words, name, "-w", "work"], cwd=self.root, stdin=subprocess.DEVNULL,
                                   stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        self.addCleanup(process.kill)
        begun = None
        while begun is None or self.cpu_ticks(process) < 2 * begun + AT_WORK:  # a build that starts slowly computes slowly
            if begun is None and self.handles(process, number):
                begun = self.cpu_ticks(process)
            self.assertIsNone(process.poll(), "it has ended before the signal")
            os.sched_yield()
        process.send_signal(number)
        output = process.communicate(timeout=LIMIT)[0]
        self.assertEqual(128 + number, process.returncode, output)
        self.assertIn(f"interrupted by {number.name}", output)
        return output

    def test_a_loop_of_a_policy_ends(self):
        policy = 'bundle agent main { vars: %s "x[$(l)$(m)$(n)]" string => "1"; }' % LISTS
        self.ended("p.cf", policy, "run")
        self.ended("p.cf", policy, "run", number=signal.SIGINT)

    def test_the_check_of_a_policy_that_computes(self):
        self.ended("p.cf", 'bundle common c { vars: %s "x[$(l)$(m)$(n)]" string => "1"; }\n'
                           'bundle agent main { reports: "$(c.l)"; }' % LISTS, "check")

    def test_a_check_that_was_cut_short_does_not_pass(self):
        lists = '"v0" slist => { "a", "b" };\n' + "".join(f'"v{n}" slist => {{ @(v{n - 1}), @(v{n - 1}) }};\n' for n in range(1, 41))
        self.ended("p.cf", "bundle agent main {\nvars:\n" + lists + "}\n", "check")

    def test_a_model_without_loops(self):
        texts = 'v0 = "x"\n' + "".join(f'v{n} = "x {{{{v{n - 1}}}}}"\n' for n in range(1, 30000))
        self.ended("model/main.cf", texts, "check", "--language", "inmanta")

    def test_promises_that_were_not_reached_are_counted(self):
        output = self.ended("p.cf", 'bundle agent main { vars: %s\n'
                                    'files: "/etc/passwd" touch => "false"; "/nonexistent/x" if => strcmp("$(l)$(m)$(n)", "y");\n'
                                    '"/etc/group" touch => "false"; commands: "/bin/true"; }' % LISTS, "run")
        self.assertIn("interrupted by SIGTERM; 2 promises were not reached", output)

    def test_a_template_of_many_lines(self):
        (self.root / "many.template").write_text("line $(sys.fqhost) $(l)\n" * 1_000_000)
        output = self.ended("p.cf", 'bundle agent main { vars: "l" string => "x";\n'
                                    'files: "$(this.promise_dirname)/made" create => "true",\n'
                                    'edit_template => "$(this.promise_dirname)/many.template", template_method => "cfengine"; }', "run")
        self.assertRegex(output, r"stopped  files \S*/made \(\S*p\.cf:2\)")
        self.assertFalse((self.root / "made").exists() and (self.root / "made").stat().st_size)

    def test_a_mustache_template_of_many_items(self):
        output = self.ended("p.cf", """
            bundle agent main {
              vars: "items" slist => expandrange("x[1-3000]", 1);
                    "all" data => parsejson('{"items": ["$(items)"]}');
                    "d" data => mergedata('{"a": items, "b": items, "c": items}');
                    "text" string => string_mustache("{{#a}}{{#b}}{{#c}}{{#d}}{{/d}}{{/c}}{{/b}}{{/a}}", d);
            }""", "run")
        self.assertIn("interrupted", output)

    def test_the_check_of_a_plan_of_many_steps(self):
        steps = "".join(f"  - {{id: s{n}, class: action, exec: 'true {{{{.project}}}}', on_fail: s{n + 1}}}\n" for n in range(60_000))
        self.ended("p.yaml", "doctype: com.datagridsys.doctype/skopos/deploy-plan\nversion: alpha/1\nsteps:\n" + steps +
                   "  - {id: s60000, class: delay, duration: 1}\n", "check")

    def test_the_check_of_a_script_of_many_statements(self):
        self.ended("p.otter", "".join(f"set $v{n} = value number {n} of $ServerName;\n" for n in range(100_000)), "check")

    def test_a_model_of_many_variables(self):
        self.ended("model/main.cf", "".join(f'v{n} = "value number {n}"\n' for n in range(100_000)), "check", "--language", "inmanta")

    def test_a_function_that_walks_through_a_long_list_ends(self):
        policy = """bundle agent main { vars:
            "l" slist => expandrange("element[1-1000000]", 1);
            "s" string => join(",", sort(maplist("$(this).", shuffle(l, "seed")), "lex")); }"""
        self.ended("p.cf", policy, "run")

    def test_a_loop_of_an_otterscript_plan_ends(self):
        output = self.ended("p.otter", "foreach $a in @Range(1,100000) { foreach $b in @Range(1,100000) { set $c = $a; } }", "run")
        self.assertRegex(output, r"interrupted at p.otter:1:\d+; 0 operations were not reached\n warning: Execution run cancelled.\n")

    def test_operations_of_a_plan_that_were_not_reached_are_counted(self):
        output = self.ended("p.otter", """
            module Later { Ensure-File never; }
            try
            {
                Ensure-Directory begun;
                foreach $a in @Range(1,100000) { foreach $b in @Range(1,100000) { set $c = $a; } Ensure-File $c; }
                Ensure-File one;
                if $a == 1 { Ensure-File two; } else { call Later; }
            }
            catch { Log-Error no; }
            with async { foreach $a in @pages { Ensure-File $a; } }
            Log-Information end;
            """, "run")
        self.assertIn("interrupted at p.otter:6:", output)
        self.assertIn("; 4 operations were not reached\n", output)

    def test_the_compilation_of_a_model_ends(self):
        model = "import std\na = [1 for x in std::sequence(3000) for y in std::sequence(3000) if x > 5000]\n"
        for command in ("run", "check"):
            with self.subTest(command):
                self.ended("model/main.cf", model, command, "--language", "inmanta")

    def test_a_model_that_makes_ever_more_instances(self):
        self.ended("model/main.cf", "entity A:\nend\nA.next [1] -- A\n"
                                    "implementation more for A:\n    self.next = A()\nend\nimplement A using more\nA()\n",
                   "run", "--language", "inmanta")


if __name__ == "__main__":
    run_unittests()
