#!/usr/bin/env python3
"""TLS between a fleet's server and its hosts: hosts verify the server, and no host is led to another machine without TLS.

usage: fleet_tls_test.py VOW
"""

import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "support"))
from fleet_case import Fleet, missing
from tally import run_unittests, skip_without

VOW = str(Path(sys.argv.pop(1)).resolve(strict=True))


class Authority:
    """An authority with certificates in a folder, made by openssl."""

    def __init__(self, folder, name):
        self.folder, self.name = Path(folder), name
        self.file = self.folder / f"{name}.pem"
        self.openssl("req", "-x509", "-newkey", "ed25519", "-nodes", "-days", "2", "-subj", f"/CN={name}",
                     "-keyout", self.folder / f"{name}.key", "-out", self.file)

    def certify(self, name, addresses):
        """The files of a certificate and its key."""
        key, request, certificate, more = (self.folder / f"{name}.{end}" for end in ("key", "csr", "pem", "ext"))
        self.openssl("req", "-new", "-newkey", "ed25519", "-nodes", "-subj", f"/CN={name}", "-keyout", key, "-out", request)
        more.write_text(f"subjectAltName={addresses}\n")
        self.openssl("x509", "-req", "-in", request, "-days", "2", "-CA", self.file, "-CAkey", self.folder / f"{self.name}.key",
                     "-CAcreateserial", "-extfile", more, "-out", certificate)
        return certificate, key

    @staticmethod
    def openssl(*words):
        subprocess.run(["openssl", *map(str, words)], capture_output=True, check=True)


class TlsTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = Path(tempfile.mkdtemp(prefix="vow_tls_"))
        cls.addClassCleanup(shutil.rmtree, cls.folder)

    def setUp(self):
        why = missing(VOW)
        skip_without(self, "nats", not why, why)

    def authority(self, name):
        (self.folder / self.id()).mkdir(exist_ok=True)
        return Authority(self.folder / self.id(), name)

    def started(self, certificate, key, authority):
        fleet = Fleet(VOW, 1, "--tls-certificate", str(certificate), "--tls-key", str(key), "--tls-authority", str(authority.file))
        self.addCleanup(fleet.__exit__)
        fleet.url = f"tls://{fleet.address}"
        fleet.start_all()
        return fleet

    def join(self, fleet, *options, url=None):
        fleet.work("web1").mkdir(parents=True, exist_ok=True)
        return fleet.run("fleet", "join", url or fleet.url, "--token", fleet.token(), "--name", "web1", "-w", str(fleet.work("web1")), *options)

    def refused(self, done, sentence):
        self.assertNotEqual(0, done.returncode, done.stdout)
        self.assertIn(sentence, done.stderr)

    def test_a_host_joins_and_reports_over_tls(self):
        authority = self.authority("right")
        fleet = self.started(*authority.certify("server", "IP:127.0.0.1"), authority)
        done = fleet.join("web1", url=fleet.url, check=False)
        self.refused(done, "cannot connect to tls://")  # the system does not know the authority
        other = self.authority("wrong")
        self.refused(self.join(fleet, "--tls-authority", str(other.file)), "cannot connect to tls://")
        self.assertFalse((fleet.work("web1") / "fleet/fleet.json").exists())
        # Nor without TLS: the server demands it.
        self.refused(self.join(fleet, url=f"nats://{fleet.address}"), "cannot connect to nats://")
        done = self.join(fleet, "--tls-authority", str(authority.file))
        self.assertEqual(0, done.returncode, done.stderr)
        fleet.heal("web1")
        fleet.start_agent("web1")
        fleet.run_policy("web1")
        fleet.wait("the host is good", lambda: fleet.states() == {"web1": "good"})
        fleet.wait("its report is stored", lambda: len(fleet.rows()) == 1)

    def test_a_certificate_for_another_name_is_refused(self):
        authority = self.authority("right")
        right = authority.certify("server", "IP:127.0.0.1")
        fleet = self.started(*right, authority)
        fleet.end("server")
        wrong = authority.certify("other", "DNS:nats.example.org")
        for old, new in zip(right, wrong):
            shutil.copy(new, old)
        fleet.start_server()
        done = fleet.run("fleet", "hosts", "--fleet", str(fleet.folder))
        self.refused(done, "cannot connect to tls://")

    def test_another_machine_is_not_reached_without_tls(self):
        with Fleet(VOW) as fleet:
            fleet.start_all()
            token = fleet.token()
            for url, sentence in {
                "nats://nats.example.org:4222": "'nats://nats.example.org:4222' leads to another machine without TLS",
                "nats://127.0.0.1.example.org:4222": "leads to another machine without TLS",
                "nats://10.0.0.1:4222": "write tls://10.0.0.1:4222",
                f"{fleet.url},nats://192.0.2.1:4222": "'nats://192.0.2.1:4222' leads to another machine without TLS",
                "http://127.0.0.1:4222": "'http://127.0.0.1:4222' is not the address of a server",
                "nats.example.org": "is not the address of a server",
                "tls://nats.example.org": "'nats.example.org' is not the address and the port of a server",
            }.items():
                done = fleet.run("fleet", "join", url, "--token", token, "-w", str(fleet.root / "work"))
                self.assertEqual(2, done.returncode, url)
                self.assertIn(sentence, done.stderr)
            self.assertFalse((fleet.root / "work/fleet/host.seed").exists())
            # A host that joined before must not be led there either.
            fleet.join("web1")
            path = fleet.work("web1") / "fleet/fleet.json"
            path.write_text(path.read_text().replace("127.0.0.1", "192.0.2.1"))
            done = fleet.run("agent", "-w", str(fleet.work("web1")))
            self.assertEqual((2, True), (done.returncode, "leads to another machine without TLS" in done.stderr), done.stderr)

    def test_a_server_for_other_machines_needs_a_certificate(self):
        for listen in ("0.0.0.0:4222", "10.1.2.3:4222", "nats.example.org:4222", "127.example.org:4222"):
            done = subprocess.run([VOW, "fleet", "init", str(self.folder / "plain"), "--listen", listen], capture_output=True, text=True, check=False)
            self.assertEqual(2, done.returncode, done.stdout)
            self.assertIn(f"'{listen}' can be reached from other machines: name a certificate with --tls-certificate", done.stderr)
        self.assertFalse((self.folder / "plain").exists())

    def test_files_of_the_server_must_be_there(self):
        authority = self.authority("right")
        certificate, key = authority.certify("server", "IP:127.0.0.1")
        def init(*options):
            words = [VOW, "fleet", "init", "files", "--listen", "127.0.0.1:4222", *options]
            return subprocess.run(words, capture_output=True, text=True, check=False, cwd=authority.folder)

        for options, sentence in (
            (["--tls-certificate", "server.pem"], "--tls-certificate and --tls-key belong together"),
            (["--tls-authority", "right.pem"], "--tls-certificate and --tls-key belong together"),
            (["--tls-certificate", "server.pem", "--tls-key", "server.key", "--tls-authority", "missing.pem"], "missing.pem"),
        ):
            done = init(*options)
            self.assertEqual((2, True), (done.returncode, sentence in done.stderr), done.stdout + done.stderr)
            self.assertFalse((authority.folder / "files").exists())
        # Those of a server belong to its machine, which may be another one.
        key.unlink()
        done = init("--tls-certificate", "server.pem", "--tls-key", "server.key", "--tls-authority", "right.pem")
        self.assertEqual(0, done.returncode, done.stderr)
        self.assertIn(f"Servers need '{key}', which is not on this machine.\n", done.stdout)
        configuration = (authority.folder / "files/server/nats-server.conf").read_text()
        self.assertIn(f'cert_file: "{certificate}"', configuration)  # by a path that holds elsewhere


if __name__ == "__main__":
    run_unittests()
