#!/usr/bin/env python3
"""A fleet on a cluster of three servers, one of which is killed, and hosts of a site on a leaf node.

usage: fleet_cluster_test.py VOW
"""

import signal
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "support"))
from fleet_case import SERVER, Fleet, free_port, missing
from tally import run_unittests, skip_without

VOW = str(Path(sys.argv.pop(1)).resolve(strict=True))


class FleetCluster(unittest.TestCase):
    def setUp(self):
        why = missing(VOW)
        skip_without(self, "nats", not why, why)

    def fleet_with(self, servers, *options):
        fleet = Fleet(VOW, servers, *options)
        self.addCleanup(fleet.__exit__)
        fleet.start_all()
        return fleet

    def test_a_cluster_loses_nothing_with_one_of_its_servers(self):
        fleet = self.fleet_with(3)
        for host in ("web1", "web2"):
            fleet.join(host)
            fleet.start_agent(host)
        for number in (1, 2, 3):
            fleet.end(f"server{number}", signal.SIGKILL)
            for host in ("web1", "web2"):
                fleet.run_policy(host)
            fleet.wait("all reports are stored", lambda count=2 * number: len(fleet.rows()) == count)
            fleet.start_server(number)
            fleet.wait("it is back", lambda each=number: fleet.log(f"server{each}").count("Server is ready") == 2)
        self.assertEqual(6, len({row[0] for row in fleet.rows()}))

    def test_hosts_of_a_site_reach_the_fleet_through_its_server(self):
        fleet = self.fleet_with(1, "--leaf-nodes")
        address = f"127.0.0.1:{free_port()}"
        folder = fleet.root / "site"
        done = fleet.fleet("leaf", str(folder), "--listen", address)
        self.assertIn(f"vow fleet join nats://{address}", done.stdout)
        fleet.start("leaf", SERVER, "-c", str(folder / "nats-server.conf"))
        fleet.wait("the site is connected", lambda: fleet.log("leaf").count("Leafnode connection created") == 2)
        fleet.join("web1", url=f"nats://{address}")
        fleet.start_agent("web1")
        fleet.run_policy("web1")
        fleet.wait("the report is stored", lambda: len(fleet.rows()) == 1)
        fleet.wait("the host is seen", lambda: fleet.states() == {"web1": "not kept"})
        self.assertIn("web1: exit status", fleet.fleet("ask", "web1", "status", check=False).stdout)
        fleet.fleet("hosts", "revoke", "web1")
        fleet.wait("it is cut off at the site", lambda: "authentication error" in fleet.log("leaf"))
        self.assertEqual({"web1": "revoked"}, fleet.states())

    def test_a_fleet_without_leaf_nodes_has_no_port_for_them(self):
        fleet = self.fleet_with(1)
        done = fleet.fleet("leaf", str(fleet.root / "site"), "--listen", "127.0.0.1:5222", check=False)
        self.assertEqual(2, done.returncode)
        self.assertIn("accept no leaf nodes", done.stderr)
        self.assertNotIn("leafnodes", (fleet.folder / "server/nats-server.conf").read_text())


if __name__ == "__main__":
    run_unittests()
