#!/usr/bin/env python3
"""Tests how tools/bench judges counts, draws curves, and checks what a measured run answers."""

import contextlib
import importlib.util
import io
import sys
import tempfile
import unittest
import xml.dom.minidom
from importlib.machinery import SourceFileLoader
from pathlib import Path

BENCHMARKS = Path(__file__).resolve().parents[2] / "tools/benchmarks"
sys.dont_write_bytecode = True
sys.path.insert(0, str(BENCHMARKS))


def program(name):
    """A program without an ending, as a module."""
    loader = SourceFileLoader(name, str(BENCHMARKS / name))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(name, loader))
    loader.exec_module(module)
    return module


counts = program("counts")
growth = program("growth")
import curves  # noqa: E402
import runs  # noqa: E402
import workloads  # noqa: E402


def judged(before, now):
    """The exit status, and the lines that follow the table."""
    shown = io.StringIO()
    with contextlib.redirect_stdout(shown):
        status = counts.compare({"work": before}, {"work": now}, "counts.json")
    return status, shown.getvalue()


class Counts(unittest.TestCase):
    def test_a_count_that_has_grown_by_more_than_five_percent_is_named(self):
        status, shown = judged({"instructions": 1_000_000}, {"instructions": 1_050_001})
        self.assertEqual(status, 1)
        self.assertIn("work: 1,000,000 instructions have become 1,050,001", shown)

    def test_less_growth_is_accepted_and_so_is_a_gain(self):
        self.assertEqual(judged({"instructions": 1_000_000}, {"instructions": 1_050_000})[0], 0)
        self.assertEqual(judged({"instructions": 1_000_000}, {"instructions": 1_000})[0], 0)

    def test_a_small_count_may_differ_by_a_few(self):
        self.assertEqual(judged({"page_faults": 100}, {"page_faults": 132})[0], 0)
        self.assertEqual(judged({"page_faults": 100}, {"page_faults": 133})[0], 1)

    def test_a_count_that_cannot_be_made_is_left_out(self):
        self.assertEqual(judged({"instructions": None}, {"instructions": None})[0], 0)

    def test_ten_runs_are_fixed_and_each_is_a_workload(self):
        self.assertEqual(len(counts.FIXED), 10)
        self.assertLessEqual(set(counts.FIXED), set(workloads.WORKLOADS))


class Growth(unittest.TestCase):
    def test_the_exponent_of_a_quadratic_cost_is_two(self):
        small, large = {"over_start": 0.01, "size": 100}, {"over_start": 1.0, "size": 1000}
        self.assertAlmostEqual(growth.exponent(small, large), 2)

    def test_curves_are_xml_with_a_line_for_each_workload(self):
        rows = [{"work": work, "size": size, "seconds": size / 1e4} for work in ("a", "b") for size in (10, 1000)]
        drawn = xml.dom.minidom.parseString(curves.curves(rows))
        self.assertEqual(len(drawn.getElementsByTagName("polyline")), 2)


class Runs(unittest.TestCase):
    def test_a_run_with_a_wrong_answer_ends_the_measurement(self):
        with tempfile.TemporaryDirectory() as folder:
            work = workloads.reports(folder, 2)
            runs.run(["printf", "R: report 0\\nR: report 1\\n"], work)
            for wrong in ("R: report 1\\n", "R: report 0\\nR: report 0\\n"):
                with self.assertRaises(SystemExit):
                    runs.run(["printf", wrong], work)

    def test_a_program_is_a_command_line_for_a_policy(self):
        work = workloads.Work(Path("/p.cf"), 1, "R: done")
        self.assertEqual(runs.command_of("agent -f {policy}", work, "/s"), ["agent", "-f", "/p.cf"])
        self.assertEqual(runs.command_of("/bin/vow", work, "/s"), ["/bin/vow", "run", "-K", "-w", "/s", "/p.cf"])


if __name__ == "__main__":
    unittest.main()
