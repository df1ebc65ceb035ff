#!/usr/bin/env python3
"""Reports of a fleet in a real PostgreSQL server: stored exactly once, read by the commands, kept through restarts.

usage: fleet_postgresql_test.py VOW
"""

import signal
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "support"))
import postgresql_case
from fleet_case import Fleet, missing
from tally import run_unittests, skip_without

VOW = str(Path(sys.argv.pop(1)).resolve(strict=True))


class FleetPostgresql(unittest.TestCase):
    def setUp(self):
        why = missing(VOW)
        skip_without(self, "nats", not why, why)
        why = postgresql_case.missing()
        skip_without(self, "postgresql", not why, why)
        self.server = postgresql_case.PostgresqlServer()
        self.addCleanup(self.server.close)
        self.fleet = Fleet(VOW)
        self.addCleanup(self.fleet.__exit__)
        self.fleet.start_server()
        self.fleet.start_service()
        self.fleet.wait("the service has prepared the bus", lambda: "ready" in self.fleet.log("serve"))
        self.start_collector()
        for host in ("web1", "web2"):
            self.fleet.join(host)
            self.fleet.run_policy(host)
            self.fleet.start_agent(host)
        self.wait_for(2)

    def start_collector(self, name="collect"):
        self.fleet.start(name, VOW, "fleet", "collect", "--fleet", str(self.fleet.folder), "--into", self.server.url)

    def stored(self):
        try:
            return self.server.rows("SELECT id FROM report ORDER BY id")
        except AssertionError:  # no table yet, or no server
            return []

    def wait_for(self, count):
        self.fleet.wait(f"{count} reports are stored", lambda: len(self.stored()) == count)

    def read(self, *words):
        done = self.fleet.fleet(*words, "--from", self.server.url, check=False)
        self.assertEqual("", done.stderr)
        return done

    def test_commands_read_it(self):
        done = self.read("promise", "second")
        self.assertEqual(1, done.returncode)
        self.assertIn("second: not kept on 2 hosts", done.stdout)
        self.assertIn("files", self.read("changes").stdout)
        self.assertIn("run 1 at", self.read("show", "web1").stdout)
        for _ in range(2):  # the first repair was in the first run
            (self.fleet.root / "web1/first").unlink()
            self.fleet.run_policy("web1")
        self.wait_for(4)
        done = self.read("drift")
        self.assertEqual(1, done.returncode)
        self.assertRegex(done.stdout, r"^web1  3 times, last at \S+  files '\S+/first' \(\S+\)\n$")
        path = self.fleet.root / "web1/main.cf"
        self.assertIn("not kept on 1 host", self.read("promise", f"{path}:5").stdout)

    def test_reports_are_stored_once_when_collectors_and_the_database_are_killed(self):
        self.start_collector("collect2")
        for count in range(3):
            self.fleet.end("collect", signal.SIGKILL)
            self.server.stop("immediate")
            for host in ("web1", "web2"):
                self.fleet.run_policy(host)
            self.server.start()
            self.start_collector()
            self.wait_for(4 + 2 * count)
        self.assertEqual([["8", "2"]], self.server.rows("SELECT sum(runs), count(DISTINCT host) FROM day"))
        self.assertEqual([["4"], ["4"]], self.server.rows("SELECT number FROM last_run"))

    def test_a_database_that_cannot_be_reached_is_an_error(self):
        url = "postgresql:///vow?host=/nowhere&password=secret"
        done = self.fleet.fleet("promise", "second", "--from", url, check=False)
        self.assertEqual(2, done.returncode)
        self.assertIn("cannot connect to PostgreSQL", done.stderr)
        self.assertNotIn("secret", done.stderr)


if __name__ == "__main__":
    run_unittests()
