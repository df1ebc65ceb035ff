#!/usr/bin/env python3
"""`vow pull`, as an operator and an attacker see it: what it takes, what it refuses, and how it goes back.

usage: pulls_test.py VOW

VOW_TEST_KILLS is the number of pulls that are killed, 40 if it is not set.
"""

import contextlib
import http.server
import json
import os
import random
import shutil
import signal
import ssl
import subprocess
import sys
import tarfile
import tempfile
import threading
import time
import unittest
from pathlib import Path

TESTS = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(TESTS / "support"))
import signed_releases
from signed_releases import Key, Repository
from tally import run_unittests

VOW = str(Path(sys.argv.pop(1)).resolve(strict=True))
KILLS = int(os.environ.get("VOW_TEST_KILLS", "40"))
LIMIT = 120  # seconds that a pull may take
OLD = "2020-01-01T00:00:00Z"
IS_ROOT = os.geteuid() == 0


def policy(version, more=""):
    return f"""bundle agent main
{{
  files:
      "FOLDER/host/version"
        create => "true",
        content => "{version}";
{more}
}}
"""


class PullCase(unittest.TestCase):
    def setUp(self):
        self.root = Path(tempfile.mkdtemp(prefix="vow-pull-"))
        self.addCleanup(shutil.rmtree, self.root, ignore_errors=True)
        self.root.chmod(0o755)  # the process that fetches has no rights
        (self.root / "host").mkdir()
        self.work = self.root / "work"
        self.repository = Repository(self.root / "repository")
        self.source = str(self.repository.folder)
        self.options = ["--root", str(self.repository.root)]

    def release(self, version, more="", files=None, **how):
        content = {"main.cf": policy(version, more).replace("FOLDER", str(self.root)), **(files or {})}
        return self.repository.release(version, content, **how)

    def command(self, *arguments):
        source = [] if any(each.startswith(("--status", "--pin", "--unpin", "--identity", "--check")) for each in arguments) else [self.source]
        return [VOW, "pull", *source, "-w", str(self.work), *self.options, *arguments]

    def pull(self, *arguments, status=0, command=None, environment=None):
        done = subprocess.run(command or self.command(*arguments), capture_output=True, text=True, timeout=LIMIT, check=False,
                              cwd=self.root, env={**os.environ, **(environment or {})})
        done.text = done.stdout + done.stderr
        self.assertEqual(status, done.returncode, done.text)
        return done

    def status(self):
        done = subprocess.run(self.command("--status", "--json"), capture_output=True, text=True, timeout=LIMIT, check=False)
        return json.loads(done.stdout)

    def version(self):
        """The version that the policy wrote on this host; None before it ran."""
        file = self.root / "host/version"
        return file.read_text() if file.exists() else None

    def link(self, name="current"):
        link = self.work / "pull" / name
        return os.readlink(link).removeprefix("store/") if link.is_symlink() else None

    def stored(self):
        return sorted(os.listdir(self.work / "pull/store"))


class Pulls(PullCase):
    def test_a_host_takes_the_policy_of_its_group_and_the_next_version(self):
        first = self.release("1.0", files={"lib/values.cf": "# nothing\n"})
        self.pull()
        self.assertEqual("1.0", self.version())
        self.assertEqual(first, self.link())
        second = self.release("1.1")
        self.pull()
        self.assertEqual("1.1", self.version())
        self.assertEqual((second, first), (self.link(), self.link("previous")))
        third = self.release("1.2")
        self.pull()
        self.assertEqual(sorted([second, third]), self.stored())
        shown = self.status()
        self.assertEqual(("web 1.2", third), (shown["good"]["bundle"], shown["good"]["digest"]))
        self.assertEqual("web 1.1", shown["previous"]["bundle"])
        self.assertEqual((0, 0), (shown["last"]["exit_status"], shown["last"]["run_status"]))
        self.assertEqual("2099-01-01T00:00:00Z", shown["repository"]["timestamp"]["expires"])

    def test_a_root_is_not_trusted_on_first_use(self):
        self.release("1.0")
        self.options = []
        self.assertIn("no root is trusted yet", self.pull(status=2).text)
        self.assertFalse((self.root / "host/version").exists())
        self.options = ["--root-digest", "0" * 64]
        self.assertIn("not to be trusted (digest)", self.pull(status=9).text)
        self.options = ["--root-digest", self.repository.root_digest]
        self.pull()
        self.options = []
        self.pull()
        self.assertEqual("1.0", self.version())

    def test_without_the_repository_the_last_good_version_runs(self):
        self.release("1.0")
        self.pull()
        (self.root / "host/version").unlink()
        self.source = str(self.root / "nothing")
        done = self.pull(status=8)
        self.assertIn("nothing could be fetched", done.text)
        self.assertEqual("1.0", self.version())
        (self.root / "host/version").unlink()
        self.pull("--strict", status=8)
        self.assertIsNone(self.version())
        shown = self.status()["last"]
        self.assertEqual(("fetch", None), (shown["rule"], shown["run_status"]))

    def test_only_the_group_of_the_host_counts(self):
        self.repository.when = "no_such_class"
        self.release("1.0")
        self.assertIn("no group of the repository has this host", self.pull(status=8).text)
        self.repository.when = "production.!no_such_class"
        self.release("1.1")
        settings = self.root / "pull.yaml"
        settings.write_text(f"source: {self.source}\nroot: {self.repository.root}\nclasses: [production]\n")
        self.options = ["--settings", str(settings)]
        self.pull(command=[VOW, "pull", "-w", str(self.work), *self.options])
        self.assertEqual("1.1", self.version())

    def test_settings_are_checked(self):
        settings = self.root / "pull.yaml"
        self.options = ["--settings", str(settings)]
        settings.write_text("source: https://releases.example/web\nroot_digest: " + "0" * 64 + "\nlimits: {run: 30m, file: 10m}\n")
        self.pull("--check-settings")
        settings.write_text("source: https://releases.example/web\nsorce: x\nlimits: {run: soon}\n")
        text = self.pull("--check-settings", status=2).text
        self.assertIn("pull.yaml:2:1: error: unknown setting 'sorce' [unknown-setting]", text)
        self.assertIn("did you mean 'source'", text)
        self.assertIn("pull.yaml:3:15: error: the value of 'run' must be a time, such as 90s, 15m or 2h [bad-setting]", text)

    def test_the_schema_has_the_settings(self):
        schema = json.loads((TESTS.parent / "docs/pull.schema.json").read_text())
        settings = {name: each["examples"][0] for name, each in schema["properties"].items()}
        settings["limits"] = {name: each["default"] for name, each in schema["properties"]["limits"]["properties"].items()}
        file = self.root / "pull.yaml"
        file.write_text(json.dumps(settings))
        self.options = ["--settings", str(file)]
        self.pull("--check-settings")

    def test_a_host_is_unchanged_by_a_plan_and_by_a_pull_without_a_run(self):
        self.release("1.0")
        self.assertIn("version", self.pull("--plan").text)
        self.assertIsNone(self.version())
        self.assertIsNone(self.link())
        digest = self.release("1.1")
        self.pull("--no-run")
        self.assertEqual((None, [digest]), (self.version(), self.stored()))
        self.pull()
        self.assertEqual("1.1", self.version())

    def test_a_pinned_host_stays_where_it_is(self):
        first = self.release("1.0")
        self.pull()
        second = self.release("1.1")
        self.pull()
        self.pull("--pin", first[:8])
        self.release("1.2")
        self.pull()
        self.assertEqual(("1.0", first), (self.version(), self.link()))
        self.assertIn("pinned to web 1.0", self.status()["last"]["message"])
        self.assertIn("has no version", self.pull("--pin", "ffff", status=2).text)
        self.pull("--unpin")
        self.pull()
        self.assertEqual("1.2", self.version())
        self.assertNotIn(second, self.stored())

    def test_a_host_goes_back_on_request(self):
        self.assertIn("no version to go back to", self.pull("--back", status=2).text)
        first = self.release("1.0")
        self.pull()
        second = self.release("1.1")
        self.pull()
        self.pull("--back")
        self.assertEqual(("1.0", first), (self.version(), self.link()))
        self.pull()
        self.assertEqual("1.0", self.version())
        status = self.status()
        self.assertEqual([second], [bad["digest"] for bad in status["bad"]])
        self.assertIn("is not tried again", status["last"]["message"])
        self.release("1.2")
        self.pull()
        self.assertEqual("1.2", self.version())

    def test_pulls_and_their_runs_are_reported(self):
        sink = self.root / "sink"
        settings = self.root / "pull.yaml"
        settings.write_text(f'reports: {{to: ["folder:{sink}"]}}\n')
        self.options += ["--settings", str(settings)]
        self.release("1.0")
        self.assertIn("reports", self.pull().text)  # the folder is missing: they wait
        self.pull("--send-reports", status=1)
        sink.mkdir()
        self.assertIn("2 stored, 0 waiting", self.pull("--send-reports").text)
        reports = [json.loads(file.read_text()) for file in sink.glob("*/*.json")]
        self.assertEqual([True, False], sorted((each["policy"].startswith("pull ") for each in reports), reverse=True))
        self.assertEqual(["web 1.0"] * 2, [each["release"]["bundle"] for each in reports])

    def test_an_identity_is_made_once_and_names_a_host(self):
        first = self.pull("--identity").stdout
        self.assertEqual(first, self.pull("--identity").stdout)
        lines = dict(line.split(": ") for line in first.splitlines())
        self.assertRegex(lines["id"], "^[0-9a-f]{64}$")
        self.assertRegex(lines["age"], "^age1[a-z0-9]{58}$")
        for name in ("signing.pem", "age.txt"):
            self.assertEqual(0o600, (self.work / "pull/identity" / name).stat().st_mode & 0o777)
        self.release("1.0")
        digest = self.repository.add("bundles/web/9.9.tar.zst", signed_releases.bundle(
            {"main.cf": policy("9.9").replace("FOLDER", str(self.root))}))
        self.repository.add(f"hosts/{lines['id']}.json", json.dumps(
            {"schema": 1, "host": lines["id"], "bundle": {"name": "web", "version": "9.9"}, "entry": "main.cf"}).encode())
        self.repository.publish()
        self.pull()
        self.assertEqual(("9.9", digest), (self.version(), self.link()))

    def test_a_pull_is_in_the_history(self):
        self.release("1.0")
        self.pull()
        listed = json.loads(subprocess.run([VOW, "history", "--json", "-w", self.work], capture_output=True, check=True).stdout)
        self.assertEqual([f"pull {self.source}", str(self.work / "pull/current/main.cf")], [run["policy"] for run in listed])
        shown = subprocess.run([VOW, "history", "show", "1", "-w", self.work], capture_output=True, text=True, check=True).stdout
        self.assertIn("web 1.0", shown)

    def test_two_pulls_do_not_work_at_once(self):
        self.release("1.0", 'commands: "/bin/sleep 60";')
        with subprocess.Popen(self.command(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as first:
            while not (self.root / "host/version").exists():
                self.assertIsNone(first.poll())
            self.assertIn("another 'vow pull' is running", self.pull(status=6).text)
            first.terminate()
        self.assertEqual(128 + signal.SIGTERM, first.returncode)


class Secrets(PullCase):
    @unittest.skipUnless(shutil.which("age"), "age is not installed")
    def test_a_secret_of_a_release_is_read_and_masked(self):
        recipient = self.pull("--identity").stdout.split("age: ")[1].strip()
        sealed = subprocess.run(["age", "-r", recipient], input=b"open sesame\n", capture_output=True, check=True).stdout
        self.repository.add("data/token.age", sealed)
        self.repository.group = {"secrets": ["token"]}
        more = f"""  vars: "token" string => secret_data("token");
  files: "{self.root}/host/secret" create => "true", content => "$(token)";
  reports: "it is $(token)";"""
        self.release("1.0", more)
        done = self.pull()
        self.assertEqual("open sesame", (self.root / "host/secret").read_text())
        self.assertIn("it is ***", done.text)
        self.assertNotIn("sesame", done.text)
        found = subprocess.run(["grep", "-r", "sesame", self.work], capture_output=True, text=True, check=False)
        self.assertEqual("", found.stdout)

    @unittest.skipUnless(shutil.which("age"), "age is not installed")
    def test_a_secret_of_another_host_is_not_read(self):
        other = subprocess.run(["age-keygen"], capture_output=True, text=True, check=True).stdout.split("public key: ")[1].split()[0]
        self.pull("--identity")
        self.repository.add("data/token.age", subprocess.run(["age", "-r", other], input=b"sesame", capture_output=True, check=True).stdout)
        self.repository.group = {"secrets": ["token"]}
        self.release("1.0", 'vars: "token" string => secret_data("token"); reports: "$(token)";')
        self.assertIn("it is not encrypted to this identity", self.pull(status=11).text)


class Attacks(PullCase):
    """Attacks of the owner of the way: refused, with the exit status and the broken rule; the host stays as it was."""

    def setUp(self):
        super().setUp()
        self.first = self.release("1.0")
        self.pull()

    def refused(self, rule, *sentence, status=9):
        before = self.link()
        done = self.pull(status=status)
        self.assertIn(f"({rule})" if status == 9 else "nothing could be fetched", done.text)
        for part in sentence:
            self.assertIn(part, done.text)
        self.assertEqual(("1.0", before), (self.version(), self.link()))
        self.assertEqual(rule, self.status()["last"]["rule"])

    def test_unsigned_metadata_is_refused(self):
        self.repository.signers["timestamp"] = []
        self.release("6.6")
        self.refused("signature", "timestamp.json has 0 valid signatures of the 1 that it needs")

    def test_metadata_signed_by_another_key_is_refused(self):
        self.repository.signers["targets"] = [Key("thief")]
        self.release("6.6")
        self.refused("signature", "targets.json")

    def test_one_of_two_signatures_is_refused(self):
        self.repository.keys["targets"] = [Key("one"), Key("two")]
        self.repository.thresholds["targets"] = 2
        self.repository.write_root()
        self.repository.signers["targets"] = [Key("one")]
        self.release("6.6")
        self.refused("threshold", "targets.json has 1 valid signatures of the 2 that it needs")

    def test_an_old_timestamp_is_refused(self):
        self.release("1.1")
        old = (self.repository.folder / "metadata/timestamp.json").read_bytes()
        self.release("1.0")
        self.pull()
        (self.repository.folder / "metadata/timestamp.json").write_bytes(old)
        self.refused("version", "timestamp.json has version 2, but 3 was trusted")

    def test_an_old_snapshot_is_refused(self):
        self.release("1.0")
        self.pull()
        self.repository.versions["snapshot"] = self.repository.versions["targets"] = 0
        self.release("6.6")
        self.refused("version", "snapshot.json has version 1")

    def test_fast_forward_ends_with_a_new_key(self):
        good = dict(self.repository.versions)
        self.repository.versions["timestamp"] = 2**40
        self.release("1.0")
        self.pull()
        self.repository.versions.update({**good, "timestamp": good["timestamp"] + 1, "snapshot": 2, "targets": 2})
        self.release("1.0")
        self.refused("version", "was trusted")
        self.repository.keys["timestamp"] = [Key("new timestamp")]
        self.repository.keys["snapshot"] = [Key("new snapshot")]
        self.repository.write_root()
        self.release("1.2")
        self.pull()
        self.assertEqual("1.2", self.version())

    def test_a_mix_of_two_releases_is_refused(self):
        metadata = self.repository.folder / "metadata"
        old = (metadata / "1.targets.json").read_bytes()
        self.release("6.6")
        (metadata / "2.targets.json").write_bytes(old)
        self.refused("size", "targets.json has")

    def test_a_swapped_bundle_is_refused(self):
        digest = self.release("6.6")
        path = self.repository.folder / f"targets/bundles/web/{digest}.6.6.tar.zst"
        data = path.read_bytes()
        path.write_bytes(data.replace(b"6.6", b"7.7"))
        self.refused("digest", "bundles/web/6.6.tar.zst")

    def test_an_endless_file_is_refused(self):
        digest = self.release("6.6")
        with open(self.repository.folder / f"targets/bundles/web/{digest}.6.6.tar.zst", "ab") as file:
            file.truncate(1 << 40)
        self.refused("size", "has more than")

    def test_expired_metadata_is_refused(self):
        self.repository.expires["timestamp"] = OLD
        self.release("6.6")
        self.refused("expiry", "timestamp.json expired at 2020-01-01T00:00:00Z, and by the clock of this host it is",
                     "if that is not the time, set the clock")

    @unittest.skipUnless(shutil.which("faketime"), "faketime is not installed")
    def test_a_wrong_clock_is_named(self):
        before = self.link()
        done = self.pull(status=9, command=["faketime", "2150-01-01 00:00:00", *self.command()])
        self.assertIn("by the clock of this host it is 2150-01-01", done.text)
        self.repository.expires["timestamp"] = OLD
        self.release("6.6")
        done = self.pull(status=9)
        self.assertIn("the clock of this host is wrong: the last pull was at 2150-01-01", done.text)
        self.assertEqual(before, self.link())

    def test_a_host_that_was_off_follows_a_chain_of_roots(self):
        for version in range(20):
            last = self.repository.keys["root"]
            self.repository.keys["root"] = [Key(f"root {version}")]
            self.repository.write_root(also=last)
        self.release("1.1")
        self.pull()
        self.assertEqual("1.1", self.version())
        self.assertEqual(21, self.status()["repository"]["root"]["version"])

    def test_a_root_that_the_last_one_did_not_sign_is_refused(self):
        self.repository.keys["root"] = [Key("thief")]
        self.repository.write_root()
        self.release("6.6")
        self.refused("signature", "2.root.json")

    def special(self, name, **members):
        entry = tarfile.TarInfo(name)
        for member, value in members.items():
            setattr(entry, member, value)
        return [(entry, members.pop("data", b""))]

    def refused_bundle(self, special, sentence):
        self.release("6.6", special=special)
        done = self.pull(status=9)
        self.assertIn("web 6.6 is bad: its bundle is refused", done.text)
        self.assertIn(sentence, done.text)
        self.assertEqual(("1.0", self.first, [self.first]), (self.version(), self.link(), self.stored()))
        self.assertIn("was bad and is not tried again", self.pull().text)

    def test_a_name_that_leads_out_is_refused(self):
        self.refused_bundle(self.special("../../../host/planted"), "../../../host/planted")
        self.assertFalse((self.root / "host/planted").exists())

    def test_an_absolute_name_is_refused(self):
        self.refused_bundle(self.special(f"{self.root}/host/planted"), "host/planted")

    def test_a_link_that_leads_out_is_refused(self):
        self.refused_bundle(self.special("lib", type=tarfile.SYMTYPE, linkname="/etc"), "lib")

    def test_a_file_with_the_rights_of_its_owner_is_refused(self):
        self.refused_bundle(self.special("tool", mode=0o4755), "tool")

    def test_a_device_is_refused(self):
        self.refused_bundle(self.special("null", type=tarfile.CHRTYPE, devmajor=1, devminor=3), "null")

    def test_a_bomb_is_refused(self):
        self.release("6.6", data=signed_releases.bomb(1 << 32))
        done = self.pull(status=9)
        self.assertIn("web 6.6 is bad: its bundle is refused", done.text)
        self.assertIn("1024 MiB", done.text)
        self.assertEqual(("1.0", [self.first]), (self.version(), self.stored()))


class BadVersions(PullCase):
    """A bad version is left again, and not tried before a newer one comes."""

    def setUp(self):
        super().setUp()
        self.first = self.release("1.0")
        self.pull()

    def gone_back(self, sentence):
        done = self.pull(status=11)
        self.assertIn("web 2.0 is bad: ", done.text)
        self.assertIn(sentence, done.text)
        self.assertEqual(("1.0", self.first), (self.version(), self.link()))
        again = self.pull()
        self.assertIn("web 2.0 was bad and is not tried again", again.text)
        self.assertNotIn("trying", again.text)
        self.assertEqual(["web 2.0"], [bad["bundle"] for bad in self.status()["bad"]])
        self.repository.group = {}
        newer = self.release("2.1")
        self.pull()
        self.assertEqual(("2.1", newer), (self.version(), self.link()))

    def test_a_version_that_has_errors_is_left(self):
        self.release("2.0", 'files: "/x" no_such_attribute => "1";')
        self.gone_back("unknown attribute 'no_such_attribute'")

    def test_a_version_that_fails_is_left(self):
        self.release("2.0", 'commands: "/bin/false";')
        self.gone_back("its run ended with status 1")

    def test_a_version_that_hangs_is_left(self):
        settings = self.root / "pull.yaml"
        settings.write_text("limits: {run: 2s}\n")
        self.options += ["--settings", str(settings)]
        self.release("2.0", 'commands: "/bin/sleep 100";')
        self.gone_back("its run took too long, and was ended")

    def test_a_version_that_a_health_check_finds_bad_is_left(self):
        check = self.root / "check"
        check.write_text(f"#!/bin/sh\nread version <{self.root}/host/version\necho it serves $version\ntest $version != 2.0\n")
        check.chmod(0o755)
        self.repository.group = {"health": {"program": [str(check)], "limit": 10, "grace": 1}}
        self.release("2.0")
        self.gone_back("ended with status 1: it serves 2.0")

    def test_a_version_whose_promise_is_not_kept_is_left(self):
        self.repository.group = {"health": {"promises": ["serves"], "grace": 1}}
        self.release("2.0", 'commands: "/bin/false" handle => "serves";')
        self.gone_back("the promise 'serves' is not_kept")

    def test_other_promises_need_not_be_kept_where_some_are_named(self):
        self.repository.group = {"health": {"promises": ["serves"], "grace": 1}}
        self.release("2.0", 'commands: "/bin/false"; "/bin/true" handle => "serves";')
        self.pull(status=1)
        self.assertEqual("2.0", self.version())

    @unittest.skipUnless(IS_ROOT, "needs root, for a file system of its own")
    def test_a_version_that_fills_the_disk_is_left(self):
        disk = self.root / "disk"
        disk.mkdir()
        if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=24m,mode=755", "none", disk], check=False).returncode != 0:
            self.skipTest("no file system can be mounted here")
        self.addCleanup(subprocess.run, ["umount", "-l", disk], check=False)
        self.work = disk / "work"
        self.pull()
        self.release("2.0", f'commands: "/bin/dd if=/dev/zero of={disk}/full bs=1M status=none";')
        done = self.pull(status=11)
        self.assertIn("web 2.0 is bad: its run ended with status", done.text)
        self.assertEqual(("1.0", self.first), (self.version(), self.link()))
        self.assertIn("web 2.0 was bad and is not tried again", self.pull(status=0).text)


class Kills(PullCase):
    def test_a_killed_pull_leaves_the_old_version_or_the_new_one(self):
        chosen = random.Random(7)
        last = self.release("0")
        self.pull()
        longest = 0.5
        for number in range(1, KILLS + 1):
            digest = self.release(str(number))
            with subprocess.Popen(self.command(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True) as pull:
                with contextlib.suppress(subprocess.TimeoutExpired):
                    pull.wait(chosen.uniform(0, longest))
                pull.kill()
            self.assertIn(self.link(), (last, digest))
            current = self.work / "pull/current/main.cf"
            self.assertEqual(str(number) if self.link() == digest else str(number - 1), current.read_text().split('content => "')[1].split('"')[0])
            self.pull()
            self.assertEqual((str(number), digest, last), (self.version(), self.link(), self.link("previous")))
            self.assertEqual(sorted([digest, last]), self.stored())
            last = digest

    def test_a_version_that_kills_each_pull_is_left(self):
        self.release("1.0")
        self.pull()
        killer = self.root / "killer"
        killer.write_text("""#!/bin/sh
process=$PPID
until tr '\\0' ' ' </proc/$process/cmdline | grep -q ' pull '; do
    read -r number name state process rest </proc/$process/stat
done
kill -9 $process
sleep 5
""")
        killer.chmod(0o755)
        self.release("2.0", f'commands: "{killer}";')
        for _ in range(3):
            self.pull(status=-signal.SIGKILL)
            self.assertEqual("2.0", self.version())
        self.assertIn("was killed", self.pull(status=11).text)
        self.assertEqual("1.0", self.version())

    @unittest.skipUnless(IS_ROOT, "needs root, for a file system of its own")
    def test_a_full_disk_leaves_the_old_version_or_the_new_one(self):
        disk = self.root / "disk"
        disk.mkdir()
        if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=24m,mode=755", "none", disk], check=False).returncode != 0:
            self.skipTest("no file system can be mounted here")
        self.addCleanup(subprocess.run, ["umount", "-l", disk], check=False)
        self.work = disk / "work"
        last = self.release("0", files={"large": "x" * 2_000_000})
        self.pull()
        filler = disk / "filler"
        for number in range(1, 11):
            digest = self.release(str(number), files={"large": str(number) * 2_000_000})
            free = shutil.disk_usage(disk).free
            with open(filler, "wb") as file:
                os.posix_fallocate(file.fileno(), 0, max(4096, free - number * 250_000))
            done = subprocess.run(self.command(), capture_output=True, text=True, timeout=LIMIT, check=False)
            self.assertIn(done.returncode, (0, 8, 70), done.stdout + done.stderr)
            self.assertIn(self.link(), (last, digest))
            filler.unlink()
            self.pull()
            self.assertEqual((str(number), digest), (self.version(), self.link()))
            last = digest


class WebServer(http.server.SimpleHTTPRequestHandler):
    """Static files, with ETag and ranges as nginx has them."""

    def log_message(self, *arguments):
        pass

    def do_GET(self):
        self.server.requests.append((self.path, dict(self.headers)))
        path = Path(self.translate_path(self.path))
        if self.server.slow and self.path.endswith(self.server.slow):
            self.send_response(200)
            self.end_headers()
            with contextlib.suppress(OSError):
                while not self.server.is_closed.wait(0.05):
                    self.wfile.write(b" ")
            return
        if not path.is_file():
            return self.send_error(404)
        data = path.read_bytes()
        tag = f'"{hash(data)}"'
        if self.headers.get("If-None-Match") == tag:
            self.send_response(304)
            self.end_headers()
            return
        begin = int(self.headers.get("Range", "bytes=0-").removeprefix("bytes=").rstrip("-"))
        self.send_response(206 if begin else 200)
        self.send_header("ETag", tag)
        self.send_header("Content-Length", str(len(data) - begin))
        self.end_headers()
        cut = self.server.cut if self.server.cut and path.name.endswith(".zst") and not begin else None
        self.wfile.write(data[begin:][:cut])


class Web(PullCase):
    def setUp(self):
        super().setUp()
        folder = str(self.repository.folder)
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), lambda *given: WebServer(*given, directory=folder))
        self.server.requests, self.server.slow, self.server.cut = [], "", None
        self.server.is_closed = threading.Event()
        self.thread = threading.Thread(target=self.server.serve_forever)
        self.thread.start()
        self.addCleanup(self.close)
        self.source = f"http://127.0.0.1:{self.server.server_port}/"
        self.settings = self.root / "pull.yaml"
        self.settings.write_text("retries: 0\n")
        self.options += ["--settings", str(self.settings)]

    def close(self):
        self.server.is_closed.set()
        self.server.shutdown()
        self.thread.join()
        self.server.server_close()

    def test_a_pull_with_nothing_new_sends_one_request(self):
        self.release("1.0")
        self.pull()
        self.server.requests.clear()
        self.pull()
        self.assertEqual(["/metadata/timestamp.json"], [path for path, _ in self.server.requests])
        self.assertIn("If-None-Match", self.server.requests[0][1])
        self.assertEqual("1.0", self.version())

    def test_a_transfer_that_broke_off_goes_on(self):
        digest = self.release("1.0", files={"large": "x" * 300_000})
        self.server.cut = 100_000
        self.pull(status=8)
        self.server.cut = None
        self.server.requests.clear()
        self.pull()
        ranges = [headers.get("Range") for path, headers in self.server.requests if path.endswith(".zst")]
        self.assertEqual(["bytes=100000-"], ranges)
        self.assertEqual(digest, self.link())

    def test_a_slow_server_does_not_hold_a_host_up(self):
        self.release("1.0")
        self.pull()
        self.settings.write_text("retries: 0\nlimits: {transfer: 1s}\n")
        self.release("1.1")
        self.server.slow = ".zst"
        done = self.pull(status=8)
        self.assertIn("Timeout was reached", done.text)
        self.assertEqual("1.0", self.version())

    def test_a_server_that_is_down_is_named(self):
        self.release("1.0")
        self.pull()
        self.source = "http://127.0.0.1:9/"
        self.assertIn("nothing could be fetched: http://127.0.0.1:9/metadata/timestamp.json", self.pull(status=8).text)


class Git(PullCase):
    def git(self, *arguments):
        subprocess.run(["git", "-C", self.repository.folder, "-c", "user.name=x", "-c", "user.email=x@example.org", *arguments],
                       check=True, capture_output=True)

    @unittest.skipUnless(shutil.which("git"), "git is not installed")
    def test_a_repository_of_git_is_a_source(self):
        self.release("1.0")
        self.git("init", "--quiet")
        self.git("add", ".")
        self.git("commit", "--quiet", "-m", "1.0")
        self.source = f"git+file://{self.repository.folder}"
        self.pull()
        self.assertEqual("1.0", self.version())
        self.release("1.1")
        self.git("add", ".")
        self.git("commit", "--quiet", "-m", "1.1")
        self.pull()
        self.assertEqual("1.1", self.version())
        self.repository.folder.rename(self.root / "gone")
        self.pull(status=8)


if __name__ == "__main__":
    run_unittests()
