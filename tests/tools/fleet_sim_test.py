#!/usr/bin/env python3
"""tools/fleet_sim with few hosts: nothing is lost or stored twice when programs are killed, and a bad version stops at its wave.

usage: fleet_sim_test.py VOW
"""

import subprocess
import sys
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/support"))
from fleet_case import missing
from tally import run_unittests, skip_without

VOW = str(Path(sys.argv.pop(1)).resolve(strict=True))
LIMIT = 500  # seconds


class FleetSim(unittest.TestCase):
    def test_faults_of_a_small_fleet(self):
        why = missing(VOW)
        skip_without(self, "nats", not why, why)
        words = ["--vow", VOW, "--hosts", "200", "--connections", "20", "--kills", "4", "--reports", "300", "kills", "rollout"]
        done = subprocess.run([sys.executable, ROOT / "tools/fleet_sim", *words], capture_output=True, text=True, timeout=LIMIT, check=False)
        self.assertEqual((0, ""), (done.returncode, done.stderr), done.stdout)
        self.assertIn("20 of 20, 180 hosts share one", done.stdout)
        self.assertRegex(done.stdout, r"4 kills, 300 reports: 300 stored, 0 unsent, sums have 300 of 300")
        self.assertRegex(done.stdout, r"a bad version, first wave \d+ hosts: \d+ ran it, paused, all are back")

    def test_reports_that_wait_in_a_queue_are_stored_once(self):
        why = missing(VOW)
        skip_without(self, "nats", not why, why)
        words = ["--vow", VOW, "--hosts", "200", "--connections", "20", "--queue", "1700", "burst"]
        done = subprocess.run([sys.executable, ROOT / "tools/fleet_sim", *words], capture_output=True, text=True, timeout=LIMIT, check=False)
        self.assertIn("ok   a queue of 1700 reports: 1700 stored, sums have 1700", done.stdout, done.stderr)  # its rate depends on the machine


if __name__ == "__main__":
    run_unittests()
