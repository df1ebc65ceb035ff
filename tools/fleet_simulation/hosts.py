"""Simulated hosts: they connect, are seen, report runs, follow announcements and rollouts, as `vow agent` does."""

import asyncio
import hashlib
import itertools
import json
import random
import time
import uuid

from connection import Connection
from identity import url_text

SPREAD = 40  # seconds: two thirds of the interval of signs of life, as of `vow agent`
NOT_KEPT = 0.02  # of the runs


def utc(seconds):
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(seconds))


def position(host, rollout):
    return int(hashlib.sha256(f"{rollout}/{host}".encode()).hexdigest()[:8], 16) % 10_000


class Host:
    def __init__(self, identity):
        self.identity, self.id = identity, identity.host
        self.line = None  # its connection, or a shared one; none while it is off
        self.release, self.verdict, self.mark = ("web", "1"), "good", None
        self.runs = 0
        self.ran = {"1"}  # versions that it ever ran

    def presence(self):
        message = {"schema": 1, "host": self.id, "name": self.identity.name, "vow": "0.1.0", "time": utc(time.time()),
                   "verdict": self.verdict, "pending_reports": 0, "bad_messages": 0, "run": self.runs, "finished": utc(time.time()),
                   "release": dict(zip(("bundle", "version"), self.release))}
        if self.mark:
            message["rollout"] = self.mark
        self.line.publish(f"$KV.hosts.{self.id}", json.dumps(message).encode())

    def report(self):
        """The document of a run, its id and the signature of the host."""
        self.runs += 1
        run, now, is_good = str(uuid.uuid4()), time.time(), random.random() > NOT_KEPT
        outcome = {"type": "files", "promiser": "/etc/motd", "place": "/etc/vow/main.cf:6", "result": "not_kept", "duration": 0.01,
                   "reason": {"kind": "failed", "name": "no space left on device"}}
        document = {"schema": 1, "kind": "run", "id": f"{self.id}/{run}", "host": self.id, "host_name": self.identity.name, "run": run,
                    "number": self.runs, "verdict": "kept" if is_good else "failed", "vow": "0.1.0", "policy": "/etc/vow/main.cf",
                    "started": utc(now - 2), "finished": utc(now), "seconds": 2.0, "exit_status": 0 if is_good else 1,
                    "totals": {"kept": 120, "repaired": 0, "not_kept": 0 if is_good else 1}, "outcomes": [] if is_good else [outcome]}
        text = json.dumps(document).encode()
        return document["id"], text, self.identity.key.sign(b"vow report\n" + text)

    def follow(self, rollout, bad):
        """Takes the version if the rollout lets it; a bad one is refused by its health check, and the host goes back by itself."""
        plan = rollout["release"]
        if rollout["state"] not in ("running", "soaking", "done") or self.release == (plan["bundle"], plan["version"]):
            return
        open_parts = round(float(rollout["waves"].split(",")[rollout["wave"]].rstrip("%")) * 100)
        if (self.mark or {}).get("id") == rollout["id"] or position(self.id, rollout["id"]) >= open_parts:
            return
        self.ran.add(plan["version"])
        is_bad = plan["version"] in bad
        if not is_bad:
            self.release = (plan["bundle"], plan["version"])
        self.mark = {"id": rollout["id"], "state": "bad" if is_bad else "taken"}
        if self.line:
            self.presence()


class Hosts:
    """All hosts. The first have connections of their own, the rest share one of an operator."""

    def __init__(self, address, identities, jwts, shared):
        self.address, self.all = address, [Host(identity) for identity in identities]
        self.jwts, self.shared = jwts, shared
        self.own = self.all[:len(jwts)]
        self.tasks, self.bad = [], set()
        self.connected_at = []  # times of connections, for bursts
        self.acknowledged, self.unsent = set(), {}
        self.numbers = itertools.count()
        self.verified = {}  # by host, the time at which it had verified the metadata that was announced
        self.verify = lambda: None

    def start(self):
        jobs = [self.stay(host, jwt) for host, jwt in zip(self.own, self.jwts)]
        self.tasks = [asyncio.create_task(job) for job in [*jobs, self.stay_shared()]]

    async def stop(self):
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)

    async def stay(self, host, jwt):
        """Connects, and again whenever the connection is lost."""
        await asyncio.sleep(random.uniform(0, SPREAD / 4))
        while True:
            line = Connection(self.address, jwt, host.identity.key, lambda *message: self.receive(host, *message))
            try:
                await line.open()
                self.connected_at.append(time.monotonic())
                line.subscribe(f"_INBOX_{host.id}.>", f"vow.host.{host.id}.ask", "$KV.desired.>", "vow.rollouts.>")
                host.line = line
                host.presence()
                await line.listen()
            except (OSError, ConnectionError, asyncio.TimeoutError):
                pass
            finally:
                host.line = None
                line.close()
            await asyncio.sleep(0.5 + random.uniform(0, SPREAD))

    async def stay_shared(self):
        while True:
            line = Connection(self.address, *self.shared, lambda *message: self.receive(None, *message))
            try:
                await line.open()
                line.subscribe("_INBOX_sim.>", "vow.rollouts.>")
                for host in self.all[len(self.own):]:
                    host.line = line
                await line.listen()
            except (OSError, ConnectionError, asyncio.TimeoutError):
                pass
            finally:
                for host in self.all[len(self.own):]:
                    host.line = None
                line.close()
            await asyncio.sleep(1)

    def receive(self, host, subject, _header, data):
        if subject.startswith("$KV.desired.") and host:
            self.verified.setdefault(host.id, self.verify())
        elif subject.startswith("vow.rollouts."):
            rollout = json.loads(data)
            for each in [host] if host else self.all[len(self.own):]:
                each.follow(rollout, self.bad)
        elif subject.startswith("_INBOX_") and b"error" not in data:
            report = subject.rsplit(".", 1)[1]
            if self.unsent.pop(report, None):
                self.acknowledged.add(report)

    def connected(self):
        return sum(host.line is not None for host in self.own)

    def send(self, host):
        """Sends the report of a new run; it is kept until the stream has acknowledged it."""
        name = str(next(self.numbers))
        self.unsent[name] = (host, *host.report())
        self.send_again(name)

    def send_again(self, name):
        host, report, text, signature = self.unsent[name]
        if host.line:
            inbox = f"_INBOX_{host.id}" if host.line is not self.shared_line() else "_INBOX_sim"
            headers = {"Nats-Msg-Id": report, "Vow-Signature": url_text(signature)}
            host.line.publish(f"vow.report.{host.id}", text, f"{inbox}.{name}", headers)

    def shared_line(self):
        return self.all[-1].line if len(self.all) > len(self.own) else None

    async def settle(self, limit):
        """Until all reports are acknowledged: those that were lost on the way are sent again, as from a spool."""
        end = time.monotonic() + limit
        while self.unsent and time.monotonic() < end:
            await asyncio.sleep(3)
            for name in list(self.unsent)[:5000]:
                self.send_again(name)
        return not self.unsent
