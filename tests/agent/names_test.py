#!/usr/bin/env python3
"""A name in a policy reaches a program as a name, or not at all, in all four languages.

usage: names_test.py VOW
"""

import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

TESTS = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(TESTS / "support"))
from tally import run_unittests

VOW = str(Path(sys.argv.pop(1)).resolve(strict=True))
LIMIT = 60  # seconds that a run may take

# Stand-ins, which are found first and must not be called.
PROGRAMS = ("apt-get", "dnf", "dpkg-deb", "git", "gpasswd", "groupadd", "groupdel", "mount", "rpm", "ssh", "systemctl",
            "umount", "useradd", "userdel", "usermod")

PACKAGES = ("vt-", "-vt", "vt/stable", "vt^", "~n", "v*", "?name(vt)", "v t")
USERS = ("x:y", "-x", "x y")
UNITS = ("--force", "a b", "../x")
CFENGINE = {
    "the name of a package": [f'packages: "{name}" policy => "present";' for name in PACKAGES],
    "the version of a package": [f'packages: "vt" policy => "present", version => "{version}";' for version in ("*", "1 2", "-1")],
    "the name of a user": [f'users: "{name}" policy => "present";' for name in USERS],
    "the name of a group": ['groups: "x:y" policy => "present";'],
    "the name of a unit": [f'systemd: "label" name => "{name}", state => "stopped";' for name in UNITS],
    "a branch, a tag or a commit": ['git: "/nowhere/x" repository => "/nowhere/y", version => "--upload-pack=z";'],
}
OTTERSCRIPT = {
    "the name of a package": [f'Ensure-Package "{name}";' for name in PACKAGES] + ["Ensure-packages vt- (policy: present);"],
    "the version of a package": ['Ensure-Package vt (Version: "*");'],
    "the name of a user": [f'Ensure-User "{name}";' for name in USERS] + ['Ensure-Group vt (Members: @(a, "b:c"));'],
    "the name of a group": ['Ensure-Group "x:y";'],
    "the name of a unit": [f'Ensure-Service "{name}";' for name in UNITS],
    "the name or address of a host": ['Ensure-HostsEntry (Host: "a b", IP: 1.2.3.4, FileName: hosts);'],
    "a branch, a tag or a commit": ['Git::Checkout-Code "/nowhere/y" (Branch: "--upload-pack=z");'],
}
MODEL = 'host = std::Host(name="localhost", os=std::linux)\n'
INMANTA = {
    "the name of a package": [f'std::Package(host=host, name="{name}", state="installed")' for name in PACKAGES],
    "the name of a unit": [f'std::Service(host=host, name="{name}", state="running", onboot=true)' for name in UNITS],
    "the name of a user": [f'import vow\nvow::Users(host=host, promiser="{name}", policy="present")' for name in USERS],
}
PLAN = """doctype: com.datagridsys.doctype/skopos/deploy-plan
version: alpha/1
steps:
  - id: all
    class: group
    on_fail: fail
    steps:
      - id: one
        class: action
        plugin: PLUGIN
        action: promise
        arguments: {promiser: "NAME", ATTRIBUTE}
        on_fail: fail
"""


def plan(plugin, name, attribute):
    return PLAN.replace("PLUGIN", plugin).replace("NAME", name).replace("ATTRIBUTE", attribute)


SKOPOS = {
    "the name of a package": [plan("packages", name, "policy: present") for name in PACKAGES],
    "the name of a user": [plan("users", name, "policy: present") for name in USERS],
}


class Names(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)
        programs = self.root / "programs"
        programs.mkdir()
        for name in PROGRAMS:
            program = programs / name
            program.write_text(f'#!/bin/sh\necho "$0 $*" >> {self.root}/calls\n')
            program.chmod(0o755)
        self.path = f"{programs}:{os.environ['PATH']}"

    def vow(self, *words):
        environment = dict(os.environ, PATH=self.path, CFENGINE_TEST_OVERRIDE_WORKDIR=str(self.root / "work"))
        done = subprocess.run(
            [VOW, *words], capture_output=True, text=True, timeout=LIMIT, cwd=self.root, env=environment, check=False
        )
        done.text = done.stdout + done.stderr
        return done

    def policies(self):
        """Each policy, and the words for what its name is not."""
        for language, name, table, wrap in (
            ("cfengine", "p.cf", CFENGINE, lambda text: "bundle agent main { " + text + " }\n"),
            ("otterscript", "p.otter", OTTERSCRIPT, lambda text: text + "\n"),
            ("inmanta", "m.cf", INMANTA, lambda text: MODEL + text + "\n"),
            ("skopos", "plan.yaml", SKOPOS, str),
        ):
            for kind, texts in table.items():
                for text in texts:
                    policy = self.root / name
                    policy.write_text(wrap(text))
                    yield text, kind, ["--language", language, policy]

    def test_a_text_that_is_not_a_name_reaches_no_program(self):
        for text, kind, words in self.policies():
            with self.subTest(text):
                done = self.vow("run", *words)
                self.assertIn(f"must be {kind}", done.text)
                self.assertIn(done.returncode, (1, 3), done.text)
                self.assertFalse((self.root / "calls").exists(), done.text)
                self.assertFalse((self.root / "hosts").exists(), done.text)

    def test_a_wrong_name_is_found_by_a_check(self):
        for text, kind, words in self.policies():
            with self.subTest(text):
                done = self.vow("check", *words)
                self.assertIn(f"must be {kind}", done.text)
                self.assertEqual(3, done.returncode, done.text)

    def test_a_name_that_is_known_only_at_run_time_is_refused_then(self):
        policy = self.root / "p.otter"
        policy.write_text('set $v = "";\nEnsure-Package vt-$v;\n')
        self.assertEqual(0, self.vow("check", policy).returncode)
        done = self.vow("run", policy)
        self.assertIn("'Name' must be the name of a package", done.text)
        policy = self.root / "p.cf"
        policy.write_text('bundle agent main { vars: "v" string => getenv("NOTHING_HERE", 9); packages: "vt-$(v)" policy => "present"; }\n')
        self.assertEqual(0, self.vow("check", policy).returncode)
        done = self.vow("run", policy)
        self.assertIn("Promiser must be the name of a package", done.text)
        self.assertEqual(1, done.returncode)
        self.assertFalse((self.root / "calls").exists())

    def test_the_host_of_an_inventory_is_a_name(self):
        inventory = self.root / "inventory.yaml"
        policy = self.root / "p.otter"
        policy.write_text("for server web { Exec true; }\n")
        for member in ('host: "-oProxyCommand=x"', 'host: "a b"', 'host: a, user: "u\\nv"', 'host: a, port: "22 x"'):
            with self.subTest(member):
                inventory.write_text(f"servers:\n  web: {{{member}}}\n")
                done = self.vow("run", "--inventory", inventory, policy)
                self.assertNotEqual(0, done.returncode)
                self.assertIn("must be the n", done.text)
                self.assertFalse((self.root / "calls").exists(), done.text)


if __name__ == "__main__":
    run_unittests()
