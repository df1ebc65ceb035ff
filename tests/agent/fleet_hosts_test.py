#!/usr/bin/env python3
"""vow fleet and vow agent against a real nats-server on loopback: hosts join, report, answer, and can lie about themselves only.

usage: fleet_hosts_test.py VOW
"""

import contextlib
import json
import os
import re
import signal
import sqlite3
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "support"))
import json_schema
from fleet_case import Fleet, missing
from nats_client import NatsClient, credentials, sign, url_text
from tally import run_unittests, skip_without

VOW = str(Path(sys.argv.pop(1)).resolve(strict=True))


DOCS = Path(__file__).resolve().parents[2] / "docs"
SCHEMAS = json.loads((DOCS / "fleet.schema.json").read_text())["$defs"]
REPORT = json.loads((DOCS / "report.schema.json").read_text())
# By the beginning of a subject.
MESSAGES = {"$KV.hosts.": "presence", "$KV.facts.": "facts", "$KV.registry.": "host_record", "$KV.tokens.": "token",
            "$KV.desired.": "desired", "$KV.rollouts.": "rollout", "vow.rollouts.": "rollout", "vow.report.": "report", "vow.log.": "log_entry",
            "vow.join.": "join_request", "vow.host.": "ask"}
TYPES = {"object": dict, "array": list, "string": str, "integer": int, "boolean": bool, "null": type(None)}


def faults(value, schema, where):
    """The faults of a value, by the parts of JSON Schema that the schema of messages uses."""
    types = schema.get("type", [])
    types = [types] if isinstance(types, str) else types
    found = []
    if types and not any(isinstance(value, TYPES[name]) for name in types):
        return [f"{where}: not a {types}"]
    if "enum" in schema and value not in schema["enum"]:
        found.append(f"{where}: {value!r} is not one of {schema['enum']}")
    if "pattern" in schema and not re.search(schema["pattern"], value):
        found.append(f"{where}: {value!r} does not match")
    if isinstance(value, str) and len(value) > schema.get("maxLength", len(value)):
        found.append(f"{where}: too long")
    if isinstance(value, dict):
        found += [f"{where}: no {name}" for name in schema.get("required", []) if name not in value]
        for name, part in schema.get("properties", {}).items():
            found += faults(value[name], part, f"{where}.{name}") if name in value else []
        unknown = set(value) - set(schema["properties"])
        found += [f"{where}: {name} is not described" for name in unknown]
    if isinstance(value, list):
        for number, item in enumerate(value):
            found += faults(item, schema.get("items", {}), f"{where}[{number}]")
    return found


def query(path, text, values=()):
    with contextlib.closing(sqlite3.connect(path)) as database, database:
        return database.execute(text, values).fetchall()


class FleetTest(unittest.TestCase):
    def setUp(self):
        why = missing(VOW)
        skip_without(self, "nats", not why, why)
        self.fleet = Fleet(VOW)
        self.addCleanup(self.fleet.__exit__)
        self.fleet.start_all()

    def client(self, jwt, seed):
        client = NatsClient(self.fleet.address, jwt, seed)
        self.addCleanup(client.close)
        return client

    def host_client(self, host):
        return self.client(*self.fleet.host_credentials(host))

    def user_client(self, user):
        return self.client(*credentials((self.fleet.folder / f"users/{user}.creds").read_text()))

    def start_hosts(self, *hosts):
        for host in hosts:
            self.fleet.join(host)
            self.fleet.start_agent(host)

    def wait_for_states(self, states):
        self.fleet.wait(f"the hosts are {states}", lambda: self.fleet.states() == states)

    def test_three_hosts_join_report_and_are_seen(self):
        self.start_hosts("web1", "web2", "db1")
        for host in ("web1", "web2"):
            self.assertEqual(self.fleet.run_policy(host).returncode, 1)
        self.wait_for_states({"web1": "not kept", "web2": "not kept", "db1": "no run"})
        self.assertEqual(self.fleet.fleet("status", check=False).returncode, 7)
        self.assertEqual(self.fleet.fleet("status", "--where", "name_web1", check=False).returncode, 1)
        done = self.fleet.fleet("ask", "web1", "run", check=False)
        self.assertEqual((done.returncode, "web1: exit status 1" in done.stdout), (1, True), done.stdout)
        self.fleet.heal("web1")
        done = self.fleet.fleet("ask", "web1", "run")
        self.assertIn("web1: exit status 0", done.stdout)
        self.wait_for_states({"web1": "good", "web2": "not kept", "db1": "no run"})
        self.fleet.wait("all reports are stored", lambda: len(self.fleet.rows()) == 4)
        shown = self.fleet.json("show", "web1")
        self.assertEqual([run["number"] for run in shown["runs"]], [3, 2, 1])
        self.assertEqual({change["name"] for change in self.fleet.json("changes")}, {"web1", "web2"})
        broken = self.fleet.json("promise", "second")
        self.assertEqual([(one["name"], one["runs"]) for one in broken], [("web2", 1)])
        actions = [(entry["who"], entry["action"]) for entry in self.fleet.json("log")]
        self.assertIn(("admin", "run"), actions)
        self.assertEqual(actions.count(("service", "join")), 3)

    def test_a_mistake_is_answered_with_the_nearest_right_word(self):
        self.fleet.join("web1")
        for words, sentence in {
            ("show", "wbe1"): "'wbe1' is not a host of the fleet; did you mean 'web1'?",
            ("show", "other"): "'other' is not a host of the fleet; 'vow fleet hosts' lists them",
            ("ask", "web1", "statu"): "did you mean 'status'?",
            ("hosts", "--as", "anna"): "'anna' is not a user whose credentials are in",
            ("hosts", "--as", "../users/admin"): "'../users/admin' is not a user whose credentials are in",
            ("hosts", "--where", "seen<1x"): "expected a time such as 90s, 15m, 2h or 1d",
        }.items():
            done = self.fleet.fleet(*words, check=False)
            self.assertEqual((2, True), (done.returncode, sentence in done.stderr), done.stderr)
        self.assertIn("Usage: vow fleet rollout [OPTIONS] SUBCOMMAND", self.fleet.run("fleet", "rollout").stderr)

    def leave(self, host, status=0):
        done = self.fleet.run("fleet", "leave", "-w", str(self.fleet.work(host)))
        self.assertEqual(status, done.returncode, done.stdout + done.stderr)
        return done.stdout + done.stderr

    def test_a_folder_without_rights_is_named(self):
        skip_without(self, "root", os.geteuid() == 0, "only root can become another user")
        self.fleet.join("web1")
        self.fleet.root.chmod(0o700)
        for words in (("leave", "-w", str(self.fleet.work("web1"))), ("status", "--fleet", str(self.fleet.folder))):
            done = self.fleet.run("fleet", *words, user=65534, group=65534, extra_groups=[])
            self.assertEqual((2, True), (done.returncode, "Permission denied" in done.stderr), done.stdout + done.stderr)

    def test_an_agent_that_waits_is_small(self):
        self.fleet.join("web1")
        self.fleet.start("web1", VOW, "agent", "-w", str(self.fleet.work("web1")))
        status = Path(f"/proc/{self.fleet.processes['web1'].pid}/status")

        def kilobytes(name):
            return int(re.search(rf"{name}:\s*(\d+) kB", status.read_text())[1])

        self.fleet.wait("it is connected", lambda: self.fleet.states() == {"web1": "no run"})
        if kilobytes("VmSize") < 1 << 30:  # a sanitizer has terabytes for its own use
            self.fleet.wait("it has at most 8 MiB", lambda: kilobytes("VmRSS") <= 8192)

    def test_a_run_is_noticed_when_it_ends(self):
        self.fleet.join("web1")
        self.fleet.start("web1", VOW, "agent", "-w", str(self.fleet.work("web1")), "--interval", "1h")
        self.fleet.wait("it is connected", lambda: self.fleet.states() == {"web1": "no run"})
        self.fleet.run_policy("web1")
        self.wait_for_states({"web1": "not kept"})

    def test_a_host_that_leaves_has_nothing_of_the_fleet(self):
        self.assertEqual("this host has not joined a fleet\n", self.leave("web1"))
        self.start_hosts("web1")
        self.wait_for_states({"web1": "no run"})
        identity = self.fleet.membership("web1")["host"]
        self.assertRegex(self.leave("web1", status=6), r"an agent of '.*work/fleet' is running, process \d+: end it first")
        self.assertEqual(6, self.fleet.run("agent", "-w", str(self.fleet.work("web1"))).returncode)  # one is enough
        self.fleet.end("web1")
        self.fleet.run_policy("web1")
        text = self.leave("web1")
        self.assertIn("1 report that the fleet has not got is dropped\n", text)
        self.assertIn(f"left the fleet as 'web1', id {identity}\n", text)
        self.assertIn(f"vow fleet hosts revoke {identity[:12]}", text)
        self.assertFalse((self.fleet.work("web1") / "fleet").exists())
        self.fleet.run_policy("web1")
        database = self.fleet.work("web1") / "state/vow.db"
        self.assertEqual([], query(database, "SELECT * FROM report"))  # runs are not reported any more
        self.assertEqual(2, self.fleet.run("agent", "-w", str(self.fleet.work("web1"))).returncode)
        self.assertEqual("this host has not joined a fleet\n", self.leave("web1"))
        # It may come again, as another host.
        self.start_hosts("web1")
        self.assertNotEqual(identity, self.fleet.membership("web1")["host"])

    def test_a_host_that_was_killed_while_it_joined_can_leave(self):
        self.fleet.join("web1")
        (self.fleet.work("web1") / "fleet/fleet.json").unlink()
        self.assertIn("removed the key of this host, which had not joined yet\n", self.leave("web1"))
        self.assertFalse((self.fleet.work("web1") / "fleet").exists())

    def test_a_report_that_is_delivered_twice_is_stored_once(self):
        self.fleet.join("web1")
        self.fleet.run_policy("web1")
        database = self.fleet.work("web1") / "state/vow.db"
        tables = ("report", "report_document", "report_due")
        rows = {table: query(database, f"SELECT * FROM {table}") for table in tables}
        self.assertEqual([len(found) for found in rows.values()], [1, 1, 1])
        self.fleet.start_agent("web1")
        self.fleet.wait("the report is stored", lambda: len(self.fleet.rows()) == 1)
        self.fleet.wait("it is off the spool", lambda: not query(database, "SELECT * FROM report"))
        self.assertEqual(query(database, "SELECT * FROM report_document"), [])
        # The host is killed between the server's acknowledgement and that.
        self.fleet.end("web1", signal.SIGKILL)
        for table, (row,) in rows.items():
            query(database, f"INSERT INTO {table} VALUES ({', '.join('?' * len(row))})", row)
        # The server as well has forgotten its id.
        client = self.host_client("web1")
        document = rows["report_document"][0][1].encode()
        host = self.fleet.membership("web1")["host"]
        signature = url_text(sign(self.fleet.host_credentials("web1")[1], b"vow report\n" + document))
        for number in range(3):
            client.publish(f"vow.report.{host}", document, headers={"Nats-Msg-Id": f"other{number}", "Vow-Signature": signature})
        client.flush()
        self.fleet.start_agent("web1")
        self.fleet.run_policy("web1")
        self.fleet.wait("the second run is stored", lambda: len(self.fleet.rows()) == 2)
        self.assertEqual([row[2] for row in self.fleet.rows("SELECT id, host, number FROM report ORDER BY number")], [1, 2])
        self.assertEqual(self.fleet.rows("SELECT sum(runs) FROM day"), [(2,)])
        self.assertEqual(self.fleet.rows("SELECT document FROM report WHERE number = 1"), [(document.decode(),)])

    def test_a_run_of_whatever_start_reports_to_the_bus_and_to_its_own_destinations(self):
        self.fleet.join("web1")
        host = self.fleet.membership("web1")["host"]
        folder = self.fleet.root / "sink"
        folder.mkdir()
        settings = self.fleet.root / "reports.yaml"
        settings.write_text(f"reports:\n  to: ['folder:{folder}']\n  facts: [os]\n")
        self.fleet.run("run", str(self.fleet.root / "web1/main.cf"), "-w", str(self.fleet.work("web1")), "--reports", str(settings))
        self.fleet.run_policy("web1")  # as a timer does
        self.fleet.start_agent("web1")
        self.fleet.wait("both reports are stored", lambda: len(self.fleet.rows()) == 2)
        (path,) = folder.glob("*/*.json")
        self.assertEqual(path.parent.name, host)
        first = json.loads(self.fleet.rows("SELECT document FROM report WHERE number = 1")[0][0])
        self.assertEqual((first, first["facts"]), (json.loads(path.read_text()), {"os": "linux"}))

    def test_a_report_that_the_fleet_would_drop_holds_up_no_other_and_is_counted(self):
        self.fleet.join("web1")
        self.fleet.run_policy("web1")
        database = self.fleet.work("web1") / "state/vow.db"
        query(database, "UPDATE report SET id = 'other/' || id")
        self.fleet.run_policy("web1")
        self.fleet.start_agent("web1")
        self.fleet.wait("the second report is stored", lambda: len(self.fleet.rows()) == 1)
        self.fleet.run_policy("web1")
        self.fleet.wait("the third report is stored", lambda: len(self.fleet.rows()) == 2)
        (last,) = self.fleet.rows("SELECT document FROM report WHERE number = 3")[0]
        self.assertEqual(json.loads(last)["dropped"], {"too_old": 0, "no_room": 0, "refused": 1, "failed": 1})

    def test_a_host_with_stolen_keys_is_refused_on_each_foreign_subject(self):
        self.start_hosts("web1")
        self.fleet.join("web2")
        other = self.fleet.membership("web1")["host"]
        own = self.fleet.membership("web2")["host"]
        client = self.host_client("web2")
        for subject in (f"vow.report.{own}", f"$KV.hosts.{own}", f"$KV.facts.{own}"):
            client.publish(subject, b"{}")
        client.flush()
        self.assertEqual(client.errors, [])
        foreign = [f"vow.report.{other}", f"$KV.hosts.{other}", f"$KV.facts.{other}", f"vow.host.{other}.ask", "$KV.desired.main",
                   "$KV.rollouts.all", "vow.rollouts.all", f"$KV.registry.{own}", "$KV.tokens.x", "vow.log.admin", "vow.join.x", f"_INBOX_{other}.x",
                   "_INBOX_admin.x", "$JS.API.STREAM.DELETE.reports", "$JS.API.CONSUMER.CREATE.reports", "$JS.API.STREAM.PURGE.reports",
                   "$JS.API.STREAM.MSG.GET.KV_registry", "$JS.API.DIRECT.GET.KV_registry", "$SYS.REQ.CLAIMS.UPDATE"]
        for subject in foreign:
            with self.subTest(subject):
                before = len(client.errors)
                client.publish(subject, b"{}", reply=f"_INBOX_{own}.x")
                client.flush()
                self.assertEqual(len(client.errors), before + 1, client.errors)
        for subject in (f"vow.report.{other}", f"_INBOX_{other}.>", f"vow.host.{other}.ask", ">", "$KV.registry.>", "$KV.hosts.>", "$KV.facts.>"):
            with self.subTest(subject):
                before = len(client.errors)
                client.subscribe(subject)
                client.flush()
                self.assertEqual(len(client.errors), before + 1, client.errors)
        # Its answers' subject is the one thing that it may choose freely. The server's answer there is not a report.
        client.publish(f"$KV.hosts.{own}", b"{}", reply=f"vow.report.{other}")
        client.flush()
        self.fleet.wait("the collector drops it", lambda: "dropped a message of 'vow.report." + other in self.fleet.log("collect"))
        self.assertEqual(self.fleet.rows(), [])

    def test_bad_input_is_counted_and_dropped(self):
        self.start_hosts("web1")
        self.fleet.wait("the host is there", lambda: self.fleet.states() == {"web1": "no run"})
        host = self.fleet.membership("web1")["host"]
        admin = self.user_client("admin")
        bad = [b"", b"garbage", b"\xff\x00", b"[]", b"{}", b'{"schema": 99}', b'{"schema": "1"}', b"[" * 5000, b"9" * 900_000,
               b'{"schema": 1, "id": "x", "verb": "sh", "what": "rm"}', b'{"schema": 1, "id": "x", "verb": "explain", "what": "--help"}',
               b'{"schema": 1, "id": "x", "verb": "run", "what": "/tmp/other.cf"}']
        for data in bad:
            for subject in (f"vow.host.{host}.ask", f"vow.report.{host}", "$KV.desired.main", "$KV.rollouts.all", "$KV.registry.x",
                            "$KV.facts.x", "vow.log.admin", "vow.join.x", "$KV.tokens.x"):
                admin.publish(subject, data, reply="_INBOX_test.x")
        admin.flush()
        self.assertEqual(admin.errors, [])
        presence = lambda: self.fleet.json("hosts")[0]
        self.fleet.wait("the host has counted them", lambda: presence()["bad_messages"] >= 3 * len(bad))
        # Each program goes on.
        self.fleet.run_policy("web1")
        self.fleet.wait("the report is stored", lambda: len(self.fleet.rows()) == 1)
        self.fleet.join("web2")
        self.assertEqual(self.fleet.fleet("log").returncode, 0)
        self.assertEqual([name for name, process in self.fleet.processes.items() if process.poll() is not None], [])

    def test_messages_have_the_forms_that_are_documented(self):
        admin = self.user_client("admin")
        for number, subject in enumerate(("$KV.>", "vow.>")):
            admin.subscribe(subject, number + 1)
        admin.flush()
        self.start_hosts("web1")
        self.fleet.run_policy("web1")
        self.fleet.wait("the report is stored", lambda: len(self.fleet.rows()) == 1)
        self.fleet.fleet("release", "web/1")
        self.fleet.fleet("rollout", "start", "web/2")
        self.fleet.fleet("ask", "web1", "status", check=False)
        self.fleet.wait("the host has a mark", lambda: admin.flush() or any(b'"rollout":{' in data for _, data in admin.messages))
        seen = set()
        for subject, data in admin.messages:
            name = next(name for beginning, name in MESSAGES.items() if subject.startswith(beginning))
            seen.add(name)
            if name == "report":
                self.assertEqual(json_schema.faults(json.loads(data), REPORT, REPORT), [], data)
            else:
                self.assertEqual(faults(json.loads(data), SCHEMAS[name], name), [], data)
        self.assertEqual(seen, set(MESSAGES.values()))

    def test_a_token_is_used_once_and_approval_is_waited_for(self):
        token = self.fleet.token()
        self.fleet.join("web1", token)
        self.assertEqual(self.fleet.join("web1", token).returncode, 0)  # the same host, once more
        done = self.fleet.join("web2", token, check=False)
        self.assertEqual((done.returncode, "used already" in done.stderr), (1, True), done.stderr)
        self.assertEqual(self.fleet.join("web2", "vow1.x.y", check=False).returncode, 2)
        asking = self.fleet.token("--ask", "--uses", "2")
        self.fleet.work("web3").mkdir(parents=True)
        self.fleet.start("join3", VOW, "fleet", "join", self.fleet.url, "--token", asking, "--name", "web3", "-w", str(self.fleet.work("web3")))
        self.fleet.wait("it waits", lambda: self.fleet.states().get("web3") == "waiting")
        self.assertFalse((self.fleet.work("web3") / "fleet/fleet.json").exists())
        self.fleet.fleet("hosts", "approve", "web3")
        self.assertEqual(self.fleet.processes.pop("join3").wait(60), 0)
        self.assertEqual(os.stat(self.fleet.work("web3") / "fleet/host.seed").st_mode & 0o777, 0o600)

    def test_a_revoked_host_is_cut_off_and_stays_so(self):
        self.start_hosts("web1")
        self.fleet.wait("the host is there", lambda: self.fleet.states() == {"web1": "no run"})
        self.fleet.fleet("hosts", "revoke", "web1")
        with self.assertRaises(ConnectionError):
            self.host_client("web1").flush()
        self.assertEqual(self.fleet.join("web1", check=False).returncode, 1)
        # The server keeps it when it starts again.
        self.fleet.end("server", signal.SIGKILL)
        self.fleet.start_server()
        self.fleet.wait("the server is back", lambda: self.fleet.fleet("hosts", check=False).returncode == 0)
        with self.assertRaises(ConnectionError):
            self.host_client("web1").flush()
        self.fleet.fleet("hosts", "forget", "web1")
        self.assertEqual(self.fleet.states(), {})

    def test_nothing_is_lost_when_the_server_is_killed(self):
        self.start_hosts("web1")
        self.fleet.run_policy("web1")
        self.fleet.wait("the report is stored", lambda: len(self.fleet.rows()) == 1)
        self.fleet.end("server", signal.SIGKILL)
        self.fleet.run_policy("web1")
        self.fleet.run_policy("web1")
        self.fleet.start_server()
        self.fleet.wait("all reports are stored", lambda: len(self.fleet.rows()) == 3)
        self.assertEqual([row[2] for row in self.fleet.rows("SELECT id, host, number FROM report ORDER BY number")], [1, 2, 3])

    def test_nothing_is_lost_or_stored_twice_when_collector_and_host_are_killed(self):
        self.start_hosts("web1", "web2")
        for turn in range(5):
            for host in ("web1", "web2"):
                self.fleet.run_policy(host)
            self.fleet.end("collect", signal.SIGKILL)
            self.fleet.end("web1", signal.SIGKILL)
            self.fleet.start_collector()
            self.fleet.start_agent("web1")
        self.fleet.wait("all reports are stored", lambda: len(self.fleet.rows()) == 10)
        self.assertEqual(self.fleet.rows("SELECT sum(runs) FROM day"), [(10,)])

    def test_people_may_do_what_their_role_has(self):
        self.start_hosts("web1")
        for role in ("look", "rollout", "enrol"):
            self.fleet.fleet("user", "new", f"my_{role}", "--role", role)
        hosts = self.fleet.fleet("hosts", "--as", "my_look")
        self.assertIn("web1", hosts.stdout)
        self.assertNotEqual(self.fleet.fleet("rollout", "start", "web/1", "--as", "my_look", check=False).returncode, 0)
        self.assertNotEqual(self.fleet.fleet("token", "new", "--as", "my_rollout", check=False).returncode, 0)
        self.assertEqual(self.fleet.fleet("token", "new", "--as", "my_enrol", check=False).returncode, 0)
        self.assertEqual(self.fleet.fleet("rollout", "start", "web/1", "--as", "my_rollout", check=False).returncode, 0)
        client = self.user_client("my_enrol")
        client.publish("vow.log.admin", b"{}")
        client.flush()
        self.assertEqual(len(client.errors), 1)

    def test_figures_are_written_for_prometheus(self):
        figures = self.fleet.root / "fleet.prom"
        self.fleet.end("collect")
        self.fleet.start_collector("--prometheus", str(figures))
        self.start_hosts("web1")
        self.fleet.run_policy("web1")
        self.fleet.wait("the report is counted", lambda: figures.exists() and "\nvow_fleet_reports_total 1\n" in figures.read_text())


if __name__ == "__main__":
    run_unittests()
