"""A PostgreSQL server for tests, in a folder of its own, on a socket that only this machine reaches."""

import os
import pwd
import subprocess
import tempfile
from pathlib import Path

PROGRAMS = sorted(Path("/usr/lib/postgresql").glob("*/bin"))
LIMIT = 60


def missing():
    """Why there is none; empty if there is one."""
    return "" if PROGRAMS and (PROGRAMS[-1] / "initdb").exists() else "PostgreSQL is not installed"


class PostgresqlServer:
    """The server refuses to run as root, and runs as another user then."""

    def __init__(self):
        self.folder = tempfile.TemporaryDirectory(prefix="vow_pg_")
        self.options = {}
        if os.geteuid() == 0:
            user = pwd.getpwnam("nobody")
            os.chown(self.folder.name, user.pw_uid, user.pw_gid)
            self.options = {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}
        self.data = self.folder.name + "/data"
        self.url = f"postgresql:///postgres?host={self.folder.name}&user=vow"
        self.program("initdb", "-D", self.data, "-U", "vow", "-A", "trust", "--no-sync", "-E", "UTF8", "--locale=C")
        self.start()

    def program(self, name, *words):
        done = subprocess.run([PROGRAMS[-1] / name, *words], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True, timeout=LIMIT, cwd="/", **self.options)
        if done.returncode != 0:
            raise AssertionError(f"{name} ended with {done.returncode}: {done.stdout}")
        return done.stdout

    def start(self):
        options = f"-c listen_addresses='' -k {self.folder.name} -c fsync=off"
        self.program("pg_ctl", "-D", self.data, "-w", "-l", self.data + "/log", "-o", options, "start")

    def stop(self, mode="fast"):
        self.program("pg_ctl", "-D", self.data, "-w", "-m", mode, "stop")

    def rows(self, query):
        """Fields of rows, as text."""
        text = self.program("psql", self.url, "-At", "-F", "\t", "-c", query)
        return [line.split("\t") for line in text.splitlines()]

    def close(self):
        self.stop("immediate")
        self.folder.cleanup()
