#!/usr/bin/env python3
"""Bytes from outside (modules, plug-ins, git, packages, archives, web servers) are shown on one line, escaped, wherever a run shows them:
on the terminal, in the log file, the system log, the journal and the events, in each language.

usage: bytes_test.py VOW
"""

import contextlib
import json
import os
import pty
import re
import select
import socket
import subprocess
import sys
import tarfile
import threading
from io import BytesIO
from pathlib import Path
from socketserver import StreamRequestHandler, ThreadingTCPServer

TESTS = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(TESTS / "support"))
from root_case import LIMIT, VOW, RootCase
from tally import run_unittests, skip_without
from written_promise import LANGUAGES

MARK = "hostile"
# Escape sequences with one byte and with two, bytes that are not UTF-8, marks that turn the direction of writing, line
# separators, and a line that looks like one of the log.
BAD = (b"\x1b[2J", b"\x9b31m", b"\xc2\x9b31m", b"\xff", b"\xc0\xaf", b"\x07", b"\x7f", b"\r", "\u202e\u2066\u2069\u200f\u061c".encode(),
       "\u2028\u2029\u0085".encode())
LINE = MARK.encode() + b"".join(BAD)
HOSTILE = LINE + b"\nerror: forged " + LINE + b"\n"
RAW = (b"\x1b[2J", b"\x9b31m", b"\xff", b"\xc0", b"\x07", b"\x7f", *(letter.encode() for letter in "\u202e\u2066\u2069\u200f\u061c\u2028\u2029\u0085"))
# A /dev and a /run of its own, with the sockets of the test for the logs of the system.
WORLD = """
mount -t tmpfs none /mnt || exit 99
mkdir /mnt/dev /mnt/run
for name in null zero full random urandom tty; do touch /mnt/dev/$name && mount --bind /dev/$name /mnt/dev/$name; done
ln -s /proc/self/fd /mnt/dev/fd
ln -s "$1/log" /mnt/dev/log
mkdir -p /mnt/run/systemd/journal
ln -s "$1/journal" /mnt/run/systemd/journal/socket
mount --rbind /mnt/run /run && mount --rbind /mnt/dev /dev || exit 99
shift
exec "$@"
"""
MODULE = r'''#!/usr/bin/env python3
import json, sys
hostile = open("@/hostile", "rb").read()
def send(text):
    sys.stdout.buffer.write(text)
    sys.stdout.buffer.flush()
while sys.stdin.readline().strip():
    pass
send(b"thing 1.0 v1 json_based action_policy describe\n\n")
for line in filter(str.strip, sys.stdin):
    operation = json.loads(line)["operation"]
    result = {"validate_promise": "valid", "evaluate_promise": "not_kept"}.get(operation, "success")
    reply = {"operation": operation, "result": result}
    if operation == "describe":
        reply["description"] = {"summary": hostile.decode("utf-8", "replace"), "promise_types": {"thing": {"attributes": {}}}}
    if operation == "evaluate_promise":
        sys.stderr.buffer.write(hostile)
        send(b"log_error=" + hostile.replace(b"\n", b" ") + b"\n" + hostile)
        reply["log"] = [{"level": "error", "message": hostile.decode("utf-8", "replace")}]
        reply["result_classes"] = [hostile.decode("utf-8", "replace")]
    send(json.dumps(reply).encode() + b"\n\n")
    if operation == "terminate":
        break
'''
# The type of the promise, its promiser and attributes, in which @ is the folder of the test.
SOURCES = {
    "a module": ("thing", "x", {}),
    "a command": ("commands", "@/prints", {}),
    "git": ("git", "clone", {"repository": "@/origin", "destination": "@/clone", "executable": "@/prints"}),
    "a package manager": ("packages", "tool", {"policy": "present"}),
    "the names in an archive": ("archives", "@/names.tar", {"into": "@/out"}),
    "the header of a web server": ("http", "http://127.0.0.1:PORT/header", {"file": "@/page"}),
    "a web server that leads away": ("http", "http://127.0.0.1:PORT/away", {"file": "@/page"}),
}

# Further plans, by the name of their file.
PLANS = {
    "a plug-in": ("p.cf", 'bundle agent main { classes: "ok" expression => usemodule("plug", ""); reports: "$(plug.x)"; }\n'),
    "the result of a function": ("p.cf", 'bundle agent main { vars: "x" string => execresult("/bin/cat @/hostile", "noshell"); reports: "$(x)"; }\n'),
    "a file": ("p.cf", 'bundle agent main { vars: "x" string => readfile("@/hostile"); "y" data => parsejson("$(x)"); reports: "$(x)"; }\n'),
    "the output of a script": ("p.otter", "SHExec >>cat @/hostile; cat @/hostile >&2; exit 3>>;\n"),
    "a file in a plan": ("p.otter", "set $x = $FileContents(@/hostile); Log-Warning $x; throw $x;\n"),
    "the page of a web server": ("p.otter", "Get-Http http://127.0.0.1:PORT/page (ResponseBody => $x); Log-Information $x; set %m = $FromJson($x);\n"),
    "a script of a deployment": ("p.yaml", "{id: one, class: action, exec: @/prints}"),
    "a plug-in of a deployment": ("p.yaml", "{id: one, class: action, plugin: answers, action: x}"),
    "a Python plug-in": ("model/main.cf", "import m\nstd::print(m::text())\nx = m::fails()\n"),
}
SKOPOS = "doctype: com.datagridsys.doctype/skopos/deploy-plan\nversion: alpha/1\nsteps: [{id: all, class: group, steps: [STEP]}]\n"
PYTHON = """from inmanta.plugins import plugin
hostile = open("@/hostile", encoding="utf-8", errors="replace").read()
print(hostile)
@plugin
def text() -> "string":
    return hostile
@plugin
def fails() -> "string":
    raise Exception(hostile)
"""


class Server(StreamRequestHandler):
    """Answers each path with hostile bytes in another place."""

    def handle(self):
        path = self.rfile.readline().split()[1]
        while self.rfile.readline().strip():
            pass
        line = HOSTILE.replace(b"\n", b" ").replace(b"\r", b"")
        self.wfile.write({
            b"/header": b"HTTP/1.1 500 " + line + b"\r\nX-Header: " + line + b"\r\nContent-Type: " + line + b"\r\nContent-Length: 0\r\n\r\n",
            b"/page": b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: %d\r\n\r\n" % len(HOSTILE) + HOSTILE,
            b"/away": b"HTTP/1.1 302 Found\r\nLocation: " + line + b"://x/" + line + b"\r\nContent-Length: 0\r\n\r\n",
        }[path])


@contextlib.contextmanager
def served():
    """The port of a server."""
    with ThreadingTCPServer(("127.0.0.1", 0), Server) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield server.server_address[1]
        finally:
            server.shutdown()
            thread.join()


class Bytes(RootCase):
    def setUp(self):
        super().setUp()
        (self.root / "hostile").write_bytes(HOSTILE)
        prints = self.write("prints", f"#!/bin/sh\ncat {self.root}/hostile\ncat {self.root}/hostile >&2\nexit 1\n", 0o755)
        self.write("modules/thing.py", MODULE.replace("@", str(self.root)), 0o755)
        self.write("project.yml", "name: p\n")
        self.write("work/modules/plug", f"#!/bin/sh\nprintf '=x='; head -n 1 {self.root}/hostile; cat {self.root}/hostile\n", 0o755)
        self.write("plugins/answers", f"#!/bin/sh\nprintf '{{\"text\": \"'; cat {self.root}/hostile; printf '\"}}'; cat {self.root}/hostile >&2\n", 0o755)
        self.write("model/project.yml", "name: p\nmodulepath: libs\n")
        self.write("model/libs/m/module.yml", "name: m\nversion: 1\n")
        self.write("model/libs/m/model/_init.cf", "\n")
        self.write("model/libs/m/plugins/__init__.py", PYTHON.replace("@/", f"{self.root}/"))
        for name in ("apt-get", "dnf", "rpm"):
            self.write(f"bin/{name}", prints.read_text(), 0o755)
        with tarfile.open(self.root / "names.tar", "w", format=tarfile.PAX_FORMAT, encoding="utf-8", errors="surrogateescape") as archive:
            for name in (b"../" + HOSTILE, HOSTILE, HOSTILE):
                entry = tarfile.TarInfo(name.decode("utf-8", "surrogateescape"))
                archive.addfile(entry, BytesIO())

    def run_everywhere(self, *words):
        """The bytes that each place got of a run, by its name."""
        sockets = {name: socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) for name in ("log", "journal")}
        for name, each in sockets.items():
            (self.root / name).unlink(missing_ok=True)
            each.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 20)
            each.bind(str(self.root / name))
            each.setblocking(False)
        got = {name: [] for name in sockets}
        for name in ("events", "file"):
            (self.root / name).unlink(missing_ok=True)
        master, slave = pty.openpty()
        environment = dict(os.environ, TERM="xterm", CFENGINE_TEST_OVERRIDE_WORKDIR=str(self.work), PATH=f"{self.root}/bin:{os.environ['PATH']}")
        process = subprocess.Popen(
            ["unshare", "-m", "sh", "-c", WORLD, "sh", self.root, VOW, *words, "--log-file", self.root / "file", "--json", self.root / "events",
             "--syslog", "--journal", "--modules-folder", "modules"],
            stdin=subprocess.DEVNULL, stdout=slave, stderr=slave, cwd=self.root, env=environment)
        os.close(slave)
        terminal = b""
        try:
            while True:
                ready, _, _ = select.select([master, *sockets.values()], [], [], LIMIT)
                self.assertTrue(ready, "the run does not end")
                for name, each in sockets.items():
                    if each in ready:
                        got[name].append(each.recv(1 << 20))
                if master in ready:
                    more = os.read(master, 1 << 16)
                    if not more:
                        break
                    terminal += more
        except OSError:  # the terminal has no other end any more
            pass
        status = process.wait(LIMIT)
        os.close(master)
        for name, each in sockets.items():
            while True:
                try:
                    got[name].append(each.recv(1 << 20))
                except BlockingIOError:
                    break
            each.close()
        skip_without(self, "mount", status != 99, "nothing can be mounted here")
        got["file"] = (self.root / "file").read_bytes().splitlines()
        got["events"] = (self.root / "events").read_bytes().splitlines()
        got["terminal"] = terminal.replace(b"\r\n", b"\n").split(b"\n")
        return status, got

    def assert_harmless(self, status, got):
        text = b"\n".join(got["terminal"]).decode("utf-8", "replace")
        self.assertIn(status, (0, 1, 3), text)
        for place, lines in got.items():
            self.assertTrue(any(MARK.encode() in line for line in lines), f"{place}: {text}")
            for line in lines:
                for raw in RAW:
                    self.assertNotIn(raw, line, place)
                if place == "journal":  # a value with several lines would have its length before it
                    for member in line.rstrip(b"\n").split(b"\n"):
                        self.assertRegex(member, rb"^[A-Z_]+=", place)
                elif place == "events":
                    json.loads(line)
                else:  # the further lines of a message are indented more than any first one
                    self.assertNotRegex(line, rb"^(\x1b\[[0-9;]*m)* {0,5}error: forged", place)
                # The line of the state that vow draws on a terminal begins with one and ends with an erasure.
                self.assertNotIn(b"\r", re.sub(rb"\r[^\r]*?\x1b\[K", b"", line), place)

    def placed(self, text, port):
        return text.replace("@/", f"{self.root}/").replace("PORT", str(port))

    def test_bytes_from_plugins_scripts_and_files_are_escaped_in_the_same_way(self):
        with served() as port:
            for source, (name, text) in PLANS.items():
                with self.subTest(source):
                    if name == "p.yaml":
                        text = SKOPOS.replace("STEP", text)
                    policy = self.write(name, self.placed(text, port))
                    self.assert_harmless(*self.run_everywhere("run", "-K", "-v", policy.parent if name.startswith("model") else policy))

    def test_bytes_from_outside_are_escaped_wherever_a_run_shows_them(self):
        with served() as port:
            for source, row in SOURCES.items():
                kind, promiser, attributes = json.loads(self.placed(json.dumps(row), port))
                for language, (write, words) in LANGUAGES.items():
                    with self.subTest(f"{source}, {language}"):
                        policy = self.write(language, write(kind, promiser, attributes))
                        self.assert_harmless(*self.run_everywhere("run", "-K", "-v", *words, policy))


if __name__ == "__main__":
    run_unittests()
