#!/usr/bin/env python3
"""The packages of the program, of fleets and of the C++ library: what is in them, and their life in a bare folder.

usage: package_test.py BUILD_FOLDER
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

BUILD = Path(sys.argv.pop()).resolve()
PATHS = """
etc/vow/main.cf usr/bin/vow usr/lib/vow/bin/cf-agent usr/lib/vow/bin/cf-promises usr/libexec/vow/vow-inmanta/__main__.py
usr/share/man/man1/vow.1.gz usr/share/man/man1/vow-run.1.gz usr/share/man/man1/vow-module.1.gz
usr/share/bash-completion/completions/vow usr/share/zsh/vendor-completions/_vow
usr/share/fish/vendor_completions.d/vow.fish usr/lib/systemd/system/vow.service usr/lib/systemd/system/vow.timer
usr/lib/systemd/system/vow-pull.service usr/lib/systemd/system/vow-pull.timer
usr/share/doc/vow/copyright usr/share/doc/vow/changelog.gz
""".split()


HEADERS = "usr/include/vow/modules/sdk/cpp/described_module.h usr/lib/libvow_sdk.a usr/lib/pkgconfig/vow-sdk.pc usr/lib/cmake/vow/vow-config.cmake".split()
POLICY = """promise agent keep_text { path => "%s"; }
bundle agent main { keep_text: "%s" content => "hello"; }
"""


def output_of(*command, **options):
    return subprocess.run([str(word) for word in command], check=True, capture_output=True, text=True, **options).stdout


def packed(folder, *words):
    """Makes packages of the programs in the build folder."""
    command = ["cpack", "--config", BUILD / "CPackConfig.cmake", "-B", folder, "-D", "CPACK_STRIP_FILES=ON", *words]
    output_of(*command, cwd=BUILD, env={**os.environ, "SOURCE_DATE_EPOCH": "1700000000"})


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
        without = [word for part in ("AGENT", "FLEET") for word in ("-D", f"CPACK_DEBIAN_{part}_DEBUGINFO_PACKAGE=OFF")]
        packed(cls.folder / name, *without, "-D", "CPACK_DEBIAN_COMPRESSION_TYPE=gzip")
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
        for other in (self.folder / "first").glob("vow-*.deb"):
            self.assertEqual(other.read_bytes(), (self.folder / "second" / other.name).read_bytes(), other.name)

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

    def fleet(self):
        packages = [*(self.folder / "first").glob("vow-fleet_*.deb")]
        if not packages:
            self.skipTest("it needs libnats-dev")
        return packages[0]

    def test_the_library_of_the_bus_is_needed_by_the_package_of_fleets_alone(self):
        depends = [output_of("dpkg-deb", "-f", package, "Depends") for package in (self.package, self.fleet())]
        self.assertNotIn("nats", depends[0])
        self.assertRegex(depends[1], r"\blibnats\S* ")
        self.assertRegex(depends[1], r"\bvow \(>= ")
        listed = output_of("dpkg-deb", "-c", self.fleet())
        for path in ("usr/libexec/vow/vow-fleet", "usr/lib/systemd/system/vow-agent.service", "usr/share/doc/vow-fleet/changelog.gz"):
            self.assertIn(" ./" + path + "\n", listed)
        self.assertNotIn("vow-agent.service", output_of("dpkg-deb", "-c", self.package))

    @unittest.skipUnless(os.geteuid() == 0, "it needs root")
    def test_the_life_of_the_package_of_fleets_in_a_bare_folder(self):
        root = self.folder / "fleet"
        root.mkdir()
        self.dpkg(root, "--install", self.package, self.fleet())
        vow, program, state = root / "usr/bin/vow", root / "usr/libexec/vow/vow-fleet", root / "var/lib/vow/fleet"
        output_of(vow, "fleet", "init", root / "made", "--name", "acme")
        self.assertTrue((root / "made/keys").is_dir())
        state.mkdir(parents=True)
        (state / "fleet.json").touch()
        self.dpkg(root, "--remove", "vow-fleet")
        self.assertFalse(program.exists())
        self.assertTrue(vow.exists())
        self.assertTrue((state / "fleet.json").exists(), "a removal keeps the key of the host")
        self.dpkg(root, "--purge", "vow-fleet")
        self.assertFalse(state.exists())
        self.assertTrue(state.parent.exists(), "the rest belongs to the other package")

    @unittest.skipUnless(shutil.which("cmake") and shutil.which("pkg-config"), "it needs cmake and pkg-config")
    def test_a_module_in_cpp_is_made_with_the_library_alone(self):
        root = (self.folder / "dev").resolve()
        for package in (self.folder / "first").glob("*.deb"):
            output_of("dpkg-deb", "-x", package, root)
        self.assertEqual([], [path for path in HEADERS if not (root / path).is_file()])
        vow, module = root / "usr/bin/vow", root / "keep_text"
        output_of(vow, "module", "new", "--lang", "cpp", "keep_text", cwd=root)
        output_of("cmake", "-G", "Ninja", "-B", "build", f"-DCMAKE_PREFIX_PATH={root}/usr", cwd=module)
        self.assertIn(f"vow_DIR:PATH={root}/usr/lib/cmake/vow", (module / "build/CMakeCache.txt").read_text())
        output_of("cmake", "--build", "build", cwd=module)
        self.assertRegex(output_of(vow, "module", "test", "build/keep_text", "cases.yaml", cwd=module), r": [1-9]\d* pass\n$")
        (root / "main.cf").write_text(POLICY % (module / "build/keep_text", root / "made"))
        output_of(vow, "run", "-w", root / "work", "--trust-paths", root / "main.cf")
        self.assertEqual("hello", (root / "made").read_text())
        environment = {**os.environ, "PKG_CONFIG_PATH": str(root / "usr/lib/pkgconfig")}
        flags = output_of("pkg-config", "--cflags", "--libs", "vow-sdk", env=environment).split()
        output_of("g++", "keep_text.cpp", "-o", "by_hand", *flags, cwd=module)
        self.assertIn("keep_text 1.0", output_of(vow, "module", "probe", "./by_hand", cwd=module))

    @unittest.skipUnless(shutil.which("lintian"), "it needs lintian")
    def test_lintian_finds_no_error(self):
        process = subprocess.run(
            # Libraries are linked statically so that a run starts fast: docs/dependencies.md.
            ["lintian", "--no-tag-display-limit", "--fail-on", "error", "--suppress-tags", "embedded-library", *(self.folder / "first").glob("*.deb")],
            capture_output=True, text=True, check=False,
        )
        self.assertEqual(0, process.returncode, process.stdout)


@unittest.skipUnless(shutil.which("cpack") and shutil.which("rpmbuild"), "it needs cpack and rpm")
class Rpm(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        temporary = tempfile.TemporaryDirectory()
        cls.addClassCleanup(temporary.cleanup)
        cls.folder = Path(temporary.name)
        cls.package = cls.made("first")

    @classmethod
    def made(cls, name):
        parts = "agent;fleet" if (BUILD / "vow-fleet").exists() else "agent"
        packed(cls.folder / name, "-G", "RPM", "-D", f"CPACK_COMPONENTS_ALL={parts}")
        (package,) = (cls.folder / name).glob("vow-[0-9]*.rpm")
        return package

    def test_it_holds_what_an_operator_expects(self):
        listed = output_of("rpm", "-qpl", self.package).splitlines()
        self.assertEqual([], [path for path in PATHS if f"/{path}" not in listed])
        self.assertEqual([], [path for path in listed if "/include/" in path], "headers are not the agent's")
        for shared in ("/usr", "/usr/bin", "/usr/lib", "/usr/lib/systemd/system", "/usr/share/man/man1", "/etc", "/etc/logrotate.d"):
            self.assertNotIn(shared, listed, "it belongs to others")
        self.assertEqual(["/etc/logrotate.d/vow", "/etc/vow/main.cf"], output_of("rpm", "-qpc", self.package).splitlines())
        self.assertIn("libc.so.6", output_of("rpm", "-qp", "--requires", self.package))

    def test_the_same_programs_give_the_same_bytes(self):
        self.assertEqual(self.package.read_bytes(), self.made("second").read_bytes())

    @unittest.skipUnless((BUILD / "vow-fleet").exists(), "it needs libnats-dev")
    def test_the_library_of_the_bus_is_needed_by_the_package_of_fleets_alone(self):
        (fleet,) = (self.folder / "first").glob("vow-fleet-*.rpm")
        self.assertNotIn("nats", output_of("rpm", "-qp", "--requires", self.package))
        for need in ("libnats.so", "vow >= "):
            self.assertIn(need, output_of("rpm", "-qp", "--requires", fleet))
        listed = output_of("rpm", "-qpl", fleet).splitlines()
        self.assertIn("/usr/libexec/vow/vow-fleet", listed)
        self.assertIn("/usr/lib/systemd/system/vow-agent.service", listed)

    @unittest.skipUnless(os.geteuid() == 0, "it needs root")
    def test_its_life_in_a_bare_folder(self):
        root = self.folder / "root"
        root.mkdir()
        rpm = ["rpm", "--root", root, "--nodeps", "--noscripts"]
        output_of(*rpm, "-i", self.package)
        vow, policy = root / "usr/bin/vow", root / "etc/vow/main.cf"
        self.assertIn("can keep the promises of", output_of(vow, "run", "-w", root / "var/lib/vow", "--trust-paths", policy))
        policy.write_text("bundle agent main { }\n")
        output_of(*rpm, "-U", "--replacepkgs", self.package)
        self.assertEqual("bundle agent main { }\n", policy.read_text())
        output_of(*rpm, "-e", "vow")
        self.assertFalse(vow.exists())
        self.assertEqual("bundle agent main { }\n", (root / "etc/vow/main.cf.rpmsave").read_text(), "a removal keeps the policy")


if __name__ == "__main__":
    run_unittests()
