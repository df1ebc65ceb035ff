"""A fleet for tests: a real nats-server on loopback, its services, and hosts with work folders of their own."""

import contextlib
import json
import os
import shutil
import signal
import socket
import sqlite3
import subprocess
import tempfile
import time
from pathlib import Path

SERVER = shutil.which("nats-server") or "/usr/sbin/nats-server"
LIMIT = 60  # seconds for anything that is waited for
POLICY = """bundle agent main
{
files:
  "%(root)s/first" content => "one", create => "true", handle => "first";
  "%(root)s/folder/second" content => "two", create => "true", handle => "second";
}
"""


def missing(vow):
    """Why a fleet cannot be tested here; empty if it can."""
    if not os.access(SERVER, os.X_OK):
        return "nats-server is not installed"
    if not (Path(vow).parent / "vow-fleet").exists():
        return "vow-fleet was not built"
    return ""


def free_port():
    with contextlib.closing(socket.socket()) as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Fleet:
    def __init__(self, vow, servers=1, *options):
        self.vow, self.servers = vow, servers
        self.root = Path(tempfile.mkdtemp(prefix="vow_fleet_"))
        self.folder = self.root / "fleet"
        addresses = [f"127.0.0.1:{free_port()}" for _ in range(servers)]
        self.address = addresses[0]
        self.url = ",".join("nats://" + address for address in addresses)
        self.processes = {}
        listen = [word for address in addresses for word in ("--listen", address)]
        self.run("fleet", "init", str(self.folder), *listen, *options, check=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for name in list(self.processes):
            self.end(name)
        shutil.rmtree(self.root)

    def run(self, *words, check=False, **options):
        done = subprocess.run([self.vow, *words], capture_output=True, text=True, timeout=LIMIT, **options)
        if check and done.returncode != 0:
            raise AssertionError(f"{words} ended with {done.returncode}:\n{done.stdout}{done.stderr}")
        return done

    def fleet(self, *words, check=True):
        return self.run("fleet", *words, "--fleet", str(self.folder), check=check)

    def json(self, *words):
        done = self.fleet(*words, "--json", check=False)
        if not done.stdout:
            raise AssertionError(f"{words} ended with {done.returncode}:\n{done.stderr}")
        return json.loads(done.stdout)

    def start(self, name, *words):
        log = open(self.root / f"{name}.log", "ab")
        with log:
            self.processes[name] = subprocess.Popen(words, stdout=log, stderr=log)

    def log(self, name):
        return (self.root / f"{name}.log").read_text(errors="replace")

    def end(self, name, number=signal.SIGTERM):
        process = self.processes.pop(name)
        process.send_signal(number)
        return process.wait(LIMIT)

    def start_server(self, number=""):
        """The only one, or one of a cluster, from 1."""
        self.start(f"server{number}", SERVER, "-c", str(self.folder / f"server/{number}/nats-server.conf"))

    def start_service(self):
        self.start("serve", self.vow, "fleet", "serve", "--fleet", str(self.folder))

    def start_collector(self, *options):
        self.start("collect", self.vow, "fleet", "collect", "--fleet", str(self.folder), *options)

    def start_all(self):
        for number in range(1, self.servers + 1) if self.servers > 1 else [""]:
            self.start_server(number)
        self.start_service()
        # The first connection of the account is alone, until it has made the streams: docs/fleet.md.
        self.wait("the service has prepared the bus", lambda: "ready" in self.log("serve"))
        self.start_collector()

    def work(self, host):
        return self.root / host / "work"

    def token(self, *options):
        return self.fleet("token", "new", *options).stdout.strip()

    def join(self, host, token=None, check=True, url=None):
        """`second` is not kept by its policy before heal()."""
        root = self.root / host
        self.work(host).mkdir(parents=True, exist_ok=True)
        (root / "folder").write_text("not a folder")
        (root / "main.cf").write_text(POLICY % {"root": root})
        token = token or self.token("--group", "web")
        return self.run("fleet", "join", url or self.url, "--token", token, "--name", host, "-w", str(self.work(host)), check=check)

    def heal(self, host):
        (self.root / host / "folder").unlink()
        (self.root / host / "folder").mkdir()

    def start_agent(self, host, vow=None):
        self.start(host, vow or self.vow, "agent", str(self.root / host / "main.cf"), "-w", str(self.work(host)), "--interval", "1s")

    def run_policy(self, host):
        return self.run("run", str(self.root / host / "main.cf"), "-w", str(self.work(host)))

    def host_credentials(self, host):
        return self.membership(host)["jwt"], (self.work(host) / "fleet/host.seed").read_text().strip()

    def membership(self, host):
        return json.loads((self.work(host) / "fleet/fleet.json").read_text())

    def states(self):
        return {host["name"]: host["state"] for host in self.json("hosts")}

    def rows(self, query="SELECT id, host, number FROM report ORDER BY id"):
        path = self.folder / "reports.db"
        if not path.exists():
            return []
        with contextlib.closing(sqlite3.connect(path)) as database:
            try:
                return database.execute(query).fetchall()
            except sqlite3.OperationalError:  # not made yet
                return []

    def wait(self, what, is_so):
        """Waits for what other processes do. Its pace decides nothing."""
        until = time.monotonic() + LIMIT
        while not is_so():
            if time.monotonic() > until:
                logs = "".join(f"== {name}\n{self.log(name)}" for name in self.processes)
                raise AssertionError(f"not in time: {what}\n{logs}")
            time.sleep(0.1)
