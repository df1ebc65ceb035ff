#!/usr/bin/env python3
"""Reports of runs: into a folder, a file, and a server over HTTP and HTTPS, at least once and stored once; what waits for a
server that is away; and what a report holds, by docs/report.schema.json.

usage: reports_test.py VOW
"""

import json
import os
import re
import shutil
import signal
import sqlite3
import stat
import subprocess
import sys
import tempfile
import threading
import unittest
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

TESTS = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(TESTS / "support"))
from json_schema import faults
from one_file import MODEL, PLAN
from tally import run_unittests

VOW = str(Path(sys.argv.pop(1)).resolve(strict=True))
SCHEMA = json.loads((TESTS.parent / "docs/report.schema.json").read_text())
SINK = TESTS.parent / "tools/report_sink"
LIMIT = 60  # seconds that a run may take
NOTHING = 'bundle agent main { files: "@ROOT@/made" create => "true"; }\n'
FAILING = 'bundle agent main { vars: "word" string => "sesame-open", meta => { "secret" }; commands: "/bin/false $(word)"; }\n'
WAITING = 'bundle agent main { commands: "/bin/cat @ROOT@/pipe"; }\n'


class Answers(BaseHTTPRequestHandler):
    """Answers each request with the next status of `statuses`, the last for ever; without a status, never."""

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        statuses = self.server.statuses
        status = statuses.pop(0) if len(statuses) > 1 else statuses[0]
        self.server.received.append((self.headers.get("Content-Encoding"), body))
        with self.server.lock:
            if self.server.sender is not None:  # it is killed before it has the answer
                self.server.sender.kill()
        if status is None:
            self.server.released.wait(LIMIT)
            return
        self.send_response(status)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_):
        pass


class Reports(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)
        (self.root / "sink").mkdir()

    # --- helpers ---

    def settings(self, *to, **members):
        lines = ["reports:", "  to:", *[f"    - '{each}'" for each in to], *[f"  {name}: {value}" for name, value in members.items()]]
        (self.root / "reports.yaml").write_text("\n".join(lines) + "\n")

    def write(self, text, name="p.cf"):
        (self.root / name).write_text(text.replace("@ROOT@", str(self.root)))
        return name

    def vow(self, *words, status=0):
        words = [VOW, words[0], "-w", str(self.root / "work"), "--reports", "reports.yaml", *words[1:]]
        done = subprocess.run(words, capture_output=True, text=True, timeout=LIMIT, cwd=self.root, check=False)
        self.assertEqual(status, done.returncode, done.stdout + done.stderr)
        return done

    def run_nothing(self):
        return self.vow("run", self.write(NOTHING))

    def stored(self):
        found = [json.loads(path.read_text()) for path in sorted((self.root / "sink").glob("*/*.json"))]
        for report in found:
            self.assertEqual([], faults(report, SCHEMA, SCHEMA, "report"))
        return sorted(found, key=lambda report: report["number"])

    def waiting(self):
        with sqlite3.connect(self.root / "work/state/vow.db") as database:
            return database.execute("SELECT count(*) FROM report").fetchone()[0]

    def forget_failures(self):
        with sqlite3.connect(self.root / "work/state/vow.db") as database:
            database.execute("DELETE FROM report_try")

    def server(self, *statuses):
        server = ThreadingHTTPServer(("127.0.0.1", 0), Answers)
        server.received, server.statuses, server.released = [], list(statuses), threading.Event()
        server.sender, server.lock = None, threading.Lock()
        thread = threading.Thread(target=server.serve_forever)
        thread.start()

        def end():
            server.released.set()
            server.shutdown()
            server.server_close()
            thread.join()

        self.addCleanup(end)
        return server, f"http://127.0.0.1:{server.server_port}/in"

    def sink(self, *options, env=None):
        """Starts tools/report_sink; returns its address."""
        words = [sys.executable, str(SINK), str(self.root / "sink"), "--port", "0", *options]
        sink = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=env)

        def end():
            sink.terminate()
            sink.wait(LIMIT)
            sink.stdout.close()

        self.addCleanup(end)
        return re.fullmatch(r"listening at (.*)\n", sink.stdout.readline())[1]

    # --- what a report holds ---

    def test_a_run_in_which_nothing_happened_is_short(self):
        self.settings(f"folder:{self.root}/sink", f"file:{self.root}/log", facts="[os, linux, nothing]")
        self.run_nothing()
        self.run_nothing()
        first, second = self.stored()
        self.assertEqual(("changed", "kept"), (first["verdict"], second["verdict"]))
        self.assertEqual([("repaired", str(self.root / "made"))], [(each["result"], each["promiser"]) for each in first["outcomes"]])
        self.assertEqual([], second["outcomes"])
        self.assertEqual({"os": "linux", "linux": True, "nothing": None}, second["facts"])
        (path,) = [path for path in (self.root / "sink").glob("*/*.json") if path.stem == second["run"]]
        self.assertEqual(second["id"], f"{path.parent.name}/{path.stem}")
        self.assertLess(path.stat().st_size, 5000)
        self.assertEqual(0o600, stat.S_IMODE(path.stat().st_mode))
        lines = (self.root / "log").read_text().splitlines()
        self.assertEqual([first, second], [json.loads(line) for line in lines])
        self.assertEqual(0, self.waiting())

    def test_each_language_is_reported(self):
        self.settings(f"folder:{self.root}/sink", level="all")
        owner = subprocess.run(["id", "-un"], capture_output=True, text=True, check=True).stdout.strip()
        group = subprocess.run(["id", "-gn"], capture_output=True, text=True, check=True).stdout.strip()
        made = self.root / "made"
        self.write("Ensure-File %s (Text: made);\n" % made, "plan.otter")
        self.write(PLAN % made, "plan.yaml")
        (self.root / "model").mkdir()
        self.write(MODEL % (made, owner, group), "model/main.cf")
        self.write("name: model\n", "model/project.yml")
        for policy in ("plan.otter", "plan.yaml", "model"):
            made.unlink(missing_ok=True)
            self.vow("run", policy)
        reports = self.stored()
        self.assertEqual(["changed"] * 3, [report["verdict"] for report in reports])
        self.assertEqual([True] * 3, [bool(report["timings"]) for report in reports])

    def test_failures_have_their_reason_and_secrets_are_masked(self):
        self.settings(f"folder:{self.root}/sink", f"file:{self.root}/log")
        self.vow("run", self.write(FAILING), status=1)
        self.vow("run", self.write("bundle agent main { files: }}\n", "wrong.cf"), status=3)
        failed, wrong = self.stored()
        self.assertEqual(("failed", "not_kept"), (failed["verdict"], failed["outcomes"][0]["result"]))
        self.assertIn("/bin/false ***", failed["outcomes"][0]["promiser"])
        self.assertEqual(("failed", 3), (wrong["verdict"], wrong["exit_status"]))
        with sqlite3.connect(self.root / "work/state/vow.db") as database:
            database.execute("VACUUM")
        for path in [self.root / "log", *self.root.glob("sink/*/*"), *self.root.glob("work/state/*")]:
            self.assertNotIn(b"sesame", path.read_bytes(), path)

    def test_dry_runs_are_not_reported(self):
        self.settings(f"folder:{self.root}/sink")
        self.vow("run", "-n", self.write(NOTHING))
        self.assertEqual([], self.stored())

    def test_a_killed_run_is_reported_by_the_next(self):
        self.settings(f"folder:{self.root}/sink")
        self.run_nothing()
        os.mkfifo(self.root / "pipe")
        words = [VOW, "run", "-w", str(self.root / "work"), "--reports", "reports.yaml", self.write(WAITING, "w.cf")]
        with subprocess.Popen(words, cwd=self.root, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as run:
            with (self.root / "pipe").open("w"):  # the command reads it
                run.send_signal(signal.SIGKILL)
                run.wait(LIMIT)
        self.run_nothing()
        self.run_nothing()
        reports = self.stored()
        self.assertEqual(["changed", "failed", "kept", "kept"], [report["verdict"] for report in reports])
        self.assertIsNone(reports[1]["finished"])

    def test_settings_that_cannot_be_used_are_refused(self):
        self.settings("ftp://example.org")
        self.assertIn("the value of 'to' must be a list", self.vow("run", self.write(NOTHING), status=2).stderr)
        (self.root / "reports.yaml").write_text("url: x\n")
        self.assertIn("has no member 'reports'", self.vow("run", self.write(NOTHING), status=2).stderr)

    # --- destinations ---

    def test_a_torn_line_does_not_spoil_the_next(self):
        self.settings(f"file:{self.root}/log")
        (self.root / "log").write_text('{"torn": ')
        self.run_nothing()
        torn, report = (self.root / "log").read_text().splitlines()
        self.assertEqual('{"torn": ', torn)
        self.assertEqual("changed", json.loads(report)["verdict"])

    def test_a_folder_that_is_not_there_is_not_made(self):
        self.settings(f"folder:{self.root}/mounted", f"folder:{self.root}/sink")
        done = self.run_nothing()
        self.assertEqual(
            f"vow: warning: reports: folder:{self.root}/mounted: not sent: No such file or directory; 1 report waits\n", done.stderr
        )
        self.assertFalse((self.root / "mounted").exists())
        self.assertEqual(1, len(self.stored()))
        self.assertEqual("", self.run_nothing().stderr, "it is left alone for a while")
        self.forget_failures()
        (self.root / "mounted").mkdir()
        self.run_nothing()
        self.assertEqual(3, len(list((self.root / "mounted").glob("*/*.json"))))
        self.assertEqual(0, self.waiting())

    def test_reports_wait_for_a_server_and_arrive_in_one_batch(self):
        server, url = self.server(503, 204)
        self.settings(url)
        self.assertIn(f"{url}: not sent: the server answered with status 503; 1 report waits", self.run_nothing().stderr)
        self.run_nothing()
        self.assertEqual(1, len(server.received), "it is left alone for a while")
        self.forget_failures()
        self.assertEqual("", self.run_nothing().stderr)
        self.assertEqual((2, 0), (len(server.received), self.waiting()))

    def test_a_server_without_zstd_gets_plain_lines(self):
        server, url = self.server(415, 200)
        self.settings(url)
        self.run_nothing()
        self.assertEqual(["zstd", None], [encoding for encoding, _ in server.received])
        self.assertEqual([], faults(json.loads(server.received[1][1]), SCHEMA, SCHEMA))
        self.assertEqual(0, self.waiting())

    def test_a_report_that_a_server_refuses_does_not_hold_up_the_others(self):
        server, url = self.server(503, 413, 413, 204)
        self.settings(url)
        self.run_nothing()
        self.run_nothing()
        self.forget_failures()
        self.run_nothing()  # 413 for three, for one of them, and the others are taken
        self.assertEqual((5, 0), (len(server.received), self.waiting()))
        server.statuses[:] = [200]
        self.settings(url, f"folder:{self.root}/sink")
        self.run_nothing()
        self.assertEqual({"too_old": 0, "no_room": 0, "refused": 1, "failed": 0}, self.stored()[0]["dropped"])

    def test_a_run_that_is_killed_while_it_sends_is_sent_again(self):
        server, url = self.server(204)
        self.settings(url)
        words = [VOW, "run", "-w", str(self.root / "work"), "--reports", "reports.yaml", self.write(NOTHING)]
        with server.lock:  # until the process is known
            server.sender = subprocess.Popen(words, cwd=self.root, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.assertEqual(-signal.SIGKILL, server.sender.wait(LIMIT))
        self.assertEqual((1, 1), (len(server.received), self.waiting()))
        server.sender, server.statuses[:] = None, [415, 204]  # so that the lines can be read
        self.run_nothing()
        reports = [json.loads(line) for line in server.received[-1][1].splitlines()]
        self.assertEqual(([1, 2], 0), ([report["number"] for report in reports], self.waiting()))

    def test_a_server_that_never_answers_fails_no_run(self):
        server, url = self.server(None)
        self.settings(url.replace("//", "//ada:pass-word@"))
        warning = self.run_nothing().stderr
        self.assertIn("not sent", warning)
        self.assertNotIn("pass-word", warning)
        self.assertEqual((1, 1), (len(server.received), self.waiting()))

    def test_drops_are_counted_and_reported(self):
        self.settings("https://127.0.0.1:1/", keep="2 kB")
        for _ in range(4):
            self.run_nothing()
        self.settings(f"folder:{self.root}/sink")
        self.run_nothing()
        (report,) = self.stored()
        self.assertGreater(report["dropped"]["no_room"], 0)

    # --- the receiver ---

    def test_the_receiver_stores_each_id_once(self):
        for env in (None, {**os.environ, "PATH": "/nonexistent"}):  # with and without zstd
            with self.subTest(env=env is None):
                shutil.rmtree(self.root / "sink")
                (self.root / "sink").mkdir()
                address = self.sink(env=env)
                self.settings(f"http://{address}/", f"file:{self.root}/log")
                (self.root / "log").unlink(missing_ok=True)
                self.run_nothing()
                (report,) = self.stored()
                self.assertEqual("204", self.post(address, (self.root / "log").read_bytes()), "the same once more")
                self.assertEqual([report], self.stored())

    def post(self, address, body, *words):
        words = ["curl", "-s", "-o", "/dev/null", "-w", "%{http_code}", *words, "--data-binary", "@-", f"http://{address}/"]
        return subprocess.run(words, input=body, capture_output=True, timeout=LIMIT, check=True).stdout.decode()

    @unittest.skipUnless(shutil.which("curl"), "it needs curl")
    def test_the_receiver_takes_nothing_else(self):
        address = self.sink()
        for body in (b"{}", b"[]", b"x", b'{"id": "../x"}', b'{"id": "a/../../x"}', b'{"id": "a/.x"}', b'{"id": 1}', b"[" * 100_000):
            self.assertEqual("422", self.post(address, body), body[:20])
        self.assertEqual("415", self.post(address, b"x", "-H", "Content-Encoding: br"))
        self.assertEqual("400", self.post(address, b"x", "-H", "Content-Encoding: gzip"))
        bomb = subprocess.run(["gzip", "-9"], input=bytes(60_000_000), capture_output=True, check=True).stdout
        self.assertEqual("413", self.post(address, bomb, "-H", "Content-Encoding: gzip"))
        self.assertEqual([], list((self.root / "sink").rglob("*.json")))
        self.assertEqual([], list(self.root.glob("*x")))

    @unittest.skipUnless(shutil.which("openssl"), "it needs openssl")
    def test_reports_travel_encrypted_to_a_server_that_is_known(self):
        words = ["openssl", "req", "-x509", "-newkey", "ed25519", "-nodes", "-keyout", "key", "-out", "pem", "-subj", "/CN=localhost"]
        words += ["-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"]
        subprocess.run(words, cwd=self.root, check=True, capture_output=True)
        (self.root / "accounts").write_text("ada:pass-word\n")
        address = self.sink("--certificate", str(self.root / "pem"), "--key", str(self.root / "key"), "--password-file", str(self.root / "accounts"))
        self.settings(f"https://ada:pass-word@{address}/")
        self.assertRegex(self.run_nothing().stderr, "not sent: SSL peer certificate")
        self.forget_failures()
        self.settings(f"https://ada:wrong@{address}/", certificates=str(self.root / "pem"))
        self.assertIn("status 401", self.run_nothing().stderr)
        self.forget_failures()
        self.settings(f"https://ada:pass-word@{address}/", certificates=str(self.root / "pem"))
        self.assertEqual("", self.run_nothing().stderr)
        self.assertEqual(3, len(self.stored()))

    # --- power and disks ---

    def test_a_disk_that_cannot_take_the_report_fails_no_run(self):
        self.settings(f"folder:{self.root}/sink")
        self.run_nothing()
        with sqlite3.connect(self.root / "work/state/vow.db") as database:
            database.execute("CREATE TRIGGER full BEFORE INSERT ON report BEGIN SELECT RAISE(FAIL, 'full'); END")
        self.assertIn("full; the run continues without it", self.run_nothing().stdout + self.run_nothing().stderr)


if __name__ == "__main__":
    run_unittests()
