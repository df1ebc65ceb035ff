#!/usr/bin/env python3
"""`vow pull`, as an operator sees it: which version a host takes, when, and what it keeps.

usage: pulls_test.py VOW
"""

import hashlib
import json
import os
import shutil
import signal
import subprocess
import sys
import time
import unittest
from pathlib import Path

TESTS = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(TESTS / "support"))
import signed_releases
from pull_case import LIMIT, OLD, PullCase, policy
from signed_releases import Key
from tally import run_unittests

VOW = str(Path(sys.argv.pop(1)).resolve(strict=True))
PullCase.vow = VOW


class Pulls(PullCase):
    def test_a_host_takes_the_policy_of_its_group_and_the_next_version(self):
        first = self.release("1.0", files={"lib/values.cf": "# nothing\n"})
        self.pull()
        self.assertEqual("1.0", self.version())
        self.assertEqual(first, self.link())
        second = self.release("1.1")
        self.pull()
        self.assertEqual("1.1", self.version())
        self.assertEqual((second, first), (self.link(), self.link("previous")))
        third = self.release("1.2")
        self.pull()
        self.assertEqual(sorted([second, third]), self.stored())
        shown = self.status()
        self.assertEqual(("web 1.2", third), (shown["good"]["bundle"], shown["good"]["digest"]))
        self.assertEqual("web 1.1", shown["previous"]["bundle"])
        self.assertEqual((0, 0), (shown["last"]["exit_status"], shown["last"]["run_status"]))
        self.assertEqual("2099-01-01T00:00:00Z", shown["repository"]["timestamp"]["expires"])

    def test_a_root_is_not_trusted_on_first_use(self):
        self.release("1.0")
        self.options = []
        self.assertIn("no root is trusted yet", self.pull(status=2).text)
        self.assertFalse((self.root / "host/version").exists())
        self.options = ["--root-digest", "0" * 64]
        self.assertIn("not to be trusted (digest)", self.pull(status=9).text)
        self.options = ["--root-digest", self.repository.root_digest]
        self.pull()
        self.options = []
        self.pull()
        self.assertEqual("1.0", self.version())

    def test_without_the_repository_the_last_good_version_runs(self):
        self.release("1.0")
        self.pull()
        (self.root / "host/version").unlink()
        self.source = str(self.root / "nothing")
        done = self.pull(status=8)
        self.assertIn("nothing could be fetched", done.text)
        self.assertEqual("1.0", self.version())
        (self.root / "host/version").unlink()
        self.pull("--strict", status=8)
        self.assertIsNone(self.version())
        shown = self.status()["last"]
        self.assertEqual(("fetch", None), (shown["rule"], shown["run_status"]))

    def test_only_the_group_of_the_host_counts(self):
        self.repository.when = "no_such_class"
        self.release("1.0")
        self.assertIn("no group of the repository has this host", self.pull(status=8).text)
        self.repository.when = "production.!no_such_class"
        self.release("1.1")
        settings = self.root / "pull.yaml"
        settings.write_text(f"source: {self.source}\nroot: {self.repository.root}\nclasses: [production]\n")
        self.options = ["--settings", str(settings)]
        self.pull(command=[VOW, "pull", "-w", str(self.work), *self.options])
        self.assertEqual("1.1", self.version())

    def test_settings_are_checked(self):
        settings = self.root / "pull.yaml"
        self.options = ["--settings", str(settings)]
        settings.write_text("source: https://releases.example/web\nroot_digest: " + "0" * 64 + "\nlimits: {run: 30m, file: 10m}\n")
        self.pull("--check-settings")
        settings.write_text("source: https://releases.example/web\nsorce: x\nlimits: {run: soon}\n")
        text = self.pull("--check-settings", status=2).text
        self.assertIn("pull.yaml:2:1: error: unknown setting 'sorce' [unknown-setting]", text)
        self.assertIn("did you mean 'source'", text)
        self.assertIn("pull.yaml:3:15: error: the value of 'run' must be a time, such as 90s, 15m or 2h [bad-setting]", text)

    def test_the_schema_has_the_settings(self):
        schema = json.loads((TESTS.parent / "docs/pull.schema.json").read_text())
        settings = {name: each["examples"][0] for name, each in schema["properties"].items()}
        settings["limits"] = {name: each["default"] for name, each in schema["properties"]["limits"]["properties"].items()}
        file = self.root / "pull.yaml"
        file.write_text(json.dumps(settings))
        self.options = ["--settings", str(file)]
        self.pull("--check-settings")

    def test_a_host_is_unchanged_by_a_plan_and_by_a_pull_without_a_run(self):
        self.release("1.0")
        self.assertIn("version", self.pull("--plan").text)
        self.assertIsNone(self.version())
        self.assertIsNone(self.link())
        digest = self.release("1.1")
        self.pull("--no-run")
        self.assertEqual((None, [digest]), (self.version(), self.stored()))
        self.pull()
        self.assertEqual("1.1", self.version())

    def test_a_pinned_host_stays_where_it_is(self):
        first = self.release("1.0")
        self.pull()
        second = self.release("1.1")
        self.pull()
        self.pull("--pin", first[:8])
        self.release("1.2")
        self.pull()
        self.assertEqual(("1.0", first), (self.version(), self.link()))
        self.assertIn("pinned to web 1.0", self.status()["last"]["message"])
        self.assertIn("has no version", self.pull("--pin", "ffff", status=2).text)
        self.pull("--unpin")
        self.pull()
        self.assertEqual("1.2", self.version())
        self.assertNotIn(second, self.stored())

    def test_a_host_goes_back_on_request(self):
        self.assertIn("no version to go back to", self.pull("--back", status=2).text)
        first = self.release("1.0")
        self.pull()
        second = self.release("1.1")
        self.pull()
        self.pull("--back")
        self.assertEqual(("1.0", first), (self.version(), self.link()))
        self.pull()
        self.assertEqual("1.0", self.version())
        status = self.status()
        self.assertEqual([second], [bad["digest"] for bad in status["bad"]])
        self.assertIn("is not tried again", status["last"]["message"])
        self.release("1.2")
        self.pull()
        self.assertEqual("1.2", self.version())

    def test_pulls_and_their_runs_are_reported(self):
        sink = self.root / "sink"
        settings = self.root / "pull.yaml"
        settings.write_text(f'reports: {{to: ["folder:{sink}"]}}\n')
        self.options += ["--settings", str(settings)]
        self.release("1.0")
        self.assertIn("reports", self.pull().text)  # the folder is missing: they wait
        self.pull("--send-reports", status=1)
        sink.mkdir()
        self.assertIn("2 stored, 0 waiting", self.pull("--send-reports").text)
        reports = [json.loads(file.read_text()) for file in sink.glob("*/*.json")]
        self.assertEqual([True, False], sorted((each["policy"].startswith("pull ") for each in reports), reverse=True))
        self.assertEqual(["web 1.0"] * 2, [each["release"]["bundle"] for each in reports])

    def test_an_identity_is_made_once_and_names_a_host(self):
        first = self.pull("--identity").stdout
        self.assertEqual(first, self.pull("--identity").stdout)
        lines = dict(line.split(": ") for line in first.splitlines())
        self.assertRegex(lines["id"], "^[0-9a-f]{64}$")
        self.assertRegex(lines["age"], "^age1[a-z0-9]{58}$")
        for name in ("signing.pem", "age.txt"):
            self.assertEqual(0o600, (self.work / "pull/identity" / name).stat().st_mode & 0o777)
        self.release("1.0")
        digest = self.repository.add("bundles/web/9.9.tar.zst", signed_releases.bundle(
            {"main.cf": policy("9.9").replace("FOLDER", str(self.root))}))
        self.repository.add(f"hosts/{lines['id']}.json", json.dumps(
            {"schema": 1, "host": lines["id"], "bundle": {"name": "web", "version": "9.9"}, "entry": "main.cf"}).encode())
        self.repository.publish()
        self.pull()
        self.assertEqual(("9.9", digest), (self.version(), self.link()))

    def test_a_pull_is_in_the_history(self):
        self.release("1.0")
        self.pull()
        listed = json.loads(subprocess.run([VOW, "history", "--json", "-w", self.work], capture_output=True, check=True).stdout)
        self.assertEqual([f"pull {self.source}", str(self.work / "pull/current/main.cf")], [run["policy"] for run in listed])
        shown = subprocess.run([VOW, "history", "show", "1", "-w", self.work], capture_output=True, text=True, check=True).stdout
        self.assertIn("web 1.0", shown)

    def test_two_pulls_do_not_work_at_once(self):
        self.release("1.0", 'commands: "/bin/sleep 60";')
        with subprocess.Popen(self.command(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as first:
            while not (self.root / "host/version").exists():
                self.assertIsNone(first.poll())
            self.assertIn("another 'vow pull' is running", self.pull(status=6).text)
            first.terminate()
        self.assertEqual(128 + signal.SIGTERM, first.returncode)


class Schedules(PullCase):
    """When a new version is taken, and how often it runs, by the document of the group."""

    def setUp(self):
        super().setUp()
        self.first = self.release("1.0")
        self.pull()

    def hours(self, begin, end):
        """A window around now, in hours from it."""
        at = [time.strftime("%H:%M", time.gmtime(time.time() + 3600 * hours)) for hours in (begin, end)]
        return {"from": at[0], "until": at[1]}

    def scheduled(self, version, schedule=None, **waves):
        self.repository.group = {**({"schedule": schedule} if schedule else {}), **({"waves": waves} if waves else {})}
        return self.release(version)

    def waits(self, digest, sentence):
        self.pull(environment={"TZ": "UTC"})
        self.assertEqual(("1.0", self.first), (self.version(), self.link()))
        self.assertIn(f"web 1.1 is not taken yet: {sentence}", self.status()["last"]["message"])
        self.assertEqual(sorted([self.first, digest]), self.stored())  # it is fetched once

    def taken(self, *options):
        self.pull(*options, environment={"TZ": "UTC"})
        self.assertEqual("1.1", self.version())

    def test_a_version_waits_for_its_window(self):
        window = self.hours(2, 3)
        digest = self.scheduled("1.1", {"windows": [window]})
        self.waits(digest, f"its schedule does not allow it outside of {window['from']}-{window['until']}")
        self.pull(environment={"TZ": "XXX-2:30"})  # there it is two hours and a half later
        self.assertEqual("1.1", self.version())

    def test_a_version_is_taken_in_its_window(self):
        self.scheduled("1.1", {"windows": [self.hours(2, 3), self.hours(-1, 1)]})
        self.taken()

    def test_a_version_waits_for_its_time(self):
        digest = self.scheduled("1.1", {"not_before": "2098-01-01T00:00:00Z"})
        self.waits(digest, "its schedule does not allow it before 2098-01-01T00:00:00Z")
        self.scheduled("1.1", {"not_before": OLD})
        self.taken()

    def test_a_version_that_waits_is_taken_on_request(self):
        self.scheduled("1.1", {"not_before": "2098-01-01T00:00:00Z"})
        self.assertIn("version", self.pull("--plan").text)
        self.taken("--now")

    def test_the_first_version_of_a_host_does_not_wait(self):
        self.scheduled("1.1", {"not_before": "2098-01-01T00:00:00Z"})
        self.work = self.root / "other"
        self.taken()

    def test_a_policy_runs_as_often_as_its_schedule_has_it(self):
        self.scheduled("1.1", {"every": 3600})
        self.taken()
        (self.root / "host/version").unlink()
        self.pull()
        self.assertIsNone(self.version())
        self.assertRegex(self.status()["last"]["message"], "it ran at .*Z, and by its schedule runs later again")
        self.pull("--now")
        self.assertEqual("1.1", self.version())

    @unittest.skipUnless(shutil.which("faketime"), "faketime is not installed")
    def test_a_policy_runs_again_after_its_time(self):
        self.scheduled("1.1", {"every": 3600})
        self.taken()
        for later, expected in (("+50m", None), ("+58m", "1.1")):
            (self.root / "host/version").unlink(missing_ok=True)
            self.pull(command=["faketime", "-f", later, *self.command()])
            self.assertEqual(expected, self.version(), later)

    def test_a_host_takes_a_version_in_its_wave(self):
        host = self.pull("--identity").stdout.split("id: ")[1].split()[0]
        position = int(hashlib.sha256(f"web/1.1/{host}".encode()).hexdigest()[:8], 16) % 10_000
        parts = [f"{part / 100:.2f}%" for part in (max(position, 1), min(position + 1, 9999), 10_000)]
        start = int(time.time()) - 1800
        digest = self.scheduled("1.1", start=self.utc(start), parts=",".join(parts), soak=3600)
        self.waits(digest, f"the wave of this host begins at {self.utc(start + 3600)}")
        self.scheduled("1.1", start=self.utc(start - 3600), parts=",".join(parts), soak=3600)
        self.taken()

    def test_a_host_without_an_id_is_in_the_last_wave(self):
        start = int(time.time()) - 60
        digest = self.scheduled("1.1", start=self.utc(start), parts="99.99%,100%", soak=3600)
        self.waits(digest, f"the wave of this host begins at {self.utc(start + 3600)}")

    def test_a_version_waits_for_a_rollout(self):
        digest = self.scheduled("1.1", opened_by="rollout")
        self.waits(digest, "it waits for a rollout of the fleet")
        self.taken("--now")

    def utc(self, seconds):
        return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(seconds))

    def test_a_condition_that_is_not_known_is_not_passed_over(self):
        self.scheduled("1.1", {"not_on": ["fri"]})
        self.assertIn("has a 'not_on', which this vow does not know", self.pull(status=9).text)
        self.assertEqual("1.0", self.version())


class Delegations(PullCase):
    def test_a_target_of_another_role_counts_if_it_is_covered(self):
        self.release("1.0")
        shop = Key("shop")
        document = {"schema": 1, "group": "more", "when": "any", "bundle": {"name": "web", "version": "1.0"}, "entry": "main.cf"}
        self.repository.delegate("shop", shop, paths=["bundles/shop-*/*"], targets={"groups/more.json": json.dumps(document).encode()})
        self.release("1.0")
        self.pull()  # a group that the role may not name is none
        self.assertEqual("1.0", self.version())


class Secrets(PullCase):
    @unittest.skipUnless(shutil.which("age"), "age is not installed")
    def test_a_secret_of_a_release_is_read_and_masked(self):
        recipient = self.pull("--identity").stdout.split("age: ")[1].strip()
        sealed = subprocess.run(["age", "-r", recipient], input=b"open sesame\n", capture_output=True, check=True).stdout
        self.repository.add("data/token.age", sealed)
        self.repository.group = {"secrets": ["token"]}
        more = f"""  vars: "token" string => secret_data("token");
  files: "{self.root}/host/secret" create => "true", content => "$(token)";
  reports: "it is $(token)";"""
        self.release("1.0", more)
        done = self.pull()
        self.assertEqual("open sesame", (self.root / "host/secret").read_text())
        self.assertIn("it is ***", done.text)
        self.assertNotIn("sesame", done.text)
        found = subprocess.run(["grep", "-r", "sesame", self.work], capture_output=True, text=True, check=False)
        self.assertEqual("", found.stdout)

    # The entry, its data file, and the files of the bundle.
    LANGUAGES = {
        "otterscript": ("main.otter", "inventory.yaml", {
            "inventory.yaml": "credentials:\n  app: {user: app, properties: {Password: {secret_data: token}}}\n",
            "main.otter": """set $token = $SecureCredentialProperty(app, Password);
Ensure-File HOST/secret (Text: $token);
Log-Information it is $token;
"""}),
        "skopos": ("plan.yaml", "target.yaml", {
            "target.yaml": "vars:\n  token: {secret_data: token}\nplugin_config:\n  login: {password: \"${token}\"}\n",
            "plugins/login": """#!/usr/bin/env python3
import json, os, sys
token = json.load(sys.stdin)["config"]["password"]
open("HOST/secret", "w").write(token)
print("it is", token, file=sys.stderr)
""",
            "plan.yaml": """doctype: com.datagridsys.doctype/skopos/deploy-plan
version: alpha/1
steps:
  - id: all
    class: group
    on_fail: fail
    steps:
      - {id: made, class: action, plugin: login, action: open, on_fail: fail}
"""}),
        "inmanta": ("model", "", {
            "model/project.yml": "name: model\n",
            "model/main.cf": """import vow
token = vow::secret_data("token")
std::print(f"it is {token}")
host = std::Host(name="localhost", os=std::linux)
file = vow::Files(host=host, promiser="HOST/secret", content=token, create=true)
"""}),
    }

    @unittest.skipUnless(shutil.which("age"), "age is not installed")
    def test_a_secret_of_a_release_is_read_and_masked_in_the_other_languages(self):
        recipient = self.pull("--identity").stdout.split("age: ")[1].strip()
        for number, (language, (entry, data, files)) in enumerate(self.LANGUAGES.items(), 1):
            with self.subTest(language):
                secret = f"open sesame {language}"
                sealed = subprocess.run(["age", "-r", recipient], input=secret.encode(), capture_output=True, check=True).stdout
                self.repository.add("data/token.age", sealed)
                self.repository.group = {"secrets": ["token"], "entry": entry, "inputs": [data] if data else []}
                (self.root / "host/secret").unlink(missing_ok=True)
                self.repository.release(f"1.{number}", {name: text.replace("HOST", f"{self.root}/host") for name, text in files.items()})
                done = self.pull()
                self.assertEqual(secret, (self.root / "host/secret").read_text())
                self.assertIn("it is ***", done.text)
                self.assertNotIn("sesame", done.text)
                found = subprocess.run(["grep", "-r", "sesame", self.work], capture_output=True, text=True, check=False)
                self.assertEqual("", found.stdout)

    @unittest.skipUnless(shutil.which("age"), "age is not installed")
    def test_a_secret_of_another_host_is_not_read(self):
        other = subprocess.run(["age-keygen"], capture_output=True, text=True, check=True).stdout.split("public key: ")[1].split()[0]
        self.pull("--identity")
        self.repository.add("data/token.age", subprocess.run(["age", "-r", other], input=b"sesame", capture_output=True, check=True).stdout)
        self.repository.group = {"secrets": ["token"]}
        self.release("1.0", 'vars: "token" string => secret_data("token"); reports: "$(token)";')
        self.assertIn("it is not encrypted to this identity", self.pull(status=11).text)


class Git(PullCase):
    def git(self, *arguments):
        subprocess.run(["git", "-C", self.repository.folder, "-c", "user.name=x", "-c", "user.email=x@example.org", *arguments],
                       check=True, capture_output=True)

    @unittest.skipUnless(shutil.which("git"), "git is not installed")
    def test_a_repository_of_git_is_a_source(self):
        self.release("1.0")
        self.git("init", "--quiet")
        self.git("add", ".")
        self.git("commit", "--quiet", "-m", "1.0")
        self.source = f"git+file://{self.repository.folder}"
        self.pull()
        self.assertEqual("1.0", self.version())
        self.release("1.1")
        self.git("add", ".")
        self.git("commit", "--quiet", "-m", "1.1")
        self.pull()
        self.assertEqual("1.1", self.version())
        self.repository.folder.rename(self.root / "gone")
        self.pull(status=8)


if __name__ == "__main__":
    run_unittests()
