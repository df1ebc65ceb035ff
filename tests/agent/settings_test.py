#!/usr/bin/env python3
"""The settings of the host: who may write them, how mistakes are reported, and that they hold everywhere.

usage: settings_test.py VOW
"""

import os
import pwd
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

TESTS = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(TESTS / "support"))
from tally import run_unittests, skip_without

VOW = str(Path(sys.argv.pop(1)).resolve(strict=True))
ACCOUNTS = {account.pw_uid for account in pwd.getpwall()}
OTHER = next(uid for uid in range(6666, 60000) if uid not in ACCOUNTS)
LIMIT = 60  # seconds that a run may take
HELLO = 'bundle agent main { reports: "hello"; }\n'


class Case(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)
        self.root.chmod(0o755)
        self.settings = self.write("settings.yaml", "")

    def write(self, name, text, mode=0o644, owner=None):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        path.chmod(mode)
        if owner is not None:
            os.chown(path, owner, owner)
        return path

    def vow(self, *words, **variables):
        environment = dict(os.environ, CFENGINE_TEST_OVERRIDE_WORKDIR=str(self.root / "work"), **variables)
        done = subprocess.run(
            [VOW, *words], capture_output=True, text=True, timeout=LIMIT, cwd=self.root, env=environment, check=False
        )
        done.text = done.stdout + done.stderr
        return done

    def run_with_settings(self, *words):
        return self.vow("run", "--settings", self.settings, *words)


class Settings(Case):
    def test_a_mistake_in_the_settings_ends_the_command_with_its_place(self):
        policy = self.write("p.cf", HELLO)
        for text, place, message in (
            ("trusted_user: [deploy]\n", "1:1", "unknown setting 'trusted_user'"),
            ("removals: false\ntrusted_users: deploy\n", "2:16", "the value of 'trusted_users' must be a list of users"),
            ("removals: no\n", "1:11", "the value of 'removals' must be true or false"),
            ("concurrent_types: git\n", "1:19", "the value of 'concurrent_types' must be a list of promise types"),
            ("max_values: lots\n", "1:13", "the value of 'max_values' must be a number of bytes"),
            ("max_values: -1\n", "1:13", "the value of 'max_values' must be a number of bytes"),
            ("max_values: 99999999999g\n", "1:13", "the value of 'max_values' must be a number of bytes"),
            ("- removals\n", "1:1", "settings are a map"),
            ("removals: [\n", "", "error"),
        ):
            with self.subTest(text):
                self.settings.write_text(text)
                done = self.run_with_settings(policy)
                self.assertIn(f"{self.settings}:{place}", done.stderr)
                self.assertIn(message, done.stderr)
                self.assertEqual(2, done.returncode)
                self.assertNotIn("hello", done.text)
        self.settings.write_text("trusted_user: []\n")
        self.assertIn("did you mean 'trusted_users'?", self.run_with_settings(policy).stderr)
        for command in (["check", policy], ["facts"], ["module", "list"], ["module", "serve", "files"], ["module", "host"]):
            done = self.vow(*command, "--settings", self.settings)
            self.assertEqual(2, done.returncode, command)

    def test_settings_that_are_named_must_exist(self):
        done = self.vow("run", "--settings", self.root / "none.yaml", self.write("p.cf", HELLO))
        self.assertIn("cannot read", done.stderr)
        self.assertEqual(2, done.returncode)

    def test_good_settings_change_no_other_run(self):
        policy = self.write("p.cf", HELLO)
        self.settings.write_text("# nothing\ntrusted_users: [root]\nremovals: true\nmax_values: 512m\n")
        self.assertIn("R: hello", self.run_with_settings(policy).text)
        self.settings.write_text("trusted_users: [nobody-of-that-name]\n")
        done = self.run_with_settings(policy)
        self.assertIn("The user 'nobody-of-that-name' does not exist", done.text)
        self.assertIn("R: hello", done.text)


class TrustedUsers(Case):
    def setUp(self):
        skip_without(self, "root", os.geteuid() == 0, "only root has rights that others could gain")
        super().setUp()
        self.settings.write_text(f"trusted_users: [{OTHER}]\n")

    def test_settings_that_others_could_change_are_refused(self):
        policy = self.write("p.cf", HELLO)
        os.chown(self.settings, OTHER, OTHER)
        done = self.run_with_settings(policy)
        self.assertIn(f"'{self.settings}' belongs to user {OTHER}", done.stderr)
        self.assertEqual(2, done.returncode)
        os.chown(self.settings, 0, 0)
        self.settings.chmod(0o666)
        self.assertEqual(2, self.run_with_settings(policy).returncode)
        self.settings.chmod(0o644)
        os.chown(self.root, OTHER, OTHER)
        self.assertEqual(2, self.run_with_settings(policy).returncode)

    def test_users_in_the_settings_of_the_host_are_trusted_everywhere(self):
        program = self.write("program", f"#!/bin/sh\ntouch {self.root}/ran\n", 0o755, OTHER)
        evil = self.write("evil.cf", f'bundle agent evil {{ commands: "{program}"; }}\n', owner=OTHER)
        inputs = 'body common control { inputs => { "%s" }; bundlesequence => { "evil" }; }\n' % evil
        plans = {
            "CFEngine": [self.write("p.cf", inputs)],
            "OtterScript": [self.write("p.otter", f"Exec {program};\n")],
            "Inmanta": ["--language", "inmanta", self.write(
                "m.cf", f'import exec\nhost = std::Host(name="localhost", os=std::linux)\nexec::Run(host=host, command="{program}")\n')],
        }
        for language, words in plans.items():
            with self.subTest(language):
                self.assertNotEqual(0, self.vow("run", *words).returncode)
                self.assertFalse((self.root / "ran").exists())
                done = self.run_with_settings(*words)
                self.assertEqual(0, done.returncode, done.text)
                self.assertTrue((self.root / "ran").exists(), done.text)
                (self.root / "ran").unlink()

    def test_modules_are_started_with_the_trust_of_the_settings(self):
        module = self.write("good.sh", f"#!{self.root}/shell\n" + (TESTS / "modules/good_line.sh").read_text(), 0o755, OTHER)
        self.write("shell", '#!/bin/sh\nexec /bin/sh "$@"\n', 0o755, OTHER)
        os.chown(module, 0, 0)
        words = ["module", "probe", module]
        self.assertIn("is not trusted", self.vow(*words).text)
        done = self.vow(*words, "--settings", self.settings)
        self.assertNotIn("is not trusted", done.text)
        self.assertEqual(0, done.returncode, done.text)


if __name__ == "__main__":
    run_unittests()
