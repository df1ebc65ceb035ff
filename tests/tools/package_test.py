#!/usr/bin/env python3
"""The Debian package: what is in it, and its life in a bare folder. Usage: package_test.py BUILD_FOLDER"""

import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support"))
from tally import run_unittests

BUILD = Path(sys.argv.pop()).resolve()
PATHS = """
etc/vow/main.cf usr/bin/vow usr/lib/vow/bin/cf-agent usr/lib/vow/bin/cf-promises usr/libexec/vow/vow-inmanta/__main__.py
usr/share/man/man1/vow.1.gz usr/share/man/man1/vow-run.1.gz usr/share/man/man1/vow-module.1.gz
usr/share/bash-completion/completions/vow usr/share/zsh/vendor-completions/_vow
usr/share/fish/vendor_completions.d/vow.fish usr/lib/systemd/system/vow.service usr/lib/systemd/system/vow.timer
usr/lib/systemd/system/vow-pull.service usr/lib/systemd/system/vow-pull.timer
usr/share/doc/vow/copyright usr/share/doc/vow/changelog.gz
""".split()


def output_of(*command):
    return subprocess.run([str(word) for word in command], check=True, capture_output=True, text=True).stdout


@unittest.skipUnless(shutil.which("cpack") and shutil.which("dpkg-shlibdeps"), "it needs cpack and dpkg-dev")
class Package(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        temporary = tempfile.TemporaryDirectory()
        cls.addClassCleanup(temporary.cleanup)
        cls.folder = Path(temporary.name)
        cls.package = cls.made("first")

    @classmethod
    def made(cls, name):
        """The package of the programs in the build folder."""
        subprocess.run(
            ["cpack", "--config", BUILD / "CPackConfig.cmake", "-B", cls.folder / name, "-D", "CPACK_STRIP_FILES=ON",
             "-D", "CPACK_DEBIAN_AGENT_DEBUGINFO_PACKAGE=OFF", "-D", "CPACK_DEBIAN_COMPRESSION_TYPE=gzip"],
            check=True, cwd=BUILD, capture_output=True, env={**os.environ, "SOURCE_DATE_EPOCH": "1700000000"},
        )
        (package,) = (cls.folder / name).glob("vow_*.deb")
        return package

    def dpkg(self, root, *words):
        (root / "var/lib/dpkg").mkdir(parents=True, exist_ok=True)
        (root / "var/lib/dpkg/status").touch()
        return output_of(
            "dpkg", f"--root={root}", "--force-depends", "--force-not-root", "--force-script-chrootless", "--force-confold",
            "--log=/dev/null", *words,
        )

    def test_it_holds_what_an_operator_expects(self):
        lines = output_of("dpkg-deb", "-c", self.package).splitlines()
        listed = {line.split(" ./")[1].split(" -> ")[0] for line in lines if " ./" in line}
        self.assertEqual([], [path for path in PATHS if path not in listed])
        self.assertEqual([], [path for path in listed if "/include/" in path], "headers are not the agent's")

    def test_the_same_programs_give_the_same_bytes(self):
        self.assertEqual(self.package.read_bytes(), self.made("second").read_bytes())

    @unittest.skipUnless(os.geteuid() == 0, "it needs root")
    def test_its_life_in_a_bare_folder(self):
        root = self.folder / "root"
        root.mkdir()
        self.dpkg(root, "--install", self.package)
        vow, policy = root / "usr/bin/vow", root / "etc/vow/main.cf"
        said = output_of(vow, "run", "-w", root / "var/lib/vow", "--trust-paths", policy)
        self.assertIn("can keep the promises of", said)
        self.assertIn("CFEngine", output_of(root / "usr/lib/vow/bin/cf-agent", "--version"))
        policy.write_text("bundle agent main { }\n")
        self.dpkg(root, "--install", self.package)  # an upgrade
        self.assertEqual("bundle agent main { }\n", policy.read_text())
        self.dpkg(root, "--remove", "vow")
        self.assertFalse(vow.exists())
        self.assertTrue(policy.exists(), "a removal keeps the policy")
        self.dpkg(root, "--purge", "vow")
        left = [path for path in root.rglob("*") if path.is_file() and "var/lib/dpkg" not in str(path)]
        self.assertEqual([], left)
        self.assertFalse((root / "var/lib/vow").exists())

    @unittest.skipUnless(shutil.which("lintian"), "it needs lintian")
    def test_lintian_finds_no_error(self):
        process = subprocess.run(
            ["lintian", "--no-tag-display-limit", "--fail-on", "error", str(self.package)],
            capture_output=True, text=True, check=False,
        )
        self.assertEqual(0, process.returncode, process.stdout)


if __name__ == "__main__":
    run_unittests()
