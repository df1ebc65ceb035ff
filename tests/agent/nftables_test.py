#!/usr/bin/env python3
"""The type nftables with the real nft, in a network namespace and with a copy of /etc.

usage: nftables_test.py VOW
"""

import difflib
import json
import os
import shutil
import subprocess
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support"))
from root_case import VOW, RootCase
from tally import run_unittests, skip_without

FILE, BOOT = "/etc/nftables.d/inet-filter.nft", "/etc/nftables.conf"
NAMESPACE = ["unshare", "--mount", "--net", "sh", "-ec",
             f'cp -a /etc etc; mount --bind etc /etc; rm -rf /etc/nftables.d {BOOT}; printf "flush ruleset\\n" >{BOOT}; . ./steps', "-"]
RULES = """
chain input {
  type filter hook input priority 0; policy drop;
  ct state established,related counter accept
  tcp dport {22,80} accept
  iif lo accept
}"""
SET = "set banned { type ipv4_addr; flags dynamic,timeout; timeout 1h; }"


def policy(attributes, table="inet filter"):
    return f'bundle agent main {{ nftables: "{table}" {attributes}; }}\n'


def lines(rules):
    return "lines => { '" + rules + "' }"


def added(before, after):
    return [line[2:] for line in difflib.ndiff(before.splitlines(), after.splitlines()) if line.startswith("+ ")]


@unittest.skipUnless(shutil.which("nft", path=os.environ["PATH"] + ":/usr/sbin:/sbin"), "nft is not installed")
class Nftables(RootCase):
    def setUp(self):
        super().setUp()
        probe = subprocess.run(["unshare", "--mount", "--net", "--", "sh", "-c", "PATH=$PATH:/usr/sbin nft list tables"], capture_output=True)
        skip_without(self, "netfilter", probe.returncode == 0, "netfilter cannot be used in a network namespace here")
        self.write("p.cf", policy(lines(SET + RULES)))
        self.write("absent.cf", policy('absent => "true"'))

    def follow(self, steps):
        """The output of a shell that runs steps; `vow FILE` runs a policy and prints its exit status."""
        function = f'vow() {{ n=0; {VOW} run -K -I -w work "$@" 2>&1 || n=$?; echo "status $n"; }}\n'
        self.write("steps", function + f"PATH=$PATH:/usr/sbin\n{steps}\n")
        done = self.run_program(NAMESPACE)
        self.assertEqual(0, done.returncode, done.text)
        subprocess.run(["rm", "-rf", "etc"], cwd=self.root, check=True)
        return done.stdout

    def test_a_table_is_set_once_and_is_there_after_the_boot(self):
        text = self.follow(f"vow p.cf; echo ==; vow p.cf; echo ==; nft -f {BOOT}; vow p.cf; echo ==; nft list ruleset; tail -1 {BOOT}")
        first, second, boot, ruleset = text.split("==\n")
        for done in (f"Set table 'inet filter' in '{FILE}'", "Set table 'inet filter'\n", f"in '{BOOT}'", "1 repaired"):
            self.assertIn(done, first)
        for later in (second, boot):
            self.assertIn("1 kept, 0 repaired", later)
        self.assertIn("tcp dport { 22, 80 } accept", ruleset)
        self.assertIn('include "/etc/nftables.d/*.nft"', ruleset)

    def test_a_rule_by_hand_is_a_difference_and_an_element_of_a_dynamic_set_is_none(self):
        text = self.follow("""vow p.cf >first; nft add table ip other; nft add element inet filter banned '{ 192.0.2.1 }'; vow p.cf
            echo ==; nft add rule inet filter input accept; vow -n p.cf; vow p.cf --json events; nft list ruleset""")
        element, rule = text.split("==\n")
        self.assertIn("1 kept, 0 repaired", element)
        self.assertIn("Should set table 'inet filter'\n", rule)
        self.assertNotIn(FILE, rule)
        self.assertIn("1 repaired", rule)
        self.assertIn("table ip other", rule)
        events = [json.loads(line) for line in (self.root / "events").read_text().splitlines()]
        change = next(event for event in events if event.get("changes"))["changes"][0]
        self.assertEqual(("setting", "nftables inet filter", "update"), (change["kind"], change["object"], change["action"]))
        self.assertEqual(["accept"], [line.strip() for line in added(change["after"], change["before"])])

    def test_refused_rules_leave_file_and_table(self):
        self.write("bad.cf", policy(lines("chain input { tcp dprt 22 accept; }")))
        text = self.follow(f"vow bad.cf; ls /etc/nftables.d 2>&1 || true; vow p.cf; cp {FILE} before; vow bad.cf; cmp before {FILE}; vow p.cf")
        self.assertEqual(2, text.count("error: The rules of 'inet filter' are refused, and all stays as it was: /dev/stdin:5:19-22: Error: syntax error, unexpected string"), text)
        self.assertIn("cannot access '/etc/nftables.d'", text)
        self.assertIn("1 kept, 0 repaired", text)

    def test_a_dry_run_changes_nothing(self):
        text = self.follow(f"vow -n p.cf; ls /etc/nftables.d 2>&1 || true; cat {BOOT}; nft list ruleset")
        self.assertEqual(3, text.count("Should set"), text)
        self.assertIn("cannot access '/etc/nftables.d'", text)
        self.assertTrue(text.endswith("flush ruleset\n"), text)

    def test_a_source_is_a_whole_table_with_definitions(self):
        self.write("rules", "define ports = { 22, 80 }\ntable inet filter {\n chain c {\n  tcp dport $ports accept\n }\n}\n")
        self.write("s.cf", policy(f'source => "{self.root}/rules"'))
        text = self.follow("vow s.cf; vow s.cf; nft list ruleset; echo 'flush ruleset' >>rules; vow s.cf; chmod 666 rules; vow s.cf")
        self.assertIn("1 kept, 0 repaired", text)
        self.assertIn("tcp dport { 22, 80 } accept", text)
        self.assertIn("'flush ruleset' is outside of the table", text)
        self.assertIn("is not trusted", text)

    def test_an_absent_table_goes_from_file_and_kernel_and_its_lines_alone_too(self):
        self.write("line.cf", policy('lines => "iif lo accept", absent => "true"'))
        text = self.follow(f"vow p.cf >first; nft add table ip other; vow line.cf; vow line.cf; nft list ruleset; echo ==\n"
                           f"vow absent.cf; vow absent.cf; ls /etc/nftables.d; nft list ruleset")
        line, absent = text.split("==\n")
        self.assertIn("1 repaired", line)
        self.assertIn("1 kept, 0 repaired", line)
        self.assertIn("dport { 22, 80 }", line)
        self.assertNotIn("iif", line.split("table inet")[1])
        self.assertIn("1 repaired", absent)
        self.assertTrue(absent.endswith("status 0\ntable ip other {\n}\n"), absent)

    def test_a_table_of_the_distribution_comes_back_at_boot_and_that_is_logged(self):
        text = self.follow(f"printf 'table inet filter {{\\n}}\\n' >>{BOOT}; vow absent.cf")
        self.assertIn(f"'{BOOT}' makes table 'inet filter' at boot", text)

    def test_rules_about_an_interface_that_is_only_here_are_set_once(self):
        self.write("if.cf", policy(lines("chain c { iif vow0 accept; }")))
        text = self.follow("ip link set lo name vow0 || exit 0; vow if.cf; vow if.cf")
        skip_without(self, "interfaces", text, "ip cannot rename an interface")
        self.assertIn("1 repaired", text)
        self.assertIn("1 kept, 0 repaired", text)

    def test_without_the_right_to_netfilter_the_file_is_kept(self):
        bound = "setpriv --bounding-set=-net_admin --inh-caps=-net_admin"
        text = self.follow(f"{bound} {VOW} run -K -I -w work p.cf 2>&1; echo ==; cat {FILE}; vow -n p.cf")
        self.assertIn("is not checked, since netfilter cannot be used here", text)
        self.assertIn("Table 'inet filter' is not set now, since netfilter cannot be used here; the file counts at the next boot", text)
        self.assertIn("tcp dport {22,80} accept", text)
        self.assertIn("Should set table 'inet filter'\n", text)

    def test_without_nft_the_promise_is_not_kept(self):
        hide = "for each in /usr/sbin/nft /sbin/nft /usr/bin/nft; do [ ! -e $each ] || mount --bind p.cf $each; done"
        text = self.follow(f"{hide}; vow p.cf; cat {FILE}")
        self.assertIn("the program nft is missing; the package nftables has it", text)
        self.assertIn("status 1", text)
        self.assertIn("tcp dport {22,80} accept", text)


if __name__ == "__main__":
    run_unittests()
