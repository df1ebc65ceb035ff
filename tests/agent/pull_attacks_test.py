#!/usr/bin/env python3
"""Attacks on `vow pull` by the owner of the way, and bad versions: refused, or left again, with the exit status and the
sentence of docs/pull.md.

usage: pull_attacks_test.py VOW
"""

import shutil
import subprocess
import sys
import tarfile
import unittest
from pathlib import Path

TESTS = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(TESTS / "support"))
import signed_releases
from pull_case import OLD, PullCase, documented, has_sentence
from signed_releases import Key
from tally import run_unittests

VOW = str(Path(sys.argv.pop(1)).resolve(strict=True))
PullCase.vow = VOW


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
        self.assert_documented(status, rule, done.text)

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
        self.assert_documented(9, "expiry", done.text)
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
        self.assert_documented(9, "", done.text)
        self.assertEqual(("1.0", self.first, [self.first]), (self.version(), self.link(), self.stored()))
        self.assertIn("was bad and is not tried again", self.pull().text)

    def test_a_name_that_leads_out_is_refused(self):
        self.refused_bundle(self.special("../../../host/planted"), "../../../host/planted")
        self.assertFalse((self.root / "host/planted").exists())

    def test_an_absolute_name_is_refused(self):
        self.refused_bundle(self.special(f"{self.root}/host/planted"), "host/planted")

    def test_a_link_that_leads_out_is_refused(self):
        self.refused_bundle(self.special("lib", type=tarfile.SYMTYPE, linkname="/etc"), "lib")

    def test_a_name_through_a_link_is_refused(self):
        link = self.special("lib", type=tarfile.SYMTYPE, linkname="other")
        self.refused_bundle([*self.special("other", type=tarfile.DIRTYPE), *link, *self.special("lib/planted")], "lib/planted")

    def test_a_name_twice_is_refused(self):
        self.refused_bundle([*self.special("same"), *self.special("same")], "same")

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
        self.assertTrue([row for row in documented("A bad version") if has_sentence(row[1], done.text)], done.text)
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

    def test_a_version_that_fills_the_disk_is_left(self):
        disk = self.small_disk()
        self.pull()
        self.release("2.0", f'commands: "/bin/dd if=/dev/zero of={disk}/full bs=1M status=none";')
        done = self.pull(status=11)
        self.assertIn("web 2.0 is bad: its run ended with status", done.text)
        self.assertEqual(("1.0", self.first), (self.version(), self.link()))
        self.assertIn("web 2.0 was bad and is not tried again", self.pull(status=0).text)


if __name__ == "__main__":
    run_unittests()
