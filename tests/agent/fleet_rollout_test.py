#!/usr/bin/env python3
"""Rollouts against a real nats-server: waves, gates, budgets, going back. `vow pull` is played by a program of the test, where
that is not about pulls.

usage: fleet_rollout_test.py VOW
"""

import contextlib
import hashlib
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "support"))
from fleet_case import Fleet, missing
from nats_client import NatsClient, credentials
from signed_releases import Repository
from tally import run_unittests, skip_without

VOW = str(Path(sys.argv.pop(1)).resolve(strict=True))
HOSTS = ("web1", "web2", "web3", "web4")
# Takes the version in `next` beside the work folder, with its exit status, and runs the policy, as `vow pull` does.
PULL = f"""#!/usr/bin/env python3
import json, os, subprocess, sys
words = sys.argv[1:]
work = words[words.index("-w") + 1] if "-w" in words else "."
root = os.path.dirname(work)
if words[0] != "pull":
    os.execv({VOW!r}, [{VOW!r}, *words])
def stored(name, default):
    try:
        return json.load(open(f"{{root}}/{{name}}"))
    except OSError:
        return default
current = stored("current", {{"bundle": "web", "version": "1"}})
if "--status" in words:
    good = {{"bundle": current["bundle"] + " " + current["version"], "digest": "0" * 64, "target": "web.tar"}}
    print(json.dumps({{"source": "/srv/releases", "good": good, "trying": None}}))
elif "--back" in words:
    os.replace(f"{{root}}/previous", f"{{root}}/current")
else:
    following = stored("next", {{"version": "2", "status": 0}})
    if following["status"] != 0:
        sys.exit(following["status"])
    json.dump(current, open(f"{{root}}/previous", "w"))
    json.dump({{"bundle": "web", "version": following["version"]}}, open(f"{{root}}/current", "w"))
    sys.exit(subprocess.run([{VOW!r}, "run", f"{{root}}/main.cf", "-w", work]).returncode)
"""


class RolloutTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.programs = None
        if not missing(VOW):
            cls.programs = tempfile.mkdtemp(prefix="vow_programs_")
            shutil.copy(Path(VOW).parent / "vow-fleet", cls.programs)
            script = Path(cls.programs) / "vow"
            script.write_text(PULL)
            script.chmod(0o755)

    @classmethod
    def tearDownClass(cls):
        if cls.programs:
            shutil.rmtree(cls.programs)

    def setUp(self):
        why = missing(VOW)
        skip_without(self, "nats", not why, why)
        self.fleet = Fleet(VOW)
        self.addCleanup(self.fleet.__exit__)
        self.fleet.start_all()
        for host in HOSTS:
            self.fleet.join(host)
            self.fleet.heal(host)
            self.fleet.run_policy(host)
            self.fleet.start_agent(host, f"{self.programs}/vow-fleet")
        self.fleet.wait("all hosts have version 1", lambda: self.releases() == {host: "web/1" for host in HOSTS})

    def releases(self):
        return {host["name"]: host.get("release") for host in self.fleet.json("hosts")}

    def wait_for_releases(self, release):
        seen = {}

        def is_so():
            seen.update(self.releases())
            return set(seen.values()) == {release}

        try:
            self.fleet.wait(f"all have {release}", is_so)
        except AssertionError as fault:
            raise AssertionError(f"{seen}\n{fault}") from None

    def rollout(self):
        return self.fleet.json("rollout", "status")[0]

    def wait_for_state(self, state):
        self.fleet.wait(f"the rollout is {state}", lambda: self.rollout()["rollout"]["state"] == state)

    def position(self, host, rollout):
        text = rollout + "/" + self.fleet.membership(host)["host"]
        return int(hashlib.sha256(text.encode()).hexdigest()[:8], 16) % 10_000

    def start(self, *options):
        return self.fleet.fleet("rollout", "start", "web/2", *options).stdout.strip()

    def test_all_waves_are_gone_through(self):
        self.start("--soak", "0s", "--group", "web")
        self.assertEqual(self.fleet.fleet("rollout", "start", "web/3", "--group", "web", check=False).returncode, 2)
        self.wait_for_state("done")
        self.assertEqual(self.releases(), {host: "web/2" for host in HOSTS})
        actions = [entry["action"] for entry in self.fleet.json("log")]
        self.assertEqual((actions.count("rollout start"), actions.count("rollout done")), (1, 1))

    def test_no_host_passes_its_gate(self):
        rollout = self.start("--soak", "1h", "--waves", "50%,100%")
        self.wait_for_state("soaking")
        is_last = self.rollout()["rollout"]["wave"] == 1  # without a host in the first wave
        first = {host for host in HOSTS if is_last or self.position(host, rollout) < 5000}
        self.assertEqual({host for host, release in self.releases().items() if release == "web/2"}, first)
        # Nor while no service leads it, nor while two do.
        self.fleet.end("serve", signal.SIGKILL)
        self.fleet.start_service()
        self.fleet.start("serve2", VOW, "fleet", "serve", "--fleet", str(self.fleet.folder))
        self.fleet.fleet("ask", *HOSTS, "status", check=False)
        self.assertEqual({host for host, release in self.releases().items() if release == "web/2"}, first)
        self.fleet.fleet("rollout", "abort")
        self.assertEqual(self.rollout()["rollout"]["state"], "failed")

    def test_two_leaders_one_of_them_killed_again_and_again_end_a_rollout(self):
        self.fleet.start("serve2", VOW, "fleet", "serve", "--fleet", str(self.fleet.folder))
        self.start("--soak", "1s", "--waves", "25%,50%,75%,100%")
        for _ in range(4):
            self.fleet.end("serve", signal.SIGKILL)
            self.fleet.start_service()
        self.wait_for_state("done")
        self.assertEqual(set(self.releases().values()), {"web/2"})
        # Each step of it was taken once.
        steps = [entry["what"] for entry in self.fleet.json("log") if entry["action"] == "rollout running"]
        self.assertEqual(len(steps), len(set(steps)), steps)

    def test_a_bad_version_pauses_it_and_hosts_keep_theirs(self):
        for host in HOSTS:
            (self.fleet.root / host / "next").write_text(json.dumps({"version": "2", "status": 11}))
        self.start("--soak", "1h", "--waves", "100%", "--budget", "0%")
        self.wait_for_state("paused")
        self.assertIn("more than 0%", self.rollout()["rollout"]["reason"])
        self.assertEqual(set(self.releases().values()), {"web/1"})
        # Resumed, no host tries the bad version once more.
        for host in HOSTS:
            (self.fleet.root / host / "next").unlink()
        self.fleet.wait("all hosts are bad", lambda: self.rollout()["bad"] == len(HOSTS))
        self.fleet.fleet("rollout", "resume")
        self.wait_for_state("paused")
        self.assertEqual(set(self.releases().values()), {"web/1"})

    def test_hosts_go_back_when_the_budget_is_spent(self):
        bad = HOSTS[0]
        shutil.rmtree(self.fleet.root / bad / "folder")  # its run with the new version does not keep everything
        (self.fleet.root / bad / "folder").write_text("")
        self.start("--soak", "1h", "--waves", "100%", "--budget", "10%", "--on-failure", "back")
        self.wait_for_state("failed")
        self.assertEqual(set(self.releases().values()), {"web/1"})
        self.assertIn(bad, self.rollout()["rollout"]["reason"])

    def test_a_paused_rollout_gives_no_host_the_version(self):
        self.fleet.end("serve")
        self.start("--soak", "0s", "--waves", "100%")
        self.fleet.fleet("rollout", "pause")
        self.fleet.start_service()
        self.fleet.fleet("ask", *HOSTS, "status", check=False)
        self.assertEqual(set(self.releases().values()), {"web/1"})
        self.fleet.fleet("rollout", "resume")
        self.wait_for_state("done")
        self.assertEqual(self.fleet.fleet("rollout", "pause", check=False).returncode, 2)

    def watched(self, command):
        """The output of `rollout status --watch` on a terminal, from before `command` to the end."""
        reading, writing = os.openpty()
        watching = subprocess.Popen([VOW, "fleet", "rollout", "status", "--watch", "--fleet", str(self.fleet.folder)], stdout=writing, stderr=writing)
        os.close(writing)
        text = os.read(reading, 4096)  # it looks now
        command()
        with contextlib.suppress(OSError):  # the other end is closed
            while piece := os.read(reading, 4096):
                text += piece
        os.close(reading)
        self.assertEqual(0, watching.wait(60))
        return text.decode()

    def test_a_terminal_shows_waves_and_failures_until_it_is_over(self):
        rollout = self.start("--soak", "1h", "--waves", "50%,100%")
        self.wait_for_state("soaking")
        text = self.watched(lambda: self.fleet.fleet("rollout", "back"))
        self.assertIn(f"{rollout}: soaking\r\n  wave 1  50% [", text)
        self.assertRegex(text, r"\x1b\[\d+A\x1b\[J" + rollout + ": (going back|failed)")
        self.wait_for_state("failed")
        self.assertEqual(set(self.releases().values()), {"web/1"})
        lines = self.fleet.fleet("rollout", "status", "--watch").stdout.splitlines()
        self.assertEqual(1, len(lines))
        self.assertTrue(lines[0].startswith(f"{rollout}: failed, wave "), lines)

    def put_rollout(self, key, document, **headers):
        """As the owner of the bus."""
        client = NatsClient(self.fleet.address, *credentials((self.fleet.folder / "users/admin.creds").read_text()))
        client.publish(f"$KV.rollouts.{key}", json.dumps(document).encode(), headers=headers or None)
        client.flush()
        client.close()

    def dropped(self, sentence):
        for host in HOSTS:
            self.fleet.wait(f"{host} has dropped it", lambda host=host: sentence in self.fleet.log(host))

    def test_the_owner_of_the_bus_cannot_forge_a_rollout(self):
        self.fleet.end("serve")
        self.start("--soak", "1h", "--waves", "0.01%,100%", "--group", "web")
        true = self.rollout()["rollout"]
        for name, forged in {
            "plan of the rollout 'web-1' is not signed": {**true, "id": "web-1", "signature": None},
            "has a signature that does not fit": {**true, "waves": "100%", "state": "running"},
            f"order of the rollout '{true['id']}' to go back is not signed": {**true, "state": "going_back"},
        }.items():
            self.put_rollout("web", forged)
            self.dropped(name)
        self.assertEqual({"web/1"}, set(self.releases().values()))
        # It can open a signed wave early.
        self.put_rollout("web", {**true, "state": "running", "wave": 1})
        self.wait_for_releases("web/2")
        # Nor can it repeat a plan or an order that was signed for an earlier rollout.
        self.fleet.start_service()
        back = {**self.ended(), "state": "going_back"}
        self.assertIn("back_signature", back)
        self.wait_for_releases("web/1")
        self.start("--soak", "0s", "--waves", "100%", "--group", "web")
        self.wait_for_state("done")
        self.assertEqual(set(self.releases().values()), {"web/2"})
        self.put_rollout("all", back)
        self.put_rollout("all", {**true, "id": "web-9"})
        self.dropped("plan of the rollout 'web-9' has a signature that does not fit")
        self.assertEqual(set(self.releases().values()), {"web/2"})

    def test_hosts_follow_no_change_that_the_bus_refused(self):
        """The service and an operator change a rollout at once: one of the two is refused."""
        self.fleet.end("serve")
        self.start("--soak", "1h", "--waves", "0.01%,100%", "--group", "web")
        document = self.rollout()["rollout"]
        self.put_rollout("web", {**document, "state": "running", "wave": 1}, **{"Nats-Expected-Last-Subject-Sequence": "9999"})
        self.put_rollout("web", {**document, "id": "web-1"})
        self.dropped("plan of the rollout 'web-1' has a signature that does not fit")
        # Each answers when it has done all before: a pull, and the look at its release after it.
        for _ in range(2):
            self.fleet.fleet("ask", *HOSTS, "status", check=False)
        self.assertEqual({"web/1"}, set(self.releases().values()))

    def ended(self):
        self.fleet.fleet("rollout", "back")
        self.wait_for_state("failed")
        return self.rollout()["rollout"]

    def test_the_service_leads_no_forged_rollout(self):
        self.put_rollout("web", {**self.unsigned(), "on_failure": "back", "state": "running"})
        self.fleet.wait("it is refused", lambda: "a rollout is not led: the plan of the rollout 'web-1' is not signed" in self.fleet.log("serve"))
        self.assertIn("is not signed", self.fleet.fleet("rollout", "back", check=False).stderr)
        self.assertEqual("running", self.rollout()["rollout"]["state"])
        self.fleet.fleet("rollout", "abort")

    @staticmethod
    def unsigned():
        return {"schema": 1, "id": "web-1", "release": {"bundle": "web", "version": "1"}, "group": "web", "waves": "100%", "soak": 0, "budget": 0,
                "on_failure": "pause", "silent": "fail", "state": "waiting", "wave": 0, "started": "2026-11-26T09:20:17Z", "since": "2026-11-26T09:20:17Z"}


class PullTest(unittest.TestCase):
    """Pulls of their own, as a timer starts them, while a rollout goes on."""

    def setUp(self):
        why = missing(VOW)
        skip_without(self, "nats", not why, why)
        self.fleet = Fleet(VOW)
        self.addCleanup(self.fleet.__exit__)
        self.fleet.root.chmod(0o755)  # the process that fetches has no rights
        self.fleet.start_all()
        self.repository = Repository(self.fleet.root / "repository")
        self.fleet.join("web1")
        (self.fleet.root / "pull.yaml").write_text(f"source: {self.repository.folder}\nroot: {self.repository.root}\n")
        self.release("1")
        self.pull()
        self.programs = self.fleet.root / "programs"
        self.programs.mkdir()
        shutil.copy(Path(VOW).parent / "vow-fleet", self.programs)
        script = self.programs / "vow"
        # A host has its settings in /etc.
        script.write_text(f"""#!/bin/sh
[ "$1" = pull ] && set -- "$@" --settings '{self.fleet.root}/pull.yaml'
exec '{VOW}' "$@"
""")
        script.chmod(0o755)
        self.fleet.start_agent("web1", str(self.programs / "vow-fleet"))
        self.fleet.wait("the host has version 1", lambda: self.released() == "web/1")

    def release(self, version, **group):
        self.repository.group = group
        self.repository.release(version, {"main.cf": "bundle agent main\n{\n  reports: \"hello\";\n}\n"})

    def pull(self, *options):
        """The agent may be pulling: then the next one."""
        words = ("pull", "--settings", str(self.fleet.root / "pull.yaml"), "-w", str(self.fleet.work("web1")), *options)
        done = []
        self.fleet.wait("no other pull runs", lambda: done.append(self.fleet.run(*words)) or done[-1].returncode != 6)
        self.assertEqual(0, done[-1].returncode, done[-1].stdout + done[-1].stderr)
        return done[-1]

    def state(self):
        return json.loads(self.pull("--status", "--json").stdout)

    def released(self):
        return self.fleet.json("hosts")[0].get("release")

    def rollout(self):
        return self.fleet.json("rollout", "status")[0]["rollout"]["state"]

    def waits(self, sentence):
        self.pull()
        state = self.state()
        self.assertEqual(("web 1", sentence), (state["good"]["bundle"], state["last"]["message"]))

    def start_paused(self):
        """The host is connected, and has the rollout before the version is there."""
        self.fleet.end("serve")
        rollout = self.fleet.fleet("rollout", "start", "web/2", "--soak", "0s", "--waves", "100%").stdout.strip()
        self.fleet.wait("the host knows it", lambda: (self.fleet.work("web1") / "fleet/rollout").exists())
        return rollout

    def test_a_timer_takes_no_version_before_its_rollout_lets_it(self):
        sentence = f"web 2 is not taken yet: the rollout '{self.start_paused()}' does not let this host take it yet"
        self.release("2")
        self.waits(sentence)
        self.fleet.end("web1")
        self.waits(sentence)  # without the agent as well
        self.fleet.start_service()
        self.fleet.start_agent("web1", str(self.programs / "vow-fleet"))
        self.fleet.wait("the host has version 2", lambda: self.released() == "web/2")

    def test_a_version_of_the_signed_document_waits_for_any_rollout(self):
        self.release("2", waves={"opened_by": "rollout"})
        self.waits("web 2 is not taken yet: it waits for a rollout of the fleet")
        self.fleet.fleet("release", "web/2")  # which is not signed
        self.waits("web 2 is not taken yet: it waits for a rollout of the fleet")
        self.fleet.fleet("rollout", "start", "web/2", "--soak", "0s", "--waves", "100%")
        self.fleet.wait("the host has version 2", lambda: self.released() == "web/2")

    def test_a_timer_takes_a_version_that_is_open_or_without_a_rollout(self):
        self.start_paused()
        self.release("3")
        self.pull()
        self.assertEqual("web 3", self.state()["good"]["bundle"])


if __name__ == "__main__":
    run_unittests()
