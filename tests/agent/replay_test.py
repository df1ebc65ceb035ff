#!/usr/bin/env python3
"""Attacks by which an ordinary user once gained something in CFEngine's language are refused in the three newer ones as well.

Each row is an attack: the promise that root makes where the user has prepared something, and the words of the refusal. The same
modules keep promises of all languages; the rows show that no language reaches them without the trust of its agent.
usage: replay_test.py VOW
"""

import json
import os
import shutil
import subprocess
import sys
import tarfile
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

TESTS = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(TESTS / "support"))
from root_case import OTHER, VOW, RootCase
from tally import run_unittests
from written_promise import LANGUAGES

NEWER = {name: row for name, row in LANGUAGES.items() if name != "main.cf"}
ALL = {"depth": "inf"}
FOLLOWED = "Cannot follow symlink"
FOREIGN = "is not trusted: '@/home' belongs to user OTHER"
LINK = "is a link, which is not followed"
# The promise: its type, promiser and attributes, in which @ is the folder of the test, the sentence of the refusal,
# and the languages if not all can make the promise.
REFUSED = {
    "text is written through a link": ("files", "@/home/link", {"content": "new"}, FOLLOWED),
    "text is written below a link": ("files", "@/home/sub/secret", {"content": "new"}, FOLLOWED),
    "a file is made below a link": ("files", "@/home/sub/made", {"create": True}, FOLLOWED),
    "a folder is made below a link": ("files", "@/home/sub/made/.", {"create": True}, FOLLOWED),
    "a file is removed below a link": ("files", "@/home/sub/secret", {"delete": {"rmdirs": "true"}}, FOLLOWED),
    "a file is moved below a link": ("files", "@/own/new", {"rename": {"newname": "@/home/sub/made"}}, "a link on it changed"),
    "a link is rotated": ("files", "@/home/link", {"rename": {"rotate": "0"}}, "@/home/link|" + FOLLOWED),
    "permissions are set below a link": ("files", "@/home/sub/secret", {"perms": {"mode": "0666"}}, FOLLOWED),
    "a copy is made below a link": ("files", "@/home/sub/made", {"copy_from": {"source": "@/own/new"}}, FOLLOWED),
    "a link is copied": ("files", "@/own/copy", {"copy_from": {"source": "@/home/link"}}, FOLLOWED),
    "a link is made below a link": ("symlinks", "@/home/sub/made", {"directory": "/"}, FOLLOWED),
    "values are set through a link": ("json", "@/home/link", {"object": {}}, FOLLOWED),
    "a download is written through a link": ("http", "http://127.0.0.1:PORT/", {"file": "@/home/link"}, FOLLOWED),
    "a payload is read through a link": (
        "http", "http://127.0.0.1:PORT/", {"method": "POST", "payload": "@@/home/link"}, FOLLOWED, "plan.otter", "plan.yaml"),
    "a clone is made below a link": (
        "git", "clone", {"repository": "@/own/origin", "destination": "@/home/sub/clone"}, FOLLOWED),
    "an archive is extracted below a link": ("archives", "@/own/site.tar", {"into": "@/home/sub"}, FOLLOWED),
    "an archive is extracted over a link": ("archives", "@/own/site.tar", {"into": "@/home/out"}, LINK),
    "an archive is read through a link": ("archives", "@/home/link", {"into": "@/own/out"}, FOLLOWED),
    "an archive is made through a link": ("archives", "@/home/link", {"from": "@/own"}, FOLLOWED),
    "a fifo is in the way": ("files", "@/home/fifo", {"content": "new"}, "'@/home/fifo'"),
    "a device is in the way": ("files", "@/home/zero", {"content": "new"}, FOLLOWED),
    "a fifo is packed": ("archives", "@/home/fifo", {"into": "@/own/out"}, "'@/home/fifo'"),
    "a program of the user runs": ("commands", "@/home/program", {}, FOREIGN),
    "a program of the user runs by a shell": (
        "commands", "@/home/program x", {"contain": {"useshell": "useshell"}}, FOREIGN),
    "a shell looks a program up where the user can put one": (
        "commands", "true", {"contain": {"useshell": "useshell"}, "environment": ["PATH=@/home:/usr/bin:/bin"]},
        "'true' is looked up in '@/home', and '@/home' belongs to user OTHER"),
    "a program that everyone can write runs": ("commands", "@/own/open", {}, "'@/own/open' is world writable"),
    "a script runs by an interpreter of the user": ("commands", "@/own/script", {}, "the first line of '@/own/script' names"),
    "git is a program of the user": (
        "git", "clone", {"repository": "@/own/origin", "destination": "@/own/clone", "executable": "@/home/program"},
        FOREIGN),
    "a selection runs a program of the user": (
        "files", "@/own", {"depth_search": ALL, "touch": True,
                           "file_select": {"exec_program": "@/home/program", "file_result": "exec_program"}},
        FOREIGN),
    "a transformer is a program of the user": (
        "files", "@/own/new", {"transformer": "@/home/program $(this.promiser)"}, FOREIGN),
    "a package file of the user is installed": (
        "packages", "@/home/tool.deb", {"policy": "present"}, FOREIGN),
    "a repository of the user is cloned": (
        "git", "clone", {"repository": "@/home/origin", "destination": "@/own/clone"}, "dubious ownership"),
}


class Sink(BaseHTTPRequestHandler):
    """Answers each request, and remembers what it brought."""

    received = []

    def do_GET(self):
        self.send_response(200)
        self.send_header("Content-Length", "4")
        self.end_headers()
        self.wfile.write(b"page")

    def do_POST(self):
        self.received.append(self.rfile.read(int(self.headers.get("Content-Length", 0))))
        self.do_GET()

    def log_message(self, *_):
        pass


class Replay(RootCase):
    def setUp(self):
        super().setUp()
        self.write("only/secret", "root's\n", 0o600)
        (self.root / "only").chmod(0o700)
        self.write("own/new", "new\n")
        self.write("own/open", f"#!/bin/sh\ntouch {self.root}/ran\n", 0o777)
        self.write("own/script", f"#!{self.root}/home/program\n", 0o755)
        self.write("home/program", f"#!/bin/sh\ntouch {self.root}/ran\n", 0o755, OTHER)
        self.write("home/tool.deb", "not a package", 0o644, OTHER)
        home = self.root / "home"
        for folder in (home, home / "out"):
            folder.mkdir(exist_ok=True)
            os.chown(folder, OTHER, OTHER)
        self.plant("home/link", self.root / "only/secret")
        self.plant("home/sub", self.root / "only")
        self.plant("home/out/new", self.root / "only/secret")
        self.plant("home/zero", "/dev/zero")
        os.mkfifo(home / "fifo")
        os.chown(home / "fifo", OTHER, OTHER)
        with tarfile.open(self.root / "own/site.tar", "w") as archive:
            archive.add(self.root / "own/new", "new")

    def plant(self, name, target):
        (self.root / name).symlink_to(target)
        os.lchown(self.root / name, OTHER, OTHER)

    def origin(self, name, owner=0):
        """A repository with a commit."""
        folder = self.root / name
        commands = "git init -q . && git -c user.name=x -c user.email=x@example.org commit -q --allow-empty -m first"
        folder.mkdir()
        subprocess.run(["sh", "-ec", commands], cwd=folder, check=True)
        subprocess.run(["chown", "-R", f"{owner}:{owner}", folder], check=True)

    def promise(self, language, kind, promiser, attributes, *options):
        write, words = NEWER[language]
        return self.vow("run", *words, *options, self.write(language, write(kind, promiser, attributes)), HOME=str(self.root))

    def state(self):
        """All that the user must not be able to change."""
        only = self.root / "only"
        return {
            str(path): (path.lstat().st_mode, path.lstat().st_uid, path.lstat().st_mtime_ns, path.read_bytes() if path.is_file() else b"")
            for path in (only, *only.rglob("*"))
        }

    def test_an_attack_is_refused_in_every_language(self):
        self.origin("own/origin")
        self.origin("home/origin", OTHER)
        Sink.received.clear()
        with ThreadingHTTPServer(("127.0.0.1", 0), Sink) as server:
            thread = threading.Thread(target=server.serve_forever)
            thread.start()
            self.addCleanup(thread.join)
            self.addCleanup(server.shutdown)
            for attack, row in REFUSED.items():
                kind, promiser, attributes, fault, *languages = json.loads(
                    json.dumps(row).replace("@@", "\0").replace("@", str(self.root)).replace("\0", "@" + str(self.root))
                    .replace("PORT", str(server.server_port)).replace("OTHER", str(OTHER)))
                for language in languages or NEWER:
                    with self.subTest(f"{attack}, {language}"):
                        before = self.state()
                        done = self.promise(language, kind, promiser, attributes)
                        self.assertRegex(done.text, fault)
                        self.assertEqual(1, done.returncode, done.text)
                        self.assertEqual(before, self.state(), done.text)
                        self.assertFalse((self.root / "ran").exists(), done.text)
                        self.assertNotIn("root's", done.text)
                        for made in ("own/copy", "own/out", "own/clone"):
                            self.assertFalse((self.root / made).exists(), done.text)
        self.assertEqual([], Sink.received)


    def run_policy(self, language, text, *options, command="run"):
        _, words = NEWER[language]
        return self.vow(command, *words, *options, self.write(language, text), HOME=str(self.root))

    def test_a_command_gets_no_descriptor_of_its_agent_in_any_language(self):
        reads = self.write("own/reads", "#!/bin/sh\ncat <&9\nls /proc/self/fd | tr '\\n' ' '\n", 0o755)
        for language, (write, words) in NEWER.items():
            with self.subTest(language):
                policy = self.write(language, write("commands", str(reads), {}))
                opened = ["sh", "-c", f'exec 9<{self.root}/only/secret 7</; exec "$@"', "sh"]
                done = self.run_program([*opened, VOW, "run", *words, policy])
                self.assertNotIn("root's", done.text)
                self.assertRegex(done.text, r"0 1 2 (3 )?4? ?")
                self.assertNotIn("7 ", done.text.partition("0 1 2")[2][:12])

    def test_a_policy_that_others_could_change_is_refused_in_any_language(self):
        for language, (write, words) in NEWER.items():
            for change in ("chmod 666 POLICY", "chown OTHER POLICY; chmod 664 POLICY", "chmod 777 ROOT/plans", "chmod 1777 ROOT/plans; chown OTHER POLICY; chmod 666 POLICY"):
                with self.subTest(f"{language}: {change}"):
                    shutil.rmtree(self.root / "plans", ignore_errors=True)
                    policy = self.write(f"plans/{language}", write("commands", str(self.root / "own/open"), {}))
                    line = change.replace("POLICY", str(policy)).replace("ROOT", str(self.root)).replace("OTHER", f"{OTHER}:{OTHER}")
                    subprocess.run(["sh", "-ec", line], check=True)
                    for command in ("run", "check"):
                        done = self.vow(command, *words, policy)
                        self.assertRegex(done.text, "can be written by (everyone|group)|is writable by others")
                        self.assertEqual(3, done.returncode, done.text)
                        self.assertFalse((self.root / "ran").exists(), done.text)

    def test_a_check_starts_no_program_in_any_language(self):
        touch = self.write("own/touch", f"#!/bin/sh\ntouch {self.root}/ran\n", 0o755)
        texts = {
            "plan.otter": [f"set $x = $SHEval({touch});\n", f"SHExec {touch};\n", f"if $SHEval({touch}) == x {{ }}\n"],
            "plan.yaml": [LANGUAGES["plan.yaml"][0]("commands", str(touch), {})],
            "model.cf": [LANGUAGES["model.cf"][0]("commands", str(touch), {}), f'import exec\nhost = std::Host(name="localhost", os=std::linux)\n'
                         f'exec::Run(host=host, command="{touch}")\n'],
        }
        for language, policies in texts.items():
            for text in policies:
                with self.subTest(text):
                    done = self.run_policy(language, text, command="check")
                    self.assertEqual(0, done.returncode, done.text)
                    self.assertFalse((self.root / "ran").exists())

    def test_text_that_a_policy_reads_is_not_evaluated_in_any_language(self):
        code = f"$SHEval(touch {self.root}/ran) $secret {{{{.vars.secret}}}} `touch {self.root}/ran` $(touch {self.root}/ran)"
        self.write("own/text", code)
        self.write("model/project.yml", "name: p\nmodulepath: libs\n")
        self.write("model/libs/m/module.yml", "name: m\nversion: 1\n")
        self.write("model/libs/m/model/_init.cf", "\n")
        self.write("model/libs/m/files/text", code)
        self.write("model/main.cf", 'import m\nsecret = "TOPSECRET"\nstd::print(std::source("m/text"))\n')
        self.write("target.yaml", "vars: " + json.dumps({"secret": "TOPSECRET", "text": code}) + "\n")
        plan = LANGUAGES["plan.yaml"][0]("files", f"{self.root}/made", {"content": "{{.vars.text}}"})
        runs = {
            "plan.otter": ["run", self.write("plan.otter", f"set $secret = TOPSECRET;\nset $t = $FileContents({self.root}/own/text);\n"
                                                           "Log-Information $t; SHExec \"echo done\" (Variables: %(T: $t));\n")],
            "model": ["run", self.root / "model"],
            "plan.yaml": ["run", "--target", self.root / "target.yaml", self.write("plan.yaml", plan)],
        }
        for name, words in runs.items():
            with self.subTest(name):
                done = self.vow(*words, "-I")
                self.assertNotIn("TOPSECRET", done.text)
                self.assertFalse((self.root / "ran").exists(), done.text)
                self.assertIn("$SHEval(touch", done.text + (self.root / "made").read_text() if (self.root / "made").exists() else done.text)

    def test_a_secret_stays_one_when_its_description_has_a_mistake_in_any_language(self):
        """A mistake elsewhere, in the secret attribute itself (a model takes no text for it), and in the word for a secret."""
        module = (TESTS / "modules/tells_secrets.py").read_text()
        mistakes = {
            '"how": {"type": "banana"}': NEWER,
            '"password": {"type": "banana", "secret": True}': ("plan.otter", "plan.yaml"),
            '"password": {"secret": "yes"}': NEWER,
        }
        for mistake, languages in mistakes.items():
            described = module.replace('"how": {}', mistake)
            self.write("modules/account.py", described, 0o755)
            self.write("project.yml", "name: p\n")
            for language in languages:
                write, words = NEWER[language]
                with self.subTest(f"{language}: {mistake}"):
                    policy = self.write(language, write("account", "ann", {"password": "hunter2supersecret"}))
                    done = self.vow("run", "-d", *words, "--modules-folder", "modules", "--json", self.root / "events",
                                    "--record", self.root / "record", policy)
                    shown = done.text + (self.root / "events").read_text()
                    shown += "".join(path.read_text() for path in (self.root / "record").rglob("*") if path.is_file())
                    self.assertIn("password is", shown)
                    self.assertNotIn("hunter2", shown)
                    shutil.rmtree(self.root / "record")

    def test_no_report_is_written_through_a_planted_link_in_any_language(self):
        for language, (write, words) in NEWER.items():
            for option, path in (("--json", "home/link"), ("--json", "home/sub/events"), ("--log-file", "home/link"), ("--log-file", "home/sub/log")):
                with self.subTest(f"{language}: {option} {path}"):
                    before = self.state()
                    done = self.vow("run", *words, option, self.root / path, self.write(language, write("commands", "/bin/true", {})))
                    self.assertRegex(done.text, "link")
                    self.assertEqual(before, self.state(), done.text)


if __name__ == "__main__":
    run_unittests()
