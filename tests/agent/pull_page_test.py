#!/usr/bin/env python3
"""The page docs/pull.md brings thirty hosts to their first version and the next one: its shell blocks are run as they stand, for
hosts whose /etc/vow and /var/lib/vow are folders of the test, and its configuration of nginx serves them.

`apt` and `systemctl` are stand-ins, since the package has tests of its own: the first wants a package, the second runs what the
service of a timer starts. Without nginx the page's location is served by Python.

usage: pull_page_test.py VOW
"""

import http.server
import os
import re
import shutil
import socket
import ssl
import subprocess
import sys
import tempfile
import threading
import time
import unittest
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/support"))
from tally import run_unittests, skip_without

VOW = str(Path(sys.argv.pop(1)).resolve(strict=True))
PAGE = (ROOT / "docs/pull.md").read_text()
LIMIT = 120  # seconds
HOSTS = 30
STAND_INS = {
    "apt": """case "$1 $2" in "install ./"*.deb) ;; *) exit 1 ;; esac
""",
    "systemctl": """case "$*" in
"disable --now vow.timer") ;;
"enable --now vow-pull.timer") $(sed -n 's|^ExecStart=/usr/bin/||p' "$UNITS/vow-pull.service") ;;
*) exit 1 ;;
esac
""",
    "vow": """if [ "$1" = pull ]; then
    shift
    set -- pull --settings "$HOST/etc/vow/pull.yaml" --workdir "$HOST/var" "$@"
fi
exec "$VOW" "$@"
""",
    "rsync": """[ "$1" = -a ] || exit 1
mkdir -p "$SERVER${3#www:}" && cp -a "$2." "$SERVER${3#www:}"
""",
}


def blocks(language):
    return re.findall(rf"^```{language}[^\n]*\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


class Handler(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *arguments):
        pass


class PullPage(unittest.TestCase):
    def setUp(self):
        skip_without(self, "openssl", shutil.which("openssl"), "openssl is not installed")
        self.folder = Path(tempfile.mkdtemp(prefix="vow-page-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.folder.chmod(0o755)
        self.server = self.folder / "server"
        (self.folder / "bin").mkdir()
        for name, text in STAND_INS.items():
            path = self.folder / "bin" / name
            path.write_text("#!/bin/sh\n" + text)
            path.chmod(0o755)
        subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout", "server.key",
                        "-out", "server.pem", "-days", "2", "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"],
                       check=True, capture_output=True, cwd=self.folder)

    def sh(self, text, host="none", folder=None):
        """Runs a block, whose absolute paths are below folders of the test."""
        for path in ("/etc/vow", "/srv"):
            text = text.replace(f" {path}", f" {self.folder}/{host}{path}")
        environment = {"PATH": f"{self.folder}/bin:{os.environ['PATH']}", "VOW": VOW, "HOST": str(self.folder / host),
                       "SERVER": str(self.server), "UNITS": str(ROOT / "tools/package")}
        run = subprocess.run(["sh", "-euc", text], capture_output=True, text=True, timeout=LIMIT, cwd=folder or self.folder,
                             env={**os.environ, **environment})
        self.assertEqual(0, run.returncode, text + run.stdout + run.stderr)
        return run.stdout + run.stderr

    def serve(self):
        """Serves as the page configures nginx. Returns the port."""
        [config] = blocks("nginx")
        config = config.replace("/srv/", f"{self.server}/srv/").replace("/etc/ssl/releases.pem", f"{self.folder}/server.pem")
        config = config.replace("/etc/ssl/private/releases.key", f"{self.folder}/server.key").replace("releases.example", "localhost")
        return self.serve_by_nginx(config) if shutil.which("nginx") else self.serve_by_python(config)

    def serve_by_nginx(self, config):
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        text = config.replace("listen 443", f"listen 127.0.0.1:{port}")
        log = self.folder / "nginx.log"
        (self.folder / "nginx.conf").write_text(
            f"pid {self.folder}/nginx.pid; error_log {log}; daemon off; events {{}}\nhttp {{ access_log off;\n"
            + "".join(f"{name}_temp_path {self.folder}/{name};\n" for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")) + text + "}\n")
        process = subprocess.Popen(["nginx", "-e", log, "-c", self.folder / "nginx.conf"])
        self.addCleanup(process.wait)
        self.addCleanup(process.terminate)
        end = time.monotonic() + LIMIT
        while process.poll() is None and time.monotonic() < end:
            with socket.socket() as client:
                if client.connect_ex(("127.0.0.1", port)) == 0:
                    return port
        return self.fail("nginx does not serve: " + log.read_text())

    def serve_by_python(self, config):
        [(location, alias)] = re.findall(r"location (\S+) \{ alias (\S+); \}", config)

        class Located(Handler):
            def translate_path(self, path):
                return alias + path.removeprefix(location) if path.startswith(location) else "/nonexistent"

        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Located)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(self.folder / "server.pem", self.folder / "server.key")
        server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        return server.server_port

    def commands(self, console):
        return "".join(line[2:] + "\n" for line in console.splitlines() if line.startswith("$ "))

    def test_thirty_hosts_take_their_first_version_and_the_next_one(self):
        first = blocks("console")[0]
        made = self.sh(self.commands(first))
        digest = re.search(r"Hosts trust it by the digest of releases/metadata/1.root.json: (\w+)", made)[1]
        copy, install, use = blocks("sh")
        self.sh(copy)
        port = self.serve()
        [settings] = [block for block in blocks("yaml pull.yaml") if "root_digest" in block]
        settings = re.sub("root_digest: .*", f"root_digest: {digest}", settings).replace("releases.example", f"localhost:{port}")
        settings += f"authorities: {self.folder}/server.pem\n"

        def take(number):
            host = self.folder / f"host{number}"
            (host / "etc/vow").mkdir(parents=True)
            (host / "pull.yaml").write_text(settings)
            return self.sh(install, f"host{number}", host)

        def again(number):
            return self.sh(use, f"host{number}")

        with ThreadPoolExecutor(4) as pool:
            for output in pool.map(take, range(HOSTS)):
                self.assertIn("notice: web 1.0 is good", output)
        (self.folder / "web/main.cf").write_text('bundle agent main { reports: "hello again"; }\n')
        later = self.commands(first).split("\n", 2)[2].replace("1.0", "1.1")  # without making the folder and the repository
        self.sh(later)
        self.sh(copy)
        with ThreadPoolExecutor(4) as pool:
            for output in pool.map(again, range(HOSTS)):
                self.assertIn("R: hello again", output)
                self.assertRegex(output, "good: +web 1.1 ")


if __name__ == "__main__":
    run_unittests()
