#!/usr/bin/env python3
"""The package for arm64, that `tools/dev package` has made: what is in it, and its program in an emulator.

usage: arm64_package_test.py FOLDER   (that of all builds)
"""

import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support"))
from tally import run_unittests

BUILDS = Path(sys.argv.pop()).resolve()
SYSROOT = BUILDS / "arm64-sysroot"
LIBRARIES = SYSROOT / "usr/lib/aarch64-linux-gnu"
PACKAGES = sorted((BUILDS / "package").glob("vow_*_arm64.deb"), key=os.path.getmtime)
LIMIT = 120  # seconds
POLICY = """bundle agent main
{
  files:
      "$(this.promise_dirname)/made" create => "true", content => "by $(sys.arch)";
}
"""
PROGRAMS = "usr/bin/vow usr/libexec/vow/vow-http usr/libexec/vow/vow-archives".split()


def output_of(*command, **options):
    return subprocess.run([str(word) for word in command], check=True, capture_output=True, text=True, timeout=LIMIT, **options).stdout


class Unpacked(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        temporary = tempfile.TemporaryDirectory()
        cls.addClassCleanup(temporary.cleanup)
        cls.root = Path(temporary.name).resolve()
        output_of("dpkg-deb", "-x", PACKAGES[-1], cls.root)


@unittest.skipUnless(PACKAGES, "it needs the package, made by `tools/dev package` after `tools/dev setup --arm64`")
class Package(Unpacked):
    def test_it_is_for_arm64_and_holds_what_an_operator_expects(self):
        def field(name):
            return output_of("dpkg-deb", "-f", PACKAGES[-1], name).strip()

        self.assertEqual("arm64", field("Architecture"))
        self.assertRegex(field("Depends"), r"\blibc6 \(>= 2")
        self.assertNotIn("nats", field("Depends"))
        for path in [*PROGRAMS, "usr/share/man/man1/vow-run.1.gz", "etc/vow/main.cf", "usr/lib/systemd/system/vow.timer"]:
            self.assertTrue((self.root / path).is_file(), path)

    def test_its_programs_are_stripped_programs_for_arm64(self):
        for path in PROGRAMS:
            header = (self.root / path).read_bytes()[:20]
            self.assertEqual((b"\x7fELF", 183), (header[:4], int.from_bytes(header[18:20], "little")), path)  # EM_AARCH64
            self.assertNotIn(".debug_info", output_of("readelf", "-SW", self.root / path))
        self.assertLess((self.root / "usr/bin/vow").stat().st_size, 20_000_000)


@unittest.skipUnless(PACKAGES, "it needs the package")
@unittest.skipUnless(shutil.which("qemu-aarch64-static") and SYSROOT.is_dir(), "it needs qemu-user-static")
class Emulated(Unpacked):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = Path(temporary.name).resolve()

    def vow(self, *words):
        # With a prefix to find its loader, the emulator opens that prefix for /, from which vow walks all paths.
        loader = [LIBRARIES / "ld-linux-aarch64.so.1", "--library-path", LIBRARIES, "--argv0", "vow"]
        return output_of("qemu-aarch64-static", *loader, self.root / "usr/bin/vow", *words, cwd=self.folder)

    def test_the_program_starts_in_the_emulator(self):
        self.assertRegex(self.vow("--version"), r"vow \d")
        self.vow("check", self.root / "etc/vow/main.cf")
        self.assertIn("aarch64", self.vow("facts"))

    def test_it_keeps_promises_about_files(self):
        policy, work = self.folder / "main.cf", self.folder / "work"
        policy.write_text(POLICY)
        self.assertIn("1 repaired", self.vow("run", "-I", policy, "-w", work))
        self.assertEqual("by aarch64", (self.folder / "made").read_text())
        self.assertIn("1 kept, 0 repaired", self.vow("run", "-I", policy, "-w", work))
        self.assertIn("good", self.vow("status", "-w", work))

    @unittest.skipUnless(Path("/proc/sys/fs/binfmt_misc/qemu-aarch64").exists(), "the kernel starts no programs for arm64: binfmt_misc")
    def test_its_programs_are_started_as_modules(self):
        self.assertIn("http", self.vow("module", "probe", self.root / "usr/libexec/vow/vow-http"))
        output_of("tar", "-cf", self.folder / "made.tar", "-C", self.root, "etc")
        self.vow("keep", "archive", self.folder / "unpacked", f"source={self.folder / 'made.tar'}")
        self.assertTrue((self.folder / "unpacked/etc/vow/main.cf").is_file())


if __name__ == "__main__":
    run_unittests()
