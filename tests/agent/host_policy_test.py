#!/usr/bin/env python3
"""`vow run` without a policy runs that of the host, /etc/vow/main.cf.

usage: host_policy_test.py VOW
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "support"))
from root_case import VOW, RootCase
from tally import run_unittests, skip_without

IN_ITS_OWN_ETC = 'cp -a /etc etc && rm -rf etc/vow && mount --bind etc /etc || exit 99; eval "$0"; exec "$@"'


class HostPolicy(RootCase):
    def run_on_host(self, preparation, *words):
        """Runs vow in a mount namespace where /etc is a copy, which a shell command prepares."""
        done = self.run_program(["unshare", "-m", "sh", "-c", IN_ITS_OWN_ETC, preparation, VOW, *words])
        skip_without(self, "mount", done.returncode != 99 and "unshare" not in done.stderr, done.stderr)
        return done

    def test_the_policy_of_the_host_is_run(self):
        self.write("main.cf", 'bundle agent main { reports: "from $(this.promise_filename)"; }\n')
        done = self.run_on_host("mkdir /etc/vow && cp main.cf /etc/vow/", "run", "-K")
        self.assertEqual((0, "R: from /etc/vow/main.cf\n"), (done.returncode, done.text))

    def test_a_policy_that_is_named_is_run_instead(self):
        self.write("main.cf", 'bundle agent main { reports: "of the host"; }\n')
        other = self.write("other.cf", 'bundle agent main { reports: "other"; }\n')
        done = self.run_on_host("mkdir /etc/vow && cp main.cf /etc/vow/", "run", "-K", str(other))
        self.assertEqual((0, "R: other\n"), (done.returncode, done.text))

    def test_a_host_without_a_policy_names_the_usage(self):
        done = self.run_on_host(":", "run")
        self.assertEqual(2, done.returncode, done.text)
        self.assertIn("vow: name the policy to run: vow run POLICY\n", done.stderr)
        self.assertIn("/etc/vow/main.cf, which does not exist here", done.stderr)

    def test_only_a_run_uses_the_policy_of_the_host(self):
        done = self.run_on_host("mkdir /etc/vow && cp main.cf /etc/vow/", "check")
        self.assertEqual(2, done.returncode, done.text)


if __name__ == "__main__":
    run_unittests()
