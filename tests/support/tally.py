"""How every test program ends: with one line that counts its cases, `N passed, N failed, N skipped`, for .ci/run to sum.

VOW_REQUIRED lists things that must not be missing, such as `reference`: what would be skipped without them fails.
"""

import os
import sys
import unittest

REQUIRED = os.environ.get("VOW_REQUIRED", "").split()


def finish(cases, skipped=()):
    """Prints the faults of each case, given as a list of lists, the reasons why cases were skipped, and the tally. Returns
    the exit status; a program without any case fails."""
    failed = [faults for faults in cases if faults]
    for faults in failed:
        print("\n".join(map(str, faults)))
    for reason in skipped:
        print(f"skipped: {reason}")
    return tally(len(cases) - len(failed), len(failed), len(skipped))


def tally(passed, failed, skipped):
    print(f"{passed} passed, {failed} failed, {skipped} skipped", flush=True)
    return 1 if failed or not passed + skipped else 0


def run_unittests():
    """unittest.main() that ends with the tally."""
    result = unittest.main(exit=False).result
    for test, reason in result.skipped:
        print(f"skipped: {test}: {reason}")
    # A failed part of a test (subTest) is a failure of the test, and counts once.
    failed = len({getattr(test, "test_case", test).id() for test, _ in result.failures + result.errors})
    skipped = len(result.skipped)
    sys.exit(tally(result.testsRun - failed - skipped, failed, skipped))


def skip_without(test, what, is_there, why):
    """Skips a test of unittest that cannot run without a thing; fails it where that is required."""
    if is_there:
        return
    if what in REQUIRED:
        test.fail(f"{what} is required: {why}")
    test.skipTest(why)
