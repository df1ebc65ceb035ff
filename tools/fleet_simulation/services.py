"""The real programs of a fleet on this machine: nats-server, `vow fleet serve`, `vow fleet collect`."""

import contextlib
import json
import os
import resource
import shutil
import signal
import socket
import sqlite3
import subprocess
import tempfile
import time
from pathlib import Path

SERVER = shutil.which("nats-server") or "/usr/sbin/nats-server"
LIMIT = 120  # seconds for anything that is waited for


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Services:
    def __init__(self, vow, database):
        resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
        self.vow, self.root = vow, Path(tempfile.mkdtemp(prefix="vow_sim_"))
        self.folder, self.address = self.root / "fleet", f"127.0.0.1:{free_port()}"
        self.database = database or f"sqlite:{self.root}/reports.db"
        self.processes = {}
        self.fleet("init", str(self.folder), "--name", "simulation", "--listen", self.address, folder=False)
        self.start("server")
        self.start("serve")
        self.wait("the streams are made", lambda: "ready" in (self.root / "serve.log").read_text())
        self.start("collect")

    def words(self, name):
        folder = ["--fleet", str(self.folder)]
        return {"server": [SERVER, "-c", str(self.folder / "server/nats-server.conf")],
                "serve": [self.vow, "fleet", "serve", *folder],
                "collect": [self.vow, "fleet", "collect", *folder, "--into", self.database, "--html", str(self.root / "pages")]}[name]

    def start(self, name):
        with open(self.root / f"{name}.log", "ab") as log:
            self.processes[name] = subprocess.Popen(self.words(name), stdin=subprocess.DEVNULL, stdout=log, stderr=log)

    def kill(self, name):
        process = self.processes.pop(name)
        process.kill()
        process.wait()

    def fleet(self, *words, folder=True):
        words = [self.vow, "fleet", *words, *(["--fleet", str(self.folder)] if folder else [])]
        done = subprocess.run(words, capture_output=True, text=True, timeout=LIMIT, check=False)
        if done.returncode not in (0, 1, 7):
            raise RuntimeError(f"{words} ended with {done.returncode}: {done.stderr}")
        return done.stdout

    def json(self, *words):
        return json.loads(self.fleet(*words, "--json"))

    def cpu_seconds(self, name):
        fields = Path(f"/proc/{self.processes[name].pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def memory(self, name):
        """Resident MiB."""
        status = Path(f"/proc/{self.processes[name].pid}/status").read_text()
        return int(status.split("VmRSS:")[1].split()[0]) / 1024

    def stored(self):
        """Reports that are stored, and the runs that sums of days have."""
        query = "SELECT (SELECT count(*) FROM report), (SELECT coalesce(sum(runs), 0) FROM day)"
        if self.database.startswith("sqlite:"):
            with contextlib.closing(sqlite3.connect(self.database.removeprefix("sqlite:"), LIMIT)) as database:
                try:
                    return database.execute(query).fetchone()
                except sqlite3.OperationalError:  # its tables are not made yet
                    return (0, 0)
        words = ["psql", self.database, "-At", "-F", " ", "-c", query]
        done = subprocess.run(words, capture_output=True, text=True, timeout=LIMIT, check=False)
        return tuple(map(int, done.stdout.split())) if done.returncode == 0 else (0, 0)

    def wait(self, event, is_so):
        end = time.monotonic() + LIMIT
        while not is_so():
            if time.monotonic() > end:
                raise RuntimeError(f"not in time: {event}; logs are in {self.root}")
            time.sleep(0.1)

    def end(self):
        for name in list(self.processes):
            self.processes[name].send_signal(signal.SIGTERM)
        for name in list(self.processes):
            self.processes.pop(name).wait()
        shutil.rmtree(self.root)
