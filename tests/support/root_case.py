"""A test of what root's vow does with what another user prepared.

A test program gives the path of vow as its last argument.
"""

import os
import pwd
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from tally import skip_without

VOW = str(Path(sys.argv.pop(1)).resolve(strict=True))
ACCOUNTS = {account.pw_uid for account in pwd.getpwall()}
OTHER = next(uid for uid in range(6666, 60000) if uid not in ACCOUNTS)  # a user without an account
LIMIT = 60  # seconds that a run may take


class RootCase(unittest.TestCase):
    """Each test has a folder of root's that others can enter, with a work folder in it."""

    def setUp(self):
        skip_without(self, "root", os.geteuid() == 0, "only root has rights that others could gain")
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)
        self.root.chmod(0o755)
        self.work = self.root / "work"
        self.work.mkdir()

    def write(self, name, text, mode=0o644, owner=0):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        path.chmod(mode)
        os.chown(path, owner, owner)
        return path

    def vow(self, *words, **variables):
        return self.run_program([VOW, *words], **variables)

    def run_program(self, words, **variables):
        environment = dict(os.environ, CFENGINE_TEST_OVERRIDE_WORKDIR=str(self.work), **variables)
        done = subprocess.run(
            words, capture_output=True, text=True, errors="replace", timeout=LIMIT, cwd=self.root, env=environment, check=False
        )
        done.text = done.stdout + done.stderr
        return done
