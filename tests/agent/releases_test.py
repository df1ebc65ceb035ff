#!/usr/bin/env python3
"""`vow release` as an operator uses it: a repository is made, filled, published, signed elsewhere, rotated and verified, and
nothing that is wrong gets in.

usage: releases_test.py VOW
"""

import fcntl
import hashlib
import http.server
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest
from functools import partial
from pathlib import Path

TESTS = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(TESTS / "support"))
from tally import run_unittests, skip_without

VOW = str(Path(sys.argv.pop(1)).resolve(strict=True))
LIMIT = 120  # seconds that a command may take
ROLES = ["root", "targets", "snapshot", "timestamp"]
MAIN = 'bundle agent main { reports: "web"; }\n'
POLICIES = {
    "main.cf": 'body file control { inputs => { "$(this.promise_dirname)/lib/part.cf" }; }\nbundle agent main { methods: "p" usebundle => part; }\n',
    "lib/part.cf": 'bundle agent part { reports: "part" if => isvariable("other.known"); }\n',
    "plan.otter": "Log-Information hello;\n",
    "plan.yaml": """
        doctype: com.datagridsys.doctype/skopos/deploy-plan
        version: alpha/1
        steps:
          - id: web
            class: group
            steps:
              - {id: made, class: action, plugin: files, action: promise, arguments: {promiser: "/tmp/x", create: "true"}}
        """,
    "model/project.yml": "name: model\n",
    "model/main.cf": "import std\n",
    "data/x.json": '{"a": 1}\n',
    "data/values.yaml": "a: 1\n",
}


class SilentHandler(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


class Operator(unittest.TestCase):
    def setUp(self):
        self.folder = Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)
        self.folder.chmod(0o755)
        self.repository = self.folder / "releases"

    def write(self, name, text):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path

    def vow(self, *words, status=0, **given):
        run = subprocess.run([VOW, *map(str, words)], capture_output=True, text=True, timeout=LIMIT, cwd=self.folder, **given)
        self.assertEqual(status, run.returncode, f"{words}: {run.stdout}{run.stderr}")
        return run.stdout + run.stderr

    def release(self, command, *words, status=0, **given):
        return self.vow("release", command, self.repository, *words, status=status, **given)

    def bundle(self, files=None, folder="web"):
        for name, text in (files or {"main.cf": MAIN}).items():
            self.write(f"{folder}/{name}", text)
        return self.folder / folder

    def published(self):
        """A repository with one bundle and one group."""
        self.release("init")
        self.release("add", self.bundle(), "--name", "web", "--version", "1.4.0")
        self.release("group", "web", "--when", "debian.web", "--bundle", "web=1.4.0", "--entry", "main.cf")
        self.release("publish")

    def metadata(self, name):
        return json.loads((self.repository / "metadata" / name).read_text())

    def newest(self, role):
        if role == "timestamp":
            return self.metadata("timestamp.json")
        versions = [int(path.name.split(".")[0]) for path in (self.repository / "metadata").glob(f"*.{role}.json")]
        return self.metadata(f"{max(versions)}.{role}.json")

    def served(self):
        """All that a web server serves."""
        files = {}
        for name in ("metadata", "targets"):
            for path in sorted((self.repository / name).rglob("*")):
                if path.is_file():
                    files[str(path.relative_to(self.repository))] = path.read_bytes()
        return files

    def shown(self):
        return json.loads(self.release("show", "--json"))

    def openssl_key(self, name):
        subprocess.run(["openssl", "genpkey", "-algorithm", "ed25519", "-out", self.folder / f"{name}.pem"], check=True)
        subprocess.run(["openssl", "pkey", "-in", self.folder / f"{name}.pem", "-pubout", "-out", self.folder / f"{name}.pub"], check=True)


class Init(Operator):
    def test_init_makes_keys_and_an_empty_repository_that_verifies(self):
        text = self.release("init")
        digest = hashlib.sha256((self.repository / "metadata/1.root.json").read_bytes()).hexdigest()
        self.assertIn(digest, text)
        keys = sorted(path.name for path in (self.repository / "keys").glob("*.pem"))
        self.assertEqual(sorted(ROLES), [name.split("-")[0] for name in keys])
        self.assertEqual({0o600}, {path.stat().st_mode & 0o777 for path in (self.repository / "keys").iterdir()})
        self.assertEqual(0o700, (self.repository / "keys").stat().st_mode & 0o777)
        self.assertIn("root.json, version 1", self.vow("release", "verify", self.repository, "--root-digest", digest))
        self.assertEqual([], list((self.repository / "staged").iterdir()))

    def test_a_folder_that_is_not_empty_is_refused(self):
        self.write("releases/x", "")
        self.assertIn("is not empty", self.release("init", status=2))
        self.assertEqual(["x"], os.listdir(self.repository))

    def test_wrong_roles_and_thresholds_are_named(self):
        self.assertIn("'roots' is not a role", self.release("init", "--threshold", "roots=2", status=2))
        self.assertIn("not a number of keys", self.release("init", "--threshold", "root=0", status=2))
        self.assertIn("not a time", self.release("init", "--expires", "root=soon", status=2))
        self.assertFalse(self.repository.exists())

    def test_a_command_without_a_repository_names_init(self):
        self.assertIn("'vow release init", self.release("publish", status=2))

    def test_a_host_without_openssl_names_it(self):
        self.write("hidden/libcrypto.so.3", "")  # the loader takes it for the library, and refuses it
        environment = {**os.environ, "LD_LIBRARY_PATH": str(self.folder / "hidden")}
        for words in ["release", "init", self.repository], ["keep", "certificates", "x", "content=none"]:
            self.assertIn("no libcrypto.so.3 (package libssl3", self.vow(*words, status=1, env=environment))

    def test_a_threshold_of_two_makes_two_keys_which_both_sign(self):
        self.release("init", "--threshold", "root=2")
        root = self.metadata("1.root.json")
        self.assertEqual(2, root["signed"]["roles"]["root"]["threshold"])
        self.assertEqual(2, len(root["signatures"]))
        self.assertEqual(2, len(list((self.repository / "keys").glob("root-*.pem"))))

    def test_encrypted_keys_need_their_passphrase(self):
        secret = self.write("passphrase", "correct horse\n")
        secret.chmod(0o600)
        wrong = self.write("wrong", "battery\n")
        wrong.chmod(0o600)
        self.release("init", "--encrypt", "--passphrase-file", secret)
        for role in ("root", "targets"):
            [key] = (self.repository / "keys").glob(f"{role}-*.pem")
            self.assertIn("BEGIN ENCRYPTED PRIVATE KEY", key.read_text())
        self.release("publish", "--refresh")  # without the passphrase: for cron
        self.release("add", self.bundle(), "--name", "web", "--version", "1")
        self.assertIn("the passphrase is not that of this key", self.release("publish", "--passphrase-file", wrong, status=2))
        self.assertIn("--passphrase-file", self.release("publish", status=2, start_new_session=True, stdin=subprocess.DEVNULL))
        self.release("publish", "--passphrase-file", secret)
        secret.chmod(0o644)
        self.release("group", "web", "--when", "any", "--bundle", "web=1", "--entry", "main.cf")
        self.assertIn("others than its owner", self.release("publish", "--passphrase-file", secret, status=2))

    def test_a_program_signs_in_place_of_a_key(self):
        self.openssl_key("alice")
        signer = self.write("signer", f"#!/bin/sh\ncat > {self.folder}/bytes\nopenssl pkeyutl -sign -rawin -inkey {self.folder}/alice.pem -in {self.folder}/bytes\n")
        signer.chmod(0o755)
        self.release("init", "--sign-with", signer, "--public-key", self.folder / "alice.pub")
        self.assertEqual([], list((self.repository / "keys").glob("root-*.pem")))
        self.vow("release", "verify", self.repository)
        signer.write_text("#!/bin/sh\ncat >/dev/null\necho 00\n")
        self.assertIn("not a signature of the key", self.release("rotate", status=2))
        signer.write_text("#!/bin/sh\nexit 3\n")
        self.assertIn("exit status 3", self.release("rotate", status=2))


class Add(Operator):
    def test_policies_in_all_languages_are_checked_and_added(self):
        self.release("init")
        text = self.release("add", self.bundle(POLICIES), "--name", "web", "--version", "1.4.0")
        self.assertIn("5 policies checked", text)
        [bundle] = self.shown()["bundles"]
        [packed] = (self.repository / "targets/bundles/web").iterdir()
        self.assertEqual(f"{bundle['sha256']}.1.4.0.tar.zst", packed.name)
        self.assertEqual(bundle["sha256"], hashlib.sha256(packed.read_bytes()).hexdigest())

    def test_a_policy_with_errors_is_shown_and_refused_in_each_language(self):
        self.release("init")
        wrong = {
            "main.cf": ("bundle agent main { files: }}", "main.cf:1:"),
            "plan.otter": ("if { }", "plan.otter:1:"),
            "plan.yaml": (POLICIES["plan.yaml"].replace("class: action", "class: nothing"), "plan.yaml:"),
            "model/main.cf": ("import nothing_known\n", "main.cf:1:"),
        }
        for name, (text, place) in wrong.items():
            folder = f"wrong-{name.replace('/', '-')}"
            shown = self.release("add", self.bundle(POLICIES | {name: text}, folder), "--name", "web", "--version", "1", status=3)
            self.assertIn(place, shown)
            self.assertIn("nothing was added", shown)
        self.assertEqual([], self.shown()["bundles"])
        self.assertEqual([], list((self.repository / "staged").iterdir()))

    def test_a_module_has_to_describe_itself(self):
        self.release("init")
        policy = 'promise agent greet { path => "$(this.promise_dirname)/greet"; interpreter => "/bin/sh"; }\nbundle agent main { greet: "x"; }\n'
        folder = self.bundle({"main.cf": policy, "greet": "echo nonsense\n"})
        self.assertIn("greet", self.release("add", folder, "--name", "web", "--version", "1", status=3))

    def test_special_files_and_links_that_lead_out_are_refused_with_their_name(self):
        self.release("init")
        cases = {
            "pipe": (lambda path: os.mkfifo(path), "not a file, a folder or a symbolic link"),
            "su": (lambda path: (path.write_text(""), path.chmod(0o4755)), "set-user-ID"),
            "out": (lambda path: path.symlink_to("/etc/passwd"), "is a link to '/etc/passwd'"),
            "up": (lambda path: path.symlink_to("../x"), "is a link to '../x'"),
            "MAIN.CF": (lambda path: path.write_text(""), "are one name on file systems that ignore case"),
            "hard": (lambda path: path.hardlink_to(self.write("outside", "")), "another name outside of the folder"),
        }
        folder = self.bundle()
        for name, (make, message) in cases.items():
            path = folder / name
            make(path)
            self.assertIn(message, self.release("add", folder, "--name", "web", "--version", "1", status=2))
            path.unlink()
        self.release("add", folder, "--name", "web", "--version", "1")

    def test_the_bytes_follow_from_the_content_alone(self):
        self.release("init")
        first = self.bundle({"a.txt": "1", "main.cf": MAIN, "b/c.txt": "2"}, "first")
        second = self.bundle({"b/c.txt": "2", "main.cf": MAIN, "a.txt": "1", ".git/HEAD": "ref"}, "second")
        for path in second.rglob("*"):
            os.utime(path, (0, 0))
            path.chmod(0o700 if path.is_dir() else 0o600)
        for path, name in ((first, "one"), (second, "two")):
            self.release("add", path, "--name", name, "--version", "1")
        one, two = self.shown()["bundles"]
        self.assertEqual(one["sha256"], two["sha256"])

    def test_a_version_never_changes(self):
        self.release("init")
        folder = self.bundle()
        add = ("add", folder, "--name", "web", "--version", "1")
        self.release(*add)
        self.assertIn("Added before, with the same content", self.release(*add))
        self.release("publish")
        before = self.served()
        self.assertIn("Added before, with the same content", self.release(*add))
        (folder / "main.cf").write_text(MAIN + "# more\n")
        self.assertIn("a version never changes", self.release(*add, status=2))
        self.assertEqual(before, self.served())
        self.assertEqual([], self.shown()["staged"])

    def test_no_other_command_loads_the_library_of_archives(self):
        self.release("init")
        folder = self.bundle()
        loads = {"env": os.environ | {"LD_DEBUG": "files"}}
        self.assertNotIn("libarchive", self.vow("run", folder / "main.cf", "-w", self.folder / "work", **loads))
        self.assertIn("libarchive", self.release("add", folder, "--name", "web", "--version", "1", **loads))

    def test_an_interrupted_check_adds_nothing(self):
        self.release("init")
        policy = 'promise agent slow { path => "$(this.promise_dirname)/slow"; interpreter => "/bin/sh"; }\nbundle agent main { slow: "x"; }\n'
        folder = self.bundle({"main.cf": policy, "slow": f"touch {self.folder}/started\nsleep 60\n"})
        run = subprocess.Popen([VOW, "release", "add", self.repository, folder, "--name", "web", "--version", "1"],
                               stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True)
        deadline = time.monotonic() + LIMIT
        while not (self.folder / "started").exists() and time.monotonic() < deadline:
            self.assertIsNone(run.poll())
        run.terminate()
        text = run.communicate(timeout=LIMIT)[1]
        self.assertEqual(128 + signal.SIGTERM, run.returncode, text)
        self.assertEqual([], self.shown()["bundles"])

    def test_names_that_are_not_safe_in_paths_are_refused(self):
        self.release("init")
        folder = self.bundle()
        for name, version in (("../x", "1"), ("x", "../1"), ("x/y", "1"), ("", "1"), ("x", ".1")):
            self.assertIn("expected letters, digits", self.release("add", folder, "--name", name, "--version", version, status=2))

    def test_nothing_is_seen_before_it_is_published(self):
        self.release("init")
        before = {name: content for name, content in self.served().items() if name.startswith("metadata")}
        self.release("add", self.bundle(), "--name", "web", "--version", "1")
        self.assertEqual(before, {name: content for name, content in self.served().items() if name.startswith("metadata")})
        self.assertIn("Staged, and not published yet", self.release("show"))


class Group(Operator):
    def test_a_group_is_as_the_form_has_it(self):
        self.release("init")
        self.release("add", self.bundle(POLICIES), "--name", "web", "--version", "1.4.0")
        self.release("group", "web", "--when", "debian.web", "--bundle", "web=1.4.0", "--entry", "main.cf", "--input", "data/x.json",
                     "--health-promise", "listens", "--health-program", "/usr/local/bin/check arg", "--health-limit", "30s",
                     "--grace", "2m", "--secret", "tls")
        [group] = self.shown()["groups"]
        self.assertEqual(
            {"schema": 1, "group": "web", "when": "debian.web", "bundle": {"name": "web", "version": "1.4.0"}, "entry": "main.cf",
             "inputs": ["data/x.json"], "secrets": ["tls"],
             "health": {"promises": ["listens"], "program": ["/usr/local/bin/check", "arg"], "limit": 30, "grace": 120}},
            group)
        self.release("add", self.bundle({"main.cf": MAIN, "data/x.json": "{}"}, "next"), "--name", "web", "--version", "1.5.0")
        self.release("group", "web", "--bundle", "web=1.5.0")
        self.assertEqual([group | {"bundle": {"name": "web", "version": "1.5.0"}}], self.shown()["groups"])
        self.release("group", "ab12", "--host", "--bundle", "web=1.4.0", "--entry", "main.cf")
        self.assertEqual("ab12", self.shown()["hosts"][0]["host"])
        self.release("publish")
        self.vow("release", "verify", self.repository)
        self.release("group", "web", "--remove")
        self.assertEqual([], self.shown()["groups"])

    def test_schedule_and_waves_are_objects_of_files(self):
        self.release("init")
        self.release("add", self.bundle(), "--name", "web", "--version", "1")
        group = ("group", "web", "--when", "any", "--bundle", "web=1", "--entry", "main.cf")
        schedule = {"not_before": "2026-12-01T00:00:00Z", "every": 1800,
                    "windows": [{"days": ["sat", "sun"], "from": "22:00", "until": "04:30"}, {"from": "01:00", "until": "02:00"}]}
        waves = {"start": "2026-12-01T08:00:00Z", "parts": "1%,12.5%,100%", "soak": 3600}
        self.write("schedule.json", json.dumps(schedule))
        self.write("waves.json", json.dumps(waves))
        self.release(*group, "--schedule", "schedule.json", "--waves", "waves.json")
        [shown] = self.shown()["groups"]
        self.assertEqual((schedule, waves), (shown["schedule"], shown["waves"]))
        for text, fault in {
            "[1]": "is not a JSON object",
            "{": "is not JSON",
            '{"start": "soon", "parts": "100%", "soak": 1}': "start at 'soon', not a time of UTC",
            '{"start": "2026-12-01T08:00:00Z", "parts": "1%,50%", "soak": 1}': "'parts' do not grow to 100%",
            '{"start": "2026-12-01T08:00:00Z", "parts": "100%", "soak": 1, "pause": 2}': "'pause', which this vow does not know",
            '{"opened_by": "rollout", "soak": 1}': "'soak', which this vow does not know",
            '{"opened_by": "hand"}': "opened by 'hand'",
        }.items():
            self.write("waves.json", text)
            self.assertIn(fault, self.release(*group, "--waves", "waves.json", status=2))
        for text, fault in {
            '{"windows": [{"from": "4:30", "until": "05:00"}]}': "the time '4:30', not one such as 04:30",
            '{"windows": [{"days": ["Sat"], "from": "04:30", "until": "05:00"}]}': "a window on 'Sat', not one of sun, mon",
            '{"every": 0}': "'every' out of range",
            '{"evry": 300}': "'evry', which this vow does not know",
        }.items():
            self.write("schedule.json", text)
            self.assertIn(fault, self.release(*group, "--schedule", "schedule.json", status=2))
        self.write("waves.json", '{"opened_by": "rollout"}')
        self.release(*group, "--waves", "waves.json")
        self.assertEqual({"opened_by": "rollout"}, self.shown()["groups"][0]["waves"])
        self.write("none.json", "{}")
        self.release(*group, "--schedule", "none.json", "--waves", "none.json")
        self.assertFalse({"schedule", "waves"} & set(self.shown()["groups"][0]))

    def test_mistakes_are_named_with_the_nearest_right_word(self):
        self.release("init")
        self.release("add", self.bundle(), "--name", "web", "--version", "1.4.0")
        group = ("group", "web", "--when", "any", "--bundle", "web=1.4.0", "--entry", "main.cf")
        cases = [
            (("--when", "debian..web"), "    debian..web\n           ^"),
            (("--bundle", "web=1.4.1"), "did you mean 'web=1.4.0'?"),
            (("--bundle", "web"), "expected NAME=VERSION"),
            (("--entry", "mian.cf"), "did you mean 'main.cf'?"),
            (("--entry", "/main.cf"), "not a path inside a bundle"),
            (("--health-program", "check"), "not an absolute path"),
        ]
        for words, message in cases:
            given = list(group)
            for at in range(0, len(words), 2):
                if words[at] in given:
                    given[given.index(words[at]) + 1] = words[at + 1]
                else:
                    given += words[at : at + 2]
            self.assertIn(message, self.release(*given, status=2))
        self.assertEqual([], self.shown()["groups"])


class Publish(Operator):
    def test_metadata_refers_to_each_other_by_version_length_and_digest(self):
        self.published()
        timestamp = self.newest("timestamp")["signed"]
        [(name, announced)] = timestamp["meta"].items()
        self.assertEqual("snapshot.json", name)
        snapshot = (self.repository / f"metadata/{announced['version']}.snapshot.json").read_bytes()
        self.assertEqual(announced["hashes"]["sha256"], hashlib.sha256(snapshot).hexdigest())
        self.assertEqual(announced["length"], len(snapshot))
        announced = json.loads(snapshot)["signed"]["meta"]["targets.json"]
        targets = (self.repository / f"metadata/{announced['version']}.targets.json").read_bytes()
        self.assertEqual(announced["hashes"]["sha256"], hashlib.sha256(targets).hexdigest())
        self.assertEqual({"bundles/web/1.4.0.tar.zst", "groups/web.json"}, set(json.loads(targets)["signed"]["targets"]))

    def test_a_refresh_makes_a_new_timestamp_alone(self):
        self.published()
        self.release("add", self.bundle(folder="other"), "--name", "other", "--version", "1")
        before = self.served()
        version = self.newest("timestamp")["signed"]["version"]
        self.release("publish", "--refresh")
        self.assertEqual(version + 1, self.newest("timestamp")["signed"]["version"])
        after = self.served()
        self.assertEqual({"metadata/timestamp.json"}, {name for name in after if after[name] != before.get(name)})
        self.assertEqual(["targets"], [staged["role"] for staged in self.shown()["staged"]])

    def test_a_refresh_renews_a_snapshot_that_is_half_expired(self):
        self.release("init", "--expires", "snapshot=4s", "--expires", "timestamp=1h")
        deadline = time.monotonic() + LIMIT
        while self.newest("snapshot")["signed"]["version"] == 1 and time.monotonic() < deadline:
            self.release("publish", "--refresh")
        self.assertEqual(2, self.newest("snapshot")["signed"]["version"])

    def test_a_second_command_does_not_work_beside_another_one(self):
        self.published()
        with open(self.repository / "keys/lock") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            self.assertIn("another 'vow release' is changing", self.release("publish", status=6))
            self.release("show")

    def test_a_killed_publication_leaves_the_old_one_or_the_new_one(self):
        self.published()
        self.release("rotate", "timestamp")
        self.release("rotate", "targets")
        self.release("add", self.bundle(folder="other"), "--name", "other", "--version", "1")
        root = self.folder / "1.root.json"
        shutil.copy(self.repository / "metadata/1.root.json", root)
        saved = self.folder / "saved"
        shutil.copytree(self.repository, saved, symlinks=True)
        seen = set()
        for number in range(1, 60):
            shutil.rmtree(self.repository)
            shutil.copytree(saved, self.repository, symlinks=True)
            if not self.killed_at(number):
                break
            shown = self.vow("release", "verify", self.repository, "--root", root)
            seen.add("other/1.tar.zst" in shown)
            self.release("publish")
            self.assertIn("other/1.tar.zst", self.vow("release", "verify", self.repository, "--root", root))
            self.assertEqual([], self.shown()["staged"])
        else:
            self.fail("the command did not end by itself")
        self.assertEqual({False, True}, seen)

    def killed_at(self, number):
        """Kills `publish` at the given one of the calls that give a file its name. False if it had fewer."""
        skip_without(self, "strace", shutil.which("strace"), "strace is not installed")
        run = subprocess.run(
            ["strace", "-f", "-o", "/dev/null", "-e", f"inject=renameat,renameat2,rename,linkat,unlinkat:signal=KILL:when={number}",
             VOW, "release", "publish", self.repository], capture_output=True, timeout=LIMIT, cwd=self.folder)
        self.assertIn(run.returncode, (0, -signal.SIGKILL, 128 + signal.SIGKILL), run.stderr)
        return run.returncode != 0


class Signatures(Operator):
    def test_the_root_waits_for_the_second_signer(self):
        self.openssl_key("alice")
        text = self.release("init", "--threshold", "root=2", "--public-key", self.folder / "alice.pub", status=5)
        self.assertIn("has 1 of the 2 signatures", text)
        self.assertEqual([], list((self.repository / "metadata").iterdir()))
        copy = self.folder / "copy.json"
        shutil.copy(self.repository / "staged/root.json", copy)
        self.assertIn("root.json, version 1", self.vow("release", "sign", copy, "--key", self.folder / "alice.pem"))
        shutil.copy(copy, self.repository / "staged/root.json")
        self.release("publish")
        self.assertEqual(2, len(self.metadata("1.root.json")["signatures"]))
        self.vow("release", "verify", self.repository)

    def test_a_key_that_is_not_listed_cannot_sign(self):
        self.openssl_key("alice")
        self.openssl_key("eve")
        self.release("init", "--threshold", "targets=2", "--public-key", f"targets={self.folder / 'alice.pub'}", status=5)
        self.assertIn("none of those that sign", self.release("sign", "--key", self.folder / "eve.pem", status=2))
        self.release("sign", "--key", self.folder / "alice.pem")
        self.release("publish")
        self.release("add", self.bundle(), "--name", "web", "--version", "1")
        self.assertIn("staged/targets.json has 1 of the 2", self.release("publish", status=5))
        changed = json.loads((self.repository / "staged/targets.json").read_text())
        self.release("sign", "--key", self.folder / "alice.pem")
        signed = json.loads((self.repository / "staged/targets.json").read_text())
        self.assertEqual(changed["signed"], signed["signed"])
        signed["signed"]["targets"] = {}
        (self.repository / "staged/targets.json").write_text(json.dumps(signed))
        self.assertIn("was changed after the key", self.release("publish", status=2))
        self.assertEqual({}, self.newest("targets")["signed"]["targets"])
        (self.repository / "staged/targets.json").unlink()
        self.release("add", self.folder / "web", "--name", "web", "--version", "1")
        self.release("publish", status=5)
        self.release("sign", "--key", self.folder / "alice.pem")
        self.release("publish")
        self.assertEqual({"bundles/web/1.tar.zst"}, set(self.newest("targets")["signed"]["targets"]))


class Rotate(Operator):
    def test_each_role_gets_a_new_key_and_hosts_follow_the_chain(self):
        self.published()
        root = self.folder / "1.root.json"
        shutil.copy(self.repository / "metadata/1.root.json", root)
        for number, role in enumerate(ROLES, 2):
            [old] = (self.repository / "keys").glob(f"{role}-*.pem")
            self.release("rotate", role)
            text = self.release("publish")
            self.assertIn(f"{number}.root.json", text)
            self.assertTrue((self.repository / "keys/retired" / old.name).exists())
            self.assertEqual(1, len(list((self.repository / "keys").glob(f"{role}-*.pem"))))
            self.assertIn(f"root.json, version {number}", self.vow("release", "verify", self.repository, "--root", root))
        self.release("rotate")
        self.release("publish")
        self.assertEqual(self.metadata("5.root.json")["signed"]["keys"], self.metadata("6.root.json")["signed"]["keys"])

    def test_a_new_root_needs_the_signatures_of_the_old_one(self):
        self.published()
        [old] = (self.repository / "keys").glob("root-*.pem")
        elsewhere = self.folder / "offline.pem"
        old.rename(elsewhere)
        self.assertIn("signatures that it needs", self.release("rotate", "root", status=5))
        self.release("publish", status=5)
        self.assertFalse((self.repository / "metadata/2.root.json").exists())
        self.release("sign", "--key", elsewhere)
        self.release("publish")
        self.vow("release", "verify", self.repository, "--root", self.repository / "metadata/1.root.json")

    def test_thresholds_are_changed_with_keys_that_suffice(self):
        self.published()
        self.assertIn("would need 2 signatures, but it has 1 key", self.release("rotate", "--threshold", "root=2", status=2))
        self.release("rotate", "root", "--threshold", "root=2")
        self.release("publish")
        self.assertEqual(2, self.metadata("2.root.json")["signed"]["roles"]["root"]["threshold"])
        [first, second] = self.metadata("2.root.json")["signed"]["roles"]["root"]["keyids"]
        self.assertIn("is not the id of one key", self.release("rotate", "root", "--remove", "xyz", status=2))
        self.release("rotate", "root", "--remove", first[:16])
        self.release("publish")
        keys = self.metadata("3.root.json")["signed"]["roles"]["root"]["keyids"]
        self.assertIn(second, keys)
        self.assertNotIn(first, keys)


class Delegate(Operator):
    def keys(self):
        return sorted(path.name for path in (self.repository / "keys").glob("*.pem"))

    def hosts_find(self, *names):
        text = self.vow("release", "verify", self.repository, "--root", self.repository / "metadata/1.root.json")
        for name in names:
            self.assertIn(f"  {name}, ", text)
        return text

    def test_a_team_signs_for_its_bundles_with_a_key_of_its_own(self):
        self.published()
        self.openssl_key("shop")
        text = self.release("delegate", "shop", "--paths", "bundles/shop-*/*", "--public-key", self.folder / "shop.pub", status=5)
        self.assertIn("shop signs for bundles/shop-*/* with 1 of 1 key", text)
        self.assertIn("staged/shop.json has 0 of the 1", text)
        self.release("publish", status=5)
        self.release("sign", "--key", self.folder / "shop.pem")
        self.release("publish")
        self.release("add", self.bundle(folder="cart"), "--name", "shop-cart", "--version", "1")
        self.assertEqual(["shop"], [item["role"] for item in self.shown()["staged"]])  # the others need not sign
        copy = self.folder / "shop.json"
        shutil.copy(self.repository / "staged/shop.json", copy)
        self.assertIn("bundles/shop-cart/1.tar.zst", self.vow("release", "sign", copy, "--key", self.folder / "shop.pem"))
        shutil.copy(copy, self.repository / "staged/shop.json")
        self.assertIn("2.shop.json", self.release("publish"))
        self.hosts_find("bundles/shop-cart/1.tar.zst", "bundles/web/1.4.0.tar.zst")
        self.release("group", "cart", "--when", "any", "--bundle", "shop-cart=1", "--entry", "main.cf")
        self.assertEqual(["targets"], [item["role"] for item in self.shown()["staged"]])
        self.release("publish")
        self.hosts_find("groups/cart.json")
        self.assertIn("bundles/shop-*/*", self.release("show"))

    def test_another_key_cannot_sign_for_a_role(self):
        self.published()
        self.openssl_key("shop")
        self.openssl_key("eve")
        self.release("delegate", "shop", "--paths", "bundles/shop-*/*", "--public-key", self.folder / "shop.pub", status=5)
        self.assertIn("none of those that sign", self.release("sign", "--key", self.folder / "eve.pem", status=2))
        self.vow("release", "sign", self.repository / "staged/shop.json", "--key", self.folder / "eve.pem")
        self.assertIn("staged/shop.json has 0 of the 1", self.release("publish", status=5))

    def test_a_role_gets_other_keys_and_a_threshold(self):
        self.published()
        self.release("delegate", "shop", "--paths", "bundles/shop-*/*")
        self.release("add", self.bundle(folder="cart"), "--name", "shop-cart", "--version", "1")
        self.release("publish")
        [old] = [name for name in self.keys() if name.startswith("shop-")]
        for name in ("alice", "bob"):
            self.openssl_key(name)
        keys = ("--public-key", self.folder / "alice.pub", "--public-key", self.folder / "bob.pub")
        self.assertIn("would need 2 signatures, but it has 1 key", self.release("delegate", "shop", "--threshold", "2", status=2))
        self.release("delegate", "shop", "--threshold", "2", *keys)
        self.assertIn("staged/shop.json has 0 of the 2", self.release("publish", status=5))
        self.release("sign", "--key", self.folder / "alice.pem", status=5)
        self.release("sign", "--key", self.folder / "bob.pem")
        self.assertIn(old, self.release("publish"))
        self.assertNotIn(old, self.keys())
        self.assertEqual(2, len(self.newest("shop")["signatures"]))
        self.hosts_find("bundles/shop-cart/1.tar.zst")

    def test_a_role_that_is_removed_takes_its_targets_along(self):
        self.published()
        self.release("delegate", "shop", "--paths", "bundles/shop-*/*")
        self.release("add", self.bundle(folder="cart"), "--name", "shop-cart", "--version", "1")
        self.release("publish")
        self.release("delegate", "shop", "--remove")
        self.release("publish")
        self.assertNotIn("shop-cart", self.hosts_find("bundles/web/1.4.0.tar.zst"))
        self.assertEqual([], self.shown()["delegations"])
        self.assertIn("has no role 'shop'", self.release("delegate", "shop", "--remove", status=2))
        self.release("delegate", "shop", "--paths", "bundles/shop-*/*")
        self.release("publish")
        self.assertNotIn("shop-cart", self.hosts_find())

    def test_targets_are_divided_among_bins_by_the_digests_of_their_names(self):
        self.published()
        self.release("delegate", "bins", "--bins", "32")
        for number in range(8):
            host = hashlib.sha256(str(number).encode()).hexdigest()
            self.release("group", host, "--host", "--bundle", "web=1.4.0", "--entry", "main.cf")
        self.release("publish")
        hosts = [f"hosts/{hashlib.sha256(str(number).encode()).hexdigest()}.json" for number in range(8)]
        self.hosts_find(*hosts, "groups/web.json")
        for host in hosts:
            first = int(hashlib.sha256(host.encode()).hexdigest()[:2], 16) // 8 * 8
            self.assertIn(host, self.newest(f"bins-{first:02x}")["signed"]["targets"])
        self.release("group", "other", "--when", "other", "--bundle", "web=1.4.0", "--entry", "main.cf")
        self.release("publish")
        self.assertIn("groups/other.json", self.newest("targets")["signed"]["targets"])  # hosts list the groups
        delegations = self.shown()["delegations"]
        self.assertEqual(256, len({prefix for item in delegations for prefix in item["hash_prefixes"]}))

    def test_a_target_moves_to_the_role_that_covers_it_when_it_changes(self):
        self.published()
        self.release("delegate", "hosts", "--paths", "groups/*")
        self.release("publish")
        self.assertIn("groups/web.json", self.newest("targets")["signed"]["targets"])
        self.release("group", "web", "--when", "any")
        self.release("publish")
        self.assertNotIn("groups/web.json", self.newest("targets")["signed"]["targets"])
        self.assertIn("groups/web.json", self.newest("hosts")["signed"]["targets"])
        self.assertEqual("any", self.shown()["groups"][0]["when"])
        self.hosts_find("groups/web.json")

    def test_roles_that_cannot_be_are_refused(self):
        self.published()
        for words, sentence in {
            ("snapshot", "--paths", "x/*"): "is a role of its own",
            ("a/b", "--paths", "x/*"): "cannot be the name of a role",
            ("a+b", "--paths", "x/*"): "it has a '+'",
            ("shop",): "name the targets of the new role 'shop': --paths or --bins",
            ("shop", "--paths", "/x"): "'/x' is not a pattern of names",
            ("shop", "--bins", "24"): "24 is not a power of two",
        }.items():
            self.assertIn(sentence, self.release("delegate", *words, status=2))
        self.assertEqual([], self.shown()["staged"])

    def test_a_refresh_leaves_a_role_that_is_not_published_alone(self):
        self.published()
        self.openssl_key("shop")
        self.release("delegate", "shop", "--paths", "bundles/shop-*/*", "--public-key", self.folder / "shop.pub", status=5)
        self.release("publish", "--refresh")
        self.assertNotIn("shop.json", self.newest("snapshot")["signed"]["meta"])
        self.hosts_find()


class Verify(Operator):
    def damaged(self, *words):
        return self.vow("release", "verify", self.repository, *words, status=9)

    def test_changes_by_others_are_found_and_the_rule_is_named(self):
        self.published()
        self.vow("release", "verify", self.repository)
        self.vow("release", "verify", f"file://{self.repository}")
        self.assertIn("[digest]", self.damaged("--root-digest", "0" * 64))
        [packed] = (self.repository / "targets/bundles/web").iterdir()
        content = packed.read_bytes()
        packed.write_bytes(content[:-1] + b"x")
        self.assertIn("[digest]", self.damaged())
        packed.write_bytes(content + b"x")
        self.assertIn("[size]", self.damaged())
        packed.unlink()
        self.assertIn("[absent]", self.damaged())
        packed.write_bytes(content)
        timestamp = self.repository / "metadata/timestamp.json"
        text = timestamp.read_text()
        timestamp.write_text(text.replace('"version":', '"version": 1', 1))
        self.damaged()
        timestamp.write_text(text.replace('"sig":"', '"sig":"00', 1))
        self.assertIn("[signature]", self.damaged())

    def test_a_repository_on_a_web_server_is_verified(self):
        self.published()
        handler = partial(SilentHandler, directory=self.repository)
        with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
            threading.Thread(target=server.serve_forever, daemon=True).start()
            text = self.vow("release", "verify", f"http://127.0.0.1:{server.server_port}/")
            server.shutdown()
        self.assertIn("bundles/web/1.4.0.tar.zst", text)

    def test_nothing_at_the_address_is_exit_status_8(self):
        self.vow("release", "verify", self.folder / "nothing", status=8)
        self.vow("release", "verify", "http://127.0.0.1:1/", status=8)


class Secret(Operator):
    def test_a_secret_is_encrypted_to_the_hosts_of_a_group(self):
        skip_without(self, "age", shutil.which("age"), "Debian's age is not installed")
        self.published()
        made = subprocess.run(["age-keygen", "-o", self.folder / "host.key"], capture_output=True, text=True, check=True)
        recipient = made.stderr.split()[-1]
        self.write("word", "correct horse")
        self.assertIn("name the hosts", self.release("secret", "tls", "word", status=2))
        self.assertIn("web.txt", self.release("secret", "tls", "word", "--group", "web", status=2))
        self.write("releases/recipients/web.txt", f"# web hosts\n{recipient}\n")
        self.release("secret", "tls", "-", "--group", "web", input="correct horse")
        self.assertEqual(["tls"], self.shown()["groups"][0]["secrets"])
        self.release("publish")
        [encrypted] = (self.repository / "targets/data").iterdir()
        self.assertTrue(encrypted.name.endswith(".tls.age"))
        opened = subprocess.run(["age", "-d", "-i", self.folder / "host.key", encrypted], capture_output=True, check=True)
        self.assertEqual(b"correct horse", opened.stdout)
        self.assertNotIn(b"correct horse", b"".join(self.served().values()))
        self.assertIn("failed", self.release("secret", "tls", "word", "--recipient", "age1wrong", status=2))


if __name__ == "__main__":
    run_unittests()
