#!/usr/bin/env python3
"""`vow pull` from a web server: which requests it sends, how it goes on, and whose certificate it takes.

usage: pull_web_test.py VOW
"""

import contextlib
import http.server
import shutil
import ssl
import subprocess
import sys
import threading
import unittest
import urllib.error
import urllib.request
from pathlib import Path

TESTS = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(TESTS / "support"))
from pull_case import PullCase, WebCase
from tally import run_unittests

VOW = str(Path(sys.argv.pop(1)).resolve(strict=True))
PullCase.vow = VOW


class Web(WebCase):
    def test_a_pull_with_nothing_new_sends_one_request(self):
        self.release("1.0")
        self.pull()
        self.server.requests.clear()
        self.pull()
        self.assertEqual(["/metadata/timestamp.json"], self.paths())
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

    def test_a_retry_of_a_pull_goes_on_where_the_transfer_broke_off(self):
        digest = self.release("1.0", files={"large": "x" * 250_000})
        self.settings.write_text("retries: 2\n")
        self.server.cut, self.server.cuts_again = 100_000, True
        self.pull()
        ranges = [headers.get("Range") for path, headers in self.server.requests if path.endswith(".zst")]
        self.assertEqual([None, "bytes=100000-", "bytes=200000-"], ranges)
        self.assertEqual(digest, self.link())

    def test_a_server_that_fails_in_between_does_not_cost_what_came_before(self):
        digest = self.release("1.0", files={"large": "x" * 300_000})
        self.server.cut = 100_000
        self.pull(status=8)
        self.server.cut, self.server.failing = None, ".zst"
        self.pull(status=8)
        self.server.failing = ""
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
        self.assert_documented(8, "fetch", done.text)
        self.assertEqual("1.0", self.version())

    def test_a_server_that_is_down_is_named(self):
        self.release("1.0")
        self.pull()
        self.source = "http://127.0.0.1:9/"
        self.assertIn("nothing could be fetched: http://127.0.0.1:9/metadata/timestamp.json", self.pull(status=8).text)

    def test_another_content_with_the_old_tag_is_fetched(self):
        self.release("1.0")
        self.pull()
        self.release("1.1")
        self.server.requests.clear()
        self.pull()
        self.assertEqual("1.1", self.version())
        self.assertIn("If-None-Match", self.server.requests[0][1])

    def test_a_request_is_repeated_as_often_as_the_settings_have_it(self):
        self.release("1.0")
        self.settings.write_text("retries: 1\n")
        self.server.failures = [503, 503]
        self.assertIn("HTTP status 503", self.pull(status=8).text)
        self.assertEqual(2, len(self.paths()))
        self.server.requests.clear()
        self.server.failures = [503]
        self.pull()
        self.assertEqual("1.0", self.version())
        self.assertEqual(self.paths()[0], self.paths()[1])

    def test_an_answer_that_is_final_is_not_requested_again(self):
        self.release("1.0")
        self.settings.write_text("retries: 3\n")
        self.server.failures = [400]
        self.assertIn("HTTP status 400", self.pull(status=8).text)
        self.assertEqual(1, len(self.paths()))

    def test_a_proxy_of_the_environment_is_used(self):
        self.release("1.0")
        requested = []

        class Proxy(http.server.BaseHTTPRequestHandler):
            def log_message(self, *arguments):
                pass

            def do_GET(self):
                requested.append(self.path)
                with contextlib.suppress(urllib.error.HTTPError):
                    with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(self.path) as answer:
                        data = answer.read()
                        self.send_response(answer.status)
                        self.send_header("Content-Length", str(len(data)))
                        self.end_headers()
                        return self.wfile.write(data)
                return self.send_error(404)

        with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Proxy) as proxy:
            threading.Thread(target=proxy.serve_forever, daemon=True).start()
            self.pull(environment={"http_proxy": f"http://127.0.0.1:{proxy.server_port}", "no_proxy": ""})
            proxy.shutdown()
        self.assertEqual("1.0", self.version())
        self.assertIn(self.source + "metadata/timestamp.json", requested)


class Https(WebCase):
    """A server with a certificate of an authority of its own, which the settings of the host pin."""

    scheme, host = "https", "localhost"

    def openssl(self, *words):
        subprocess.run(["openssl", *map(str, words)], check=True, capture_output=True, cwd=self.root)

    def make_authority(self, name):
        self.openssl("req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout", f"{name}.key",
                     "-out", f"{name}.pem", "-days", "2", "-subj", f"/CN={name}", "-addext", "basicConstraints=critical,CA:TRUE")

    def make_certificate(self, name, host="localhost", days=2):
        """Signed by the authority; expired with -1 days."""
        (self.root / "names").write_text(f"subjectAltName=DNS:{host}\n")
        self.openssl("req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout", f"{name}.key",
                     "-out", f"{name}.csr", "-subj", f"/CN={host}")
        self.openssl("x509", "-req", "-in", f"{name}.csr", "-CA", "authority.pem", "-CAkey", "authority.key", "-CAcreateserial",
                     "-days", days, "-extfile", "names", "-out", f"{name}.pem")

    def secure(self):
        if not shutil.which("openssl"):
            self.skipTest("openssl is not installed")
        self.make_authority("authority")
        self.make_certificate("server")
        self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self.context.load_cert_chain(self.root / "server.pem", self.root / "server.key")
        self.server.socket = self.context.wrap_socket(self.server.socket, server_side=True, do_handshake_on_connect=False)

    def pin(self, authority="authority"):
        self.settings.write_text(f"retries: 0\nauthorities: {self.root}/{authority}.pem\n")

    def serve_with(self, name):
        """New connections get another certificate."""
        self.context.load_cert_chain(self.root / f"{name}.pem", self.root / f"{name}.key")

    def refused(self, sentence):
        done = self.pull(status=8)
        self.assertIn(f"nothing could be fetched: {self.source}metadata/", done.text)
        self.assertIn(sentence, done.text)
        self.assertEqual([], self.server.requests)
        self.assertEqual("1.0", self.version())
        self.assertEqual("fetch", self.status()["last"]["rule"])
        self.assert_documented(8, "fetch", done.text)

    def taken_before(self):
        self.release("1.0")
        self.pin()
        self.pull()
        self.assertEqual("1.0", self.version())
        self.release("6.6")
        self.server.requests.clear()

    def test_a_server_with_a_certificate_of_the_pinned_authority_is_taken(self):
        self.taken_before()
        self.pull()
        self.assertEqual("6.6", self.version())

    def test_a_certificate_of_another_authority_is_refused(self):
        self.taken_before()
        self.make_authority("other")
        self.pin("other")
        self.refused("SSL certificate problem")

    def test_without_the_pin_the_authorities_of_the_system_count(self):
        self.taken_before()
        self.settings.write_text("retries: 0\n")
        self.refused("SSL certificate problem: unable to get local issuer certificate")

    def test_an_expired_certificate_is_refused(self):
        self.taken_before()
        self.make_certificate("expired", days=-1)
        self.serve_with("expired")
        self.refused("SSL certificate problem: certificate has expired")

    def test_a_certificate_for_another_host_is_refused(self):
        self.taken_before()
        self.make_certificate("elsewhere", host="elsewhere.example")
        self.serve_with("elsewhere")
        self.refused("no alternative certificate subject name matches target host name 'localhost'")

    def test_a_file_of_authorities_that_is_missing_is_named(self):
        self.taken_before()
        self.pin("missing")
        self.assertIn("missing.pem", self.pull(status=8).text)


if __name__ == "__main__":
    run_unittests()
