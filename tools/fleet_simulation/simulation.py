"""The measures of tools/fleet_sim."""

import argparse
import asyncio
import collections
import json
import logging
import random
import time
from pathlib import Path

import identity
from connection import Connection
from hosts import SPREAD, Hosts, position, utc
from metadata import Metadata
from services import Services

ROOT = Path(__file__).resolve().parents[2]
GROUPS = ("web", "db", "cache")


def parsed(description):
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name, number in (("hosts", 10_000), ("connections", 2_000), ("kills", 200), ("reports", 100_000), ("queue", 20_000), ("seconds", 60)):
        parser.add_argument(f"--{name}", type=int, default=number)
    parser.add_argument("--into", default="", help="the database (default: SQLite)")
    parser.add_argument("--vow", default=str(ROOT / "build/release/vow"))
    parser.add_argument("measures", nargs="*", metavar="MEASURE", help="of: " + ", ".join(MEASURES))
    options = parser.parse_args()
    if unknown := set(options.measures) - set(MEASURES):
        parser.error(f"not a measure: {', '.join(unknown)}")
    return options


def main(description):
    options = parsed(description)
    logging.getLogger("asyncio").setLevel(logging.ERROR)  # it warns of each message to a server that was killed
    services = Services(options.vow, options.into)
    try:
        return asyncio.run(Simulation(options, services).run())
    finally:
        services.end()


class Simulation:
    def __init__(self, options, services):
        self.options, self.services, self.is_good = options, services, True
        self.account, account_text = identity.account_of(services.folder)
        print(f"making {options.hosts} hosts", flush=True)
        self.identities = [identity.Identity(number, GROUPS[number % 3]) for number in range(options.hosts)]
        jwts = [one.jwt(self.account, account_text) for one in self.identities[:options.connections]]
        self.admin = identity.credentials(services.folder / "users/admin.creds")
        self.hosts = Hosts(services.address, self.identities, jwts, self.admin)

    async def run(self):
        await self.register()
        self.hosts.start()
        try:
            await self.connect()
            for name in self.options.measures or MEASURES:
                await MEASURES[name](self)
            await asyncio.sleep(2)
            self.note("collector's memory", f"{self.services.memory('collect'):.0f} MiB", True)
            return 0 if self.is_good else 1
        finally:
            await self.hosts.stop()

    def note(self, measure, figure, is_good, bound=""):
        self.is_good = self.is_good and is_good
        print(f"{'ok  ' if is_good else 'MISS'} {measure}: {figure}" + (f" (bound: {bound})" if bound else ""), flush=True)

    async def register(self):
        line = Connection(self.services.address, *self.admin)
        await line.open()
        listening = asyncio.create_task(line.listen())
        for one in self.identities:
            record = {"schema": 1, "key": one.public, "name": one.name, "group": one.group, "state": "active", "token": "t", "since": utc(time.time())}
            line.publish(f"$KV.registry.{one.host}", json.dumps(record).encode())
            await line.writer.drain()
        await line.flush()
        listening.cancel()
        line.close()

    async def until(self, limit, is_so):
        end = time.monotonic() + limit
        while not is_so() and time.monotonic() < end:
            await asyncio.sleep(0.05)
        return is_so()

    async def in_thread(self, function, *words):
        return await asyncio.get_running_loop().run_in_executor(None, function, *words)

    async def connect(self):
        own = len(self.hosts.own)
        await self.until(120, lambda: self.hosts.connected() == own)
        for host in self.hosts.all[own:]:
            host.presence()
            await host.line.writer.drain()
        self.note("connections", f"{self.hosts.connected()} of {own}, {len(self.hosts.all) - own} hosts share one", self.hosts.connected() == own)
        states, end = collections.Counter(), time.monotonic() + 10  # the server stores what it has received a little later
        while states["good"] < len(self.hosts.all) and time.monotonic() < end:
            begin = time.monotonic()
            states = collections.Counter(host["state"] for host in await self.in_thread(self.services.json, "hosts"))
            seconds = time.monotonic() - begin
        self.note("vow fleet hosts", f"{seconds:.1f} s, {dict(states)}", states["good"] == len(self.hosts.all))

    async def release(self):
        metadata = await self.in_thread(Metadata, self.options.vow, self.services.root)
        self.hosts.verified, self.hosts.verify = {}, metadata.verified
        begin = time.monotonic()
        await self.in_thread(self.services.fleet, "release", "web/1")
        needed = len(self.hosts.own) * 99 // 100
        await self.until(60, lambda: len(self.hosts.verified) >= needed)
        times = sorted(time_of for time_of in self.hosts.verified.values() if time_of)
        seconds = times[needed - 1] - begin if len(times) >= needed else float("inf")
        self.note("release to 99 % of the connected hosts", f"{seconds:.1f} s", seconds <= 10, "10 s")

    async def send(self, count, seconds):
        """Reports of random hosts, evenly in that time."""
        begin = time.monotonic()
        for number in range(count):
            self.hosts.send(random.choice(self.hosts.all))
            ahead = begin + seconds * number / count - time.monotonic()
            if ahead > 0 or number % 200 == 0:
                await asyncio.sleep(max(0, ahead))

    async def stored_all(self, before, count):
        """Seconds until they are stored; infinite if some are not."""
        begin = time.monotonic()
        while time.monotonic() < begin + 180:
            if (await self.in_thread(self.services.stored))[0] - before >= count:
                return time.monotonic() - begin
            await asyncio.sleep(0.2)
        return float("inf")

    async def load(self):
        seconds, before = self.options.seconds, (await self.in_thread(self.services.stored))[0]
        count = len(self.hosts.all) * seconds // 300
        cpu = self.services.cpu_seconds("collect")
        await self.send(count, seconds)
        await self.stored_all(before, count)
        share = (self.services.cpu_seconds("collect") - cpu) / seconds
        self.note(f"collector, {count / seconds:.0f} reports a second", f"{share:.1%} of a core", share <= 0.1, "10 %")

    async def burst(self):
        count, before = self.options.queue, (await self.in_thread(self.services.stored))[0]
        self.services.kill("collect")
        await self.send(count, 0)
        await self.hosts.settle(120)
        self.services.start("collect")
        begin = time.monotonic()
        await self.stored_all(before, count)
        rate = count / (time.monotonic() - begin)
        stored, runs = await self.in_thread(self.services.stored)
        stored, runs = stored - before, runs - before
        self.note(f"a queue of {count} reports", f"{stored} stored, sums have {runs}", stored == runs == count, "each once")
        self.note("stored of a queue", f"{rate:.0f} reports a second", rate >= 5000, "5,000")

    async def restart(self):
        own = len(self.hosts.own)
        self.services.kill("server")
        await self.until(30, lambda: self.hosts.connected() == 0)
        self.hosts.connected_at.clear()
        begin = time.monotonic()
        self.services.start("server")
        is_back = await self.until(120, lambda: self.hosts.connected() == own)
        seconds = time.monotonic() - begin
        self.note(f"{own} hosts are back", f"{seconds:.0f} s", is_back and seconds <= 60, "60 s")
        most = max(collections.Counter(int(each - begin) for each in self.hosts.connected_at).values())
        scaled = most * len(self.hosts.all) / own
        self.note("most connections in a second, for all hosts", f"{scaled:.0f}", scaled <= 500, "500")

    async def kills(self):
        before = (await self.in_thread(self.services.stored))[0]
        count, kills = self.options.reports, self.options.kills
        sending = asyncio.create_task(self.send(count, kills))
        for _ in range(kills):
            victim = random.choice(["server", "serve", "collect", "hosts"])
            if victim == "hosts":
                for host in random.sample(self.hosts.own, min(50, len(self.hosts.own))):
                    if host.line:
                        host.line.writer.transport.abort()
            else:
                self.services.kill(victim)
                self.services.start(victim)
            await asyncio.sleep(1)
        await sending
        await self.until(2 * SPREAD, lambda: self.hosts.connected() == len(self.hosts.own))
        is_sent = await self.hosts.settle(240)
        await self.stored_all(before, count)
        reports, runs = await self.in_thread(self.services.stored)
        is_good = is_sent and reports - before == count and reports == runs
        self.note(f"{kills} kills, {count} reports", f"{reports - before} stored, {len(self.hosts.unsent)} unsent, sums have {runs} of {reports}", is_good, "each once")

    async def rollout(self):
        self.hosts.bad = {"bad"}
        rule = ["--waves", "1%,10%,100%", "--soak", "5s", "--budget", "2%"]
        name = (await self.in_thread(self.services.fleet, "rollout", "start", "web/bad", *rule)).strip()

        def state():
            return self.services.json("rollout", "status", name)[0]["rollout"]["state"]

        end = time.monotonic() + 120
        while (now := await self.in_thread(state)) not in ("paused", "failed") and time.monotonic() < end:
            await asyncio.sleep(1)
        ran = {host.id for host in self.hosts.all if "bad" in host.ran}
        waves = [{host.id for host in self.hosts.all if position(host.id, name) < end} for end in (100, 1000, 10_000)]
        first = next(wave for wave in waves if wave)  # of few hosts none may be in the first
        back = all(host.release[1] != "bad" for host in self.hosts.all)
        is_good = now == "paused" and ran <= first and back
        self.note(f"a bad version, first wave {len(first)} hosts", f"{len(ran)} ran it, {now}, " + ("all are back" if back else "not all are back"), is_good)


MEASURES = {"release": Simulation.release, "load": Simulation.load, "burst": Simulation.burst, "restart": Simulation.restart,
            "kills": Simulation.kills, "rollout": Simulation.rollout}
