"""The common parts of the tests of `vow pull`: a host in a folder of its own, and a repository for it."""

import contextlib
import http.server
import json
import os
import re
import shutil
import subprocess
import tempfile
import threading
import unittest
from pathlib import Path

from signed_releases import Repository

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


def documented(section):
    """The rows of the table below a title of docs/pull.md, without its head, as lists of cells."""
    text = (Path(__file__).resolve().parents[2] / "docs/pull.md").read_text().split(section, 1)[1]
    rows = [[cell.strip().strip("`") for cell in line.strip("|").split("|")] for line in text.splitlines() if line.startswith("|")]
    return [row for row in rows if len(row) == len(rows[0])][2:]


def has_sentence(sentence, text):
    """Whether a text has a sentence of the page, in which `...` is anything in the same line."""
    return re.search(".*".join(map(re.escape, sentence.split("..."))), text) is not None


class PullCase(unittest.TestCase):
    vow = ""  # the program; each file of tests sets it

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
        return [self.vow, "pull", *source, "-w", str(self.work), *self.options, *arguments]

    def pull(self, *arguments, status=0, command=None, environment=None):
        done = subprocess.run(command or self.command(*arguments), capture_output=True, text=True, timeout=LIMIT, check=False,
                              cwd=self.root, env={**os.environ, **(environment or {})})
        done.text = done.stdout + done.stderr
        self.assertEqual(status, done.returncode, done.text)
        return done

    def assert_documented(self, status, rule, text):
        """docs/pull.md has an attack with that end."""
        found = [row for row in documented("## Attacks") if (row[1], row[2]) == (str(status), rule) and has_sentence(row[3], text)]
        self.assertTrue(found, f"docs/pull.md has no such end: {status} {rule}\n{text}")

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


    def small_disk(self, size="24m"):
        """A file system of its own for the host; the test is skipped where none can be made."""
        disk = self.root / "disk"
        disk.mkdir()
        if not IS_ROOT or subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size},mode=755", "none", disk], check=False).returncode != 0:
            self.skipTest("no file system can be mounted here")
        self.addCleanup(subprocess.run, ["umount", "-l", disk], check=False)
        self.work = disk / "work"
        return disk


class WebServer(http.server.SimpleHTTPRequestHandler):
    """Static files, with ETag and ranges as nginx has them."""

    def log_message(self, *arguments):
        pass

    def do_GET(self):
        self.server.requests.append((self.path, dict(self.headers)))
        path = Path(self.translate_path(self.path))
        if self.server.failures:
            return self.send_error(self.server.failures.pop())
        if self.server.failing and self.path.endswith(self.server.failing):
            return self.send_error(503)
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
        is_cut = self.server.cut and path.name.endswith(".zst") and (self.server.cuts_again or not begin)
        cut = self.server.cut if is_cut else None
        self.wfile.write(data[begin:][:cut])


class WebCase(PullCase):
    """The repository on a web server of this machine."""

    scheme, host = "http", "127.0.0.1"

    def setUp(self):
        super().setUp()
        folder = str(self.repository.folder)
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), lambda *given: WebServer(*given, directory=folder))
        self.server.requests, self.server.slow, self.server.cut, self.server.failures = [], "", None, []
        self.server.failing, self.server.cuts_again = "", False
        self.server.is_closed = threading.Event()
        self.secure()
        self.thread = threading.Thread(target=self.server.serve_forever)
        self.thread.start()
        self.addCleanup(self.close)
        self.source = f"{self.scheme}://{self.host}:{self.server.server_port}/"
        self.settings = self.root / "pull.yaml"
        self.settings.write_text("retries: 0\n")
        self.options += ["--settings", str(self.settings)]

    def secure(self):
        """Makes a server of HTTPS of it, in tests of that."""

    def close(self):
        self.server.is_closed.set()
        self.server.shutdown()
        self.thread.join()
        self.server.server_close()

    def paths(self):
        return [path for path, _ in self.server.requests]
