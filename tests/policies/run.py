#!/usr/bin/env python3
"""Runs golden policies: every .cf, .yaml, .otter and .run file (commands alone) under the folders (or of the names) given. tests/support/golden.py describes the format.

With --reference the programs of the reference on PATH run those that should hold for it too.
"""

import argparse
import os
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support"))
from golden import accepted, differences, lacks_needs, read_case, run_case
from reference import for_reference, reference_programs, run_by_reference
from tally import REQUIRED, finish


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    agent = parser.add_mutually_exclusive_group(required=True)
    agent.add_argument("--vow", type=Path, help="the program under test")
    agent.add_argument("--reference", action="store_true", help="test the cases themselves, by the reference's cf-agent and cf-promises")
    parser.add_argument("--accept", action="store_true", help="write what came into the cases as what is expected")
    parser.add_argument("paths", nargs="+", type=Path)
    options = parser.parse_args()
    found = [read_case(path) for path in cases_under(options.paths)]
    if not found:
        sys.exit("no golden policy found")
    if options.reference:
        found, programs, run = for_reference(found), reference_programs(), run_by_reference
    else:
        programs, run = options.vow.resolve(strict=True), run_case
    if programs is None:
        return without_reference(found)
    skipped = [case for case in found if lacks_needs(case)]
    cases = [case for case in found if case not in skipped]
    with ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        results = list(zip(cases, pool.map(lambda case: run(case, programs), cases)))
    reasons = [f"{case.path}: it needs {case.needs}" for case in skipped]
    return finish([settle(case, actual, options.accept) for case, actual in results], reasons)


def without_reference(cases):
    reason = "cf-agent and cf-promises are not installed"
    if "reference" in REQUIRED:
        return finish([[f"the reference is required: {reason}"]])
    return finish([], [f"{case.path}: {reason}" for case in cases])


def cases_under(paths):
    found = [sorted(path.rglob("*")) if path.is_dir() else [path] for path in paths]
    return [path for group in found for path in group if path.suffix in (".cf", ".yaml", ".otter", ".run")]


def settle(case, actual, accept):
    """The faults that are left."""
    faults = differences(case, actual)
    if faults and accept:
        case = accepted(case, actual)
        case.path.write_text(case.text())
        print(f"{case.path}: rewritten")
        faults = differences(case, actual)
    return [f"{case.path}: {fault}" for fault in faults]


if __name__ == "__main__":
    sys.exit(main())
