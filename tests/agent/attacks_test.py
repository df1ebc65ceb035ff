#!/usr/bin/env python3
"""Root gains an ordinary user nothing: programs and texts that the user has planted are refused in all four languages.

usage: attacks_test.py VOW
"""

import contextlib
import ctypes
import http.server
import os
import shutil
import subprocess
import sys
import threading
import time
from pathlib import Path

TESTS = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(TESTS / "support"))
from root_case import LIMIT, OTHER, VOW, RootCase
from tally import run_unittests, skip_without

# A plan of each language that runs the program PROGRAM.
CFENGINE = 'bundle agent main { commands: "PROGRAM"; }\n'
OTTERSCRIPT = "Exec PROGRAM;\n"
INMANTA = 'import exec\nhost = std::Host(name="localhost", os=std::linux)\nexec::Run(host=host, command="PROGRAM")\n'
SKOPOS = """doctype: com.datagridsys.doctype/skopos/deploy-plan
version: alpha/1
steps: [{id: all, class: group, on_fail: fail, steps: [{id: one, class: action, exec: PROGRAM, on_fail: fail}]}]
"""

TRIES = int(os.environ.get("VOW_RACE_TRIES", "20"))  # of each race
AT_FDCWD, RENAME_EXCHANGE = -100, 2


def exchanged(one, other):
    """Exchanges two entries over and over."""
    libc = ctypes.CDLL(None)
    return repeated(lambda: libc.renameat2(AT_FDCWD, bytes(one), AT_FDCWD, bytes(other), RENAME_EXCHANGE))


def come_and_gone(path, text):
    """Makes and removes a file of the other user over and over."""

    def step():
        if path.exists():
            path.unlink()
        else:
            path.with_suffix(".new").write_text(text)
            os.chown(path.with_suffix(".new"), OTHER, OTHER)
            path.with_suffix(".new").rename(path)

    return repeated(step)


@contextlib.contextmanager
def repeated(step):
    ended = threading.Event()

    def work():
        while not ended.is_set():
            step()
            time.sleep(0.0003)

    thread = threading.Thread(target=work)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()


class Refusal(http.server.BaseHTTPRequestHandler):
    """Answers each request that it needs a user and password."""

    def do_GET(self):
        self.send_response(401)
        self.send_header("WWW-Authenticate", 'Basic realm="x"')
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_words):
        pass


@contextlib.contextmanager
def refusing_server():
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Refusal) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield server.server_port
        finally:
            server.shutdown()
            thread.join()


class Attacks(RootCase):
    def plans(self, program):
        """The words that run each plan."""
        return {
            "CFEngine": [self.write("p.cf", CFENGINE.replace("PROGRAM", str(program)))],
            "OtterScript": [self.write("p.otter", OTTERSCRIPT.replace("PROGRAM", str(program)))],
            "Inmanta": ["--language", "inmanta", self.write("m.cf", INMANTA.replace("PROGRAM", str(program)))],
            "Skopos": [self.write("plan.yaml", SKOPOS.replace("PROGRAM", str(program)))],
        }

    def package(self, name, script):
        """A package file whose installation runs a script."""
        self.write(f"{name}/DEBIAN/control", f"Package: {name}\nVersion: 1.0\nArchitecture: all\nMaintainer: m\nDescription: d\n")
        self.write(f"{name}/DEBIAN/postinst", f"#!/bin/sh\n{script}\n", 0o755)
        file = self.root / f"{name}.deb"
        skip_without(self, "dpkg-deb", shutil.which("dpkg-deb"), "package files are made by dpkg-deb")
        subprocess.run(["dpkg-deb", "--build", self.root / name, file], check=True, capture_output=True)
        return file

    def refuses(self, words, fault):
        """Nothing runs, and the message names the fault."""
        done = self.vow("run", *words)
        self.assertIn(fault, done.text)
        self.assertFalse((self.root / "ran").exists(), done.text)
        self.assertEqual(1, done.returncode, done.text)

    def test_a_program_of_another_user_is_refused(self):
        program = self.write("program", f"#!/bin/sh\ntouch {self.root}/ran\n", 0o755, OTHER)
        for language, words in self.plans(program).items():
            with self.subTest(language):
                self.refuses(words, f"'{program}' belongs to user {OTHER}")

    def test_no_program_is_looked_up_in_a_folder_where_others_can_put_some(self):
        """Whether there is one by now or not: it could be there the next time."""
        own = self.write("own/tool", f"#!/bin/sh\ntouch {self.root}/own-ran\n", 0o755)
        script = self.write("script", "#!/usr/bin/env tool\n", 0o755)
        home, sticky = self.root / "home", self.root / "sticky"
        home.mkdir()
        os.chown(home, OTHER, OTHER)
        sticky.mkdir()
        sticky.chmod(0o1777)
        folders = {
            home: f"'{home}' belongs to user {OTHER}",
            sticky: f"'{sticky}' can be written by everyone",
            sticky / "absent": f"'{sticky}/absent' is not there, and others can put it there",
            Path("home"): "it is another folder wherever a program works",
        }
        plans = self.plans(script)
        plans["CFEngine, a word"] = [self.write("word.cf", CFENGINE.replace('"PROGRAM";', '"tool" contain => shell;')
                                                + 'body contain shell { useshell => "useshell"; }\n')]
        plans["OtterScript, a word"] = [self.write("word.otter", OTTERSCRIPT.replace("PROGRAM", "tool"))]
        plans["Skopos, a word"] = [self.write("word.yaml", SKOPOS.replace("PROGRAM", "tool"))]
        for folder, fault in folders.items():
            path = f"{folder}:{own.parent}:{os.environ['PATH']}"
            for is_planted in (False, True):
                if is_planted and folder.parent != sticky:
                    self.write(self.root / folder / "tool", f"#!/bin/sh\ntouch {self.root}/ran\n", 0o755, OTHER)
                for language, words in plans.items():
                    with self.subTest(f"{language}, {folder}, {is_planted}"):
                        done = self.vow("run", *words, PATH=path)
                        self.assertEqual(0, done.returncode, done.text)
                        self.assertFalse((self.root / "ran").exists(), done.text)
                        self.assertTrue((self.root / "own-ran").exists(), done.text)
                        (self.root / "own-ran").unlink()
                        warning = f"No programs are looked up in '{folder}', which PATH names: {fault}"
                        self.assertEqual(1, done.text.count(warning), done.text)
        done = self.vow("run", "--trust-paths", *plans["OtterScript, a word"], PATH=f"{home}:{own.parent}:{os.environ['PATH']}")
        self.assertTrue((self.root / "ran").exists(), done.text)
        self.assertNotIn("No programs", done.text)

    def test_a_path_that_a_policy_sets_is_restricted_as_well(self):
        home = self.root / "home"
        self.write("home/tool", f"#!/bin/sh\ntouch {self.root}/ran\n", 0o755, OTHER)
        os.chown(home, OTHER, OTHER)
        policy = self.write("p.cf", f"""body agent control {{ environment => {{ "PATH={home}:/usr/bin:/bin" }}; }}
bundle agent main {{ commands: "tool" contain => shell; reports: "$(path)"; vars: "path" string => getenv("PATH", 100); }}
body contain shell {{ useshell => "useshell"; }}
""")
        done = self.vow("run", policy)
        self.assertIn(f"No programs are looked up in '{home}'", done.text)
        self.assertIn("R: /usr/bin:/bin\n", done.text)
        self.assertFalse((self.root / "ran").exists(), done.text)

    def test_a_program_that_a_package_method_names_is_trusted(self):
        program = self.write("program", f"#!/bin/sh\ntouch {self.root}/ran\n", 0o755, OTHER)
        for shell in ("true", "false"):
            with self.subTest(shell):
                policy = self.write("p.cf", f"""bundle agent main {{ packages: "tool" package_policy => "add", package_method => m; }}
body package_method m {{
  package_list_command => "{program}";
  package_installed_regex => ".*";
  package_list_name_regex => "^(\\S+)";
  package_list_version_regex => "^\\S+ (\\S+)";
  package_add_command => "/bin/true";
  package_commands_useshell => "{shell}"; }}
""")
                self.refuses([policy], f"'{program}' belongs to user {OTHER}")

    def test_a_script_whose_first_line_names_a_program_of_another_user_is_refused(self):
        interpreter = self.write("interpreter", f"#!/bin/sh\ntouch {self.root}/ran\n", 0o755, OTHER)
        link = self.root / "link"
        link.symlink_to(interpreter)
        for named in (interpreter, link):
            script = self.write("script", f"#!{named}\n", 0o755)
            for language, words in self.plans(script).items():
                with self.subTest(language):
                    self.refuses(words, f"the first line of '{script}' names '{named}'")

    def test_a_program_that_git_starts_is_trusted(self):
        ssh = self.write("ssh", f"#!/bin/sh\ntouch {self.root}/ran\nexit 1\n", 0o755, OTHER)
        policy = self.write("p.cf", f"""bundle agent main {{
  git: "{self.root}/clone" repository => "ssh://host.invalid/x", ssh_executable => "{ssh}"; }}
""")
        self.refuses([policy], f"'{ssh}' belongs to user {OTHER}")

    def test_a_package_file_of_another_user_is_not_installed(self):
        package = self.package("tool", f"touch {self.root}/ran")
        os.chown(package, OTHER, OTHER)
        shutil.copy(package, self.root / "tool_1.0.deb")
        os.chown(self.root / "tool_1.0.deb", OTHER, OTHER)
        calls = self.root / "calls"
        method = """body package_method m {
  package_list_command => "/bin/echo nothing 1 all";
  package_installed_regex => ".*";
  package_list_name_regex => "^(\\S+)";
  package_list_version_regex => "^\\S+ (\\S+)";
  package_list_arch_regex => "(\\S+)$";
  package_name_convention => "CONVENTION";
  package_add_command => "/usr/bin/touch CALLS";
  FURTHER }
""".replace("CALLS", str(calls))
        repositories = f'package_file_repositories => {{ "{self.root}" }};'
        module = self.write(
            "module", f'#!/bin/sh\necho "$1" >> {calls}.module\n[ $1 = supports-api-version ] && echo 1\n', 0o755
        )
        added = 'bundle agent main { packages: "NAME" package_policy => "add", package_method => m; }\n'
        ways = {
            "by the package manager": f'bundle agent main {{ packages: "{package}" policy => "present"; }}\n',
            "by a method": added.replace("NAME", str(package))
            + method.replace("CONVENTION", "$(name)").replace("FURTHER", ""),
            "from a repository": added.replace("NAME", "tool")
            + method.replace("CONVENTION", "$(name)_$(version).deb").replace("FURTHER", repositories),
            "by a module": f'bundle agent main {{ packages: "{package}" policy => "present", package_module => m; }}\n'
            + f'body package_module m {{ module_path => "{module}"; }}\n',
        }
        for way, text in ways.items():
            with self.subTest(way):
                self.refuses([self.write("p.cf", text)], f"belongs to user {OTHER}")
                self.assertFalse(calls.exists())
        self.assertEqual("supports-api-version", Path(f"{calls}.module").read_text().strip())

    def test_text_of_another_user_does_not_become_a_plan_or_a_script(self):
        touch = f"touch {self.root}/ran"
        statement = f"<% SHExec {touch}; %>"
        inventory = "servers: [{name: one, roles: []}]\nvariables: []\n"
        plugin = f"import os\nos.system({touch!r})\n"
        uses = {
            "raft/evil.sh": (touch, "SHCall evil.sh;"),
            "raft/evil.py": (plugin, "PYCall evil.py;"),
            "raft/ensure.sh": (touch, "SHEnsure (Key: a, Value: b, CollectScript: ensure.sh);"),
            "raft/page.txt": (statement, "Apply-Template page (OutputFile: ROOT/out);"),
            "elsewhere/page.txt": (statement, "Apply-Template (InputFile: ROOT/elsewhere/page.txt, OutputFile: ROOT/out);"),
            "raft/asset": ("text", "Ensure-Asset asset (To: ROOT/out);"),
            "inventory.yaml": (inventory, "Log-Information $ServerName;"),
        }
        for name, (text, statement) in uses.items():
            for mode, owner in ((0o644, OTHER), (0o666, 0)):
                with self.subTest(f"{name} {mode:o}"):
                    planted = self.write(name, text, mode, owner)
                    plan = self.write("p.otter", statement.replace("ROOT", str(self.root)) + "\n")
                    options = ["--inventory", planted] if name.startswith("inventory") else ["--raft", self.root / "raft"]
                    (self.root / "raft").mkdir(exist_ok=True)
                    done = self.vow("run", *options, plan)
                    self.assertIn("it is not trusted", done.text)
                    self.assertNotEqual(0, done.returncode, done.text)
                    for made in ("ran", "out"):
                        self.assertFalse((self.root / made).exists(), done.text)
                    planted.unlink()

    def test_text_of_another_user_does_not_become_a_model(self):
        evil = f"import os\nos.system('touch {self.root}/ran')\n"
        jinja = "{{ self.__init__.__globals__.__builtins__.__import__('os').popen('id').read() }}"
        main = {
            "model/libs/m/plugins/sub/x.py": "import m\nstd::print(m::one())\n",
            "model/libs/m/plugins/sub/__pycache__/x.pyc": "import m\nstd::print(m::one())\n",
            "model/libs/m/templates/t.j2": 'import m\nstd::print(std::template("m/t.j2"))\n',
            "model/libs/m/files/f": 'import m\nstd::print(std::source("m/f"))\n',
            "model/libs/m/model/_init.cf": "import m\n",
            "model/project.yml": "",
        }
        if subprocess.run(["python3", "-c", "import jinja2"], capture_output=True, check=False).returncode != 0:
            del main["model/libs/m/templates/t.j2"]
        for planted, model in main.items():
            with self.subTest(planted):
                self.write("model/project.yml", "name: p\nmodulepath: libs\n")
                self.write("model/libs/m/module.yml", "name: m\nversion: 1\n")
                self.write("model/libs/m/model/_init.cf", "\n")
                plugin = "from inmanta.plugins import plugin\n@plugin\ndef one() -> 'int':\n    return 1\n"
                self.write("model/libs/m/plugins/__init__.py", plugin)
                self.write("model/libs/m/plugins/sub/__init__.py", "")
                self.write("model/main.cf", model)
                path = self.root / planted
                self.write(planted, path.read_text() if path.exists() else jinja if path.suffix == ".j2" else evil, 0o666)
                done = self.vow("run", self.root / "model")
                self.assertRegex(done.text, "can be written by everyone|is writable by others")
                self.assertNotIn("No such file", done.text)
                self.assertNotEqual(0, done.returncode, done.text)
                self.assertNotIn("uid=0", done.text)
                self.assertFalse((self.root / "ran").exists())
                path.unlink()

    def test_nothing_is_read_through_a_planted_link(self):
        secret = self.write("secret", "k=TOPSECRET\n", 0o600)
        self.write("e/plain.txt", "plain\n", 0o644, OTHER)
        link = self.root / "e/b.txt"
        link.symlink_to(secret)
        os.lchown(link, OTHER, OTHER)
        path = f'"{link}"'
        calls = [f"readfile({path})", f"file_hash({path}, sha256)",
                 f'countlinesmatching("k.*", {path})', f'readenvfile({path})', f'readjson({path})', f'readdata({path}, "JSON")',
                 f'readstringlist({path}, "#", ",", 10, 100)', f'getfields("k.*", {path}, "=", "a")',
                 f'regline("k=TOP.*", {path})', f'hashmatch({path}, sha256, "x")']
        for call in calls:
            with self.subTest(call):
                plan = self.write("p.cf", "bundle agent main { classes: \"c\" expression => isgreaterthan(concat(CALL), \"\"); }\n".replace("CALL", call))
                done = self.vow("run", plan)
                self.assertIn("Cannot follow symlink", done.text)
                self.assertNotIn("TOPSECRET", done.text)
        report = 'bundle agent main { reports: "x" printfile => p; } body printfile p { file_to_print => PATH; number_of_lines => "9"; }\n'
        insert = (
            f'bundle agent main {{ files: "{self.root}/out" create => "true", edit_line => i; }}\n'
            "bundle edit_line i { insert_lines: PATH insert_type => \"file\"; }\n"
        )
        for policy in (report, insert):
            with self.subTest(policy):
                done = self.vow("run", self.write("p.cf", policy.replace("PATH", path)))
                self.assertIn("Cannot follow symlink", done.text)
                self.assertNotIn("TOPSECRET", done.text + self.read("out"))
        operations = {
            f"Concatenate-Files (Directory: {self.root}/e, Include: *.txt, File: {self.root}/out);": "Cannot follow symlink",
            f"Log-Information $FileContents({link});": "Cannot follow symlink",
            f"Log-Information $FileContents({link}, 5);": "Cannot follow symlink",
            f"Ensure-HostsEntry name (IP: 10.0.0.2, FileName: {link});": "Cannot follow symlink",
            f"Replace-Text (Directory: {self.root}/e, Include: b.txt, SearchText: k, ReplaceWith: l);": "Cannot follow symlink",
        }
        for operation, why in operations.items():
            with self.subTest(operation):
                (self.root / "out").unlink(missing_ok=True)
                done = self.vow("run", self.write("p.otter", operation + "\n"))
                self.assertIn(why, done.text)
                self.assertNotIn("TOPSECRET", done.text + self.read("out"))
                self.assertEqual(1, done.returncode, done.text)

    def read(self, name):
        path = self.root / name
        return path.read_text() if path.exists() else ""

    def test_text_that_operations_pass_on_is_not_logged(self):
        self.write("e/a.txt", "TOPSECRET\n", 0o600)
        joins = f"Concatenate-Files (Directory: {self.root}/e, Include: *.txt, File: {self.root}/out);\n"
        changes = f"Replace-Text (Directory: {self.root}/e, Include: *.txt, SearchText: x, ReplaceWith: y);\n"
        for options in (["-n"], []):
            self.write("e/b.txt", "TOPSECRETx", 0o600)
            done = self.vow("run", "-v", *options, self.write("p.otter", joins + changes))
            self.assertIn("pdate file" if options else "Updated file", done.text)
            self.assertNotIn("TOPSECRET", done.text)
        self.assertEqual("TOPSECRET\nTOPSECRETx", self.read("out"))

    def test_passwords_in_addresses_are_shown_nowhere(self):
        promises = {}
        for user in ("bob:TOPSECRET", "TOPSECRET"):
            url = f"http://{user}@127.0.0.1:1/x.git"
            promises[f"git {user}"] = f'git: "{self.root}/clone" repository => "{url}";'
            promises[f"http {user}"] = f'http: "{url}";'
        for name, promise in promises.items():
            with self.subTest(name):
                events = self.root / "events"
                done = self.vow("run", "-v", "--json", events, self.write("p.cf", f"bundle agent main {{ {promise} }}\n"))
                self.assertEqual(1, done.returncode, done.text)
                self.assertIn("127.0.0.1:1/x.git", done.text)
                self.assertNotIn("TOPSECRET", done.text + events.read_text())

    def test_git_works_in_a_folder_that_others_can_exchange(self):
        skip_without(self, "git", shutil.which("git") is not None, "it is not installed")
        origin, home = self.root / "origin", self.root / "home"
        git = ["git", "-c", "user.name=x", "-c", "user.email=x@example.org", "-C"]
        origin.mkdir()
        home.mkdir()
        os.chown(home, OTHER, OTHER)
        subprocess.run([*git, origin, "init", "-q", "-b", "main"], check=True)
        plan = self.write("p.cf", f'bundle agent main {{ git: "{home}/deep/site" repository => "{origin}", force => "true"; }}\n')
        for text in ("one", "two"):
            (origin / "f").write_text(text)
            for words in (["add", "f"], ["commit", "-qm", text]):
                subprocess.run([*git, origin, *words], check=True)
            self.assertIn("1 repaired, 0 not kept", self.vow("run", "-I", plan).text)
            self.assertEqual(text, self.read("home/deep/site/f"))
            self.assertIn("1 kept, 0 repaired", self.vow("run", "-I", plan).text)
        self.assertEqual([], list(self.root.glob(".vow-git-*")))

    def origin(self):
        """A repository with one commit."""
        skip_without(self, "git", shutil.which("git") is not None, "it is not installed")
        self.write("origin/f", "one")
        git = ["git", "-c", "user.name=x", "-c", "user.email=x@example.org", "-C", self.root / "origin"]
        for words in (["init", "-q", "-b", "main"], ["add", "f"], ["commit", "-qm", "one"]):
            subprocess.run([*git, *words], check=True)
        return self.root / "origin"

    def test_git_clones_to_a_mount_of_another_user(self):
        origin, home = self.origin(), self.root / "home"
        home.mkdir()
        plan = self.write("p.cf", f'bundle agent main {{ git: "{home}/site" repository => "{origin}"; }}\n')
        script = f"mount -t tmpfs none {home} && chown {OTHER} {home} && chmod 755 {home} && cd {self.root} || exit 99; "
        script += f'"$@"; status=$?; cat {home}/site/f; exit $status'
        ran = self.run_program(["unshare", "-m", "sh", "-c", script, "sh", VOW, "run", "-I", plan])
        skip_without(self, "mount", ran.returncode != 99 and "unshare" not in ran.stderr, ran.stderr)
        self.assertIn("1 repaired, 0 not kept", ran.text)
        self.assertTrue(ran.stdout.endswith("one"), ran.stdout)
        self.assertEqual([], list(self.root.glob(".vow-git-*")))

    def test_folders_for_git_that_a_killed_run_left_are_removed(self):
        origin, home = self.origin(), self.root / "home"
        home.mkdir()
        os.chown(home, OTHER, OTHER)
        self.write(".vow-git-999999999-1/clone/f", "")
        self.write(f".vow-git-{os.getpid()}-1/clone/f", "")
        plan = self.write("p.cf", f'bundle agent main {{ git: "{home}/site" repository => "{origin}"; }}\n')
        self.assertIn("1 repaired, 0 not kept", self.vow("run", "-I", plan).text)
        self.assertEqual([f".vow-git-{os.getpid()}-1"], [path.name for path in self.root.glob(".vow-git-*")])

    def test_helpers_of_root_give_no_passwords_to_checkouts_of_others(self):
        skip_without(self, "git", shutil.which("git") is not None, "it is not installed")
        self.write(".gitconfig", f'[credential]\n\thelper = "!f() {{ echo \\"$1\\" >> {self.root}/asked; }}; f"\n')
        home = self.root / "home"
        home.mkdir()
        os.chown(home, OTHER, OTHER)
        with refusing_server() as port:
            for folder, user, is_asked in (("own", "", True), ("home", "", False), ("own", "bob:pw@", False)):
                with self.subTest(f"{user}{folder}"):
                    url = f"http://{user}127.0.0.1:{port}/x.git"
                    plan = self.write("p.cf", f'bundle agent main {{ git: "{self.root}/{folder}/site" repository => "{url}"; }}\n')
                    self.assertEqual(1, self.vow("run", plan, HOME=str(self.root)).returncode)
                    self.assertEqual(is_asked, (self.root / "asked").exists())
                    (self.root / "asked").unlink(missing_ok=True)

    def test_a_user_who_exchanges_folders_for_links_wins_no_race_against_git(self):
        skip_without(self, "git", shutil.which("git") is not None, "it is not installed")
        origin, home, only = self.root / "origin", self.root / "home", self.root / "only"
        git = ["git", "-c", "user.name=x", "-c", "user.email=x@example.org", "-C"]
        (origin / "sub").mkdir(parents=True)
        for folder in (home / "sub", only):
            folder.mkdir(parents=True)
        (origin / "f").write_text("one")
        for words in (["init", "-q", "-b", "main"], ["add", "f"], ["commit", "-qm", "one"]):
            subprocess.run([*git, origin, *words], check=True)
        for folder in (home / "sub", only):
            subprocess.run(["git", "clone", "-q", origin, folder / "old"], check=True)
        (only / "old/f").write_text("root's")
        (home / "link").symlink_to(only)
        for path in (home, home / "sub", home / "link"):
            os.lchown(path, OTHER, OTHER)
        policy = (
            f'bundle agent main {{ git: "NEW" repository => "{origin}"; "{home}/sub/old" repository => "{origin}", force => "true"; }}\n'
        )
        made = 0
        with exchanged(home / "sub", home / "link"):
            for attempt in range(TRIES):
                self.vow("run", self.write("p.cf", policy.replace("NEW", f"{home}/sub/new{attempt}")))
                self.assertEqual(["old"], os.listdir(only))
                self.assertEqual("root's", (only / "old/f").read_text())
        for folder in (home / "sub", home / "link"):
            made += sum(name.startswith("new") for name in os.listdir(folder))
        self.assertGreater(made, 0)
        self.assertEqual([], list(self.root.glob(".vow-git-*")))

    def races(self):
        """By the name of the file that a user exchanges: its text, a harmless one, and the plan that reads it."""
        touch = f"touch {self.root}/ran"
        inventory = "servers: [{name: one, roles: []}]\nvariables: [{name: Text, value: TEXT}]\n"
        template = f"<% SHExec {touch}; %>"
        module = f"promise agent t {{ path => \"FOLDER/m.sh\"; interpreter => \"/bin/sh\"; }}\nbundle agent main {{ t: \"x\"; }}\n"
        names = """bundle agent main { classes: "read" expression => read_module_protocol("FOLDER/names");
  commands: evil:: "/bin/touch ROOT/ran"; }\n""".replace("ROOT", str(self.root))
        return {
            "script.sh": (touch, "true", "p.otter", "SHCall script.sh;\n"),
            "page.txt": (template, "text", "p.otter", "Apply-Template (InputFile: FOLDER/page.txt, OutputFile: ROOT/out);\n"),
            "inventory.yaml": (inventory.replace("TEXT", "ran"), inventory, "p.otter", f"if $Text == ran {{ SHExec {touch}; }}\n"),
            "m.sh": (touch, "true", "p.cf", module),
            "names": ("+evil\n", "+good\n", "p.cf", names),
            "input.cf": (
                f'bundle agent other {{ commands: "/bin/{touch}"; }}\n',
                "bundle agent other { }\n",
                "p.cf",
                'body common control { inputs => { "FOLDER/input.cf" }; bundlesequence => { "other" }; }\n',
            ),
        }

    def run_race(self, folder, name, plan, text):
        text = text.replace("FOLDER", str(folder)).replace("ROOT", str(self.root))
        options = ["--inventory", folder / name] if name.startswith("inventory") else []
        options += ["--raft", folder] if plan.endswith("otter") else []
        return self.vow("run", "-K", *options, self.write(plan, text))

    def test_a_user_who_exchanges_folders_for_links_wins_no_race_for_what_is_run(self):
        home, own = self.root / "home", self.root / "own"
        (home / "sub").mkdir(parents=True)
        own.mkdir()
        (home / "link").symlink_to(own)
        os.chown(home, OTHER, OTHER)
        os.lchown(home / "link", OTHER, OTHER)
        os.chown(home / "sub", OTHER, OTHER)
        for name, (evil, good, plan, text) in self.races().items():
            with self.subTest(name):
                self.write(f"own/{name}", good)
                self.write(f"home/sub/{name}", evil, owner=OTHER)
                with exchanged(home / "sub", home / "link"):
                    for _ in range(TRIES):
                        done = self.run_race(home / "sub", name, plan, text)
                        self.assertFalse((self.root / "ran").exists(), done.text)
                for each in (own, home / "sub", home / "link"):
                    (each / name).unlink(missing_ok=True)

    def test_a_file_that_comes_and_goes_wins_no_race_for_what_is_run(self):
        """In a sticky folder, where the file is not trusted, and may be absent when it is checked."""
        drop = self.root / "drop"
        drop.mkdir()
        drop.chmod(0o1777)
        for name, (evil, _, plan, text) in self.races().items():
            with self.subTest(name), come_and_gone(drop / name, evil):
                for _ in range(TRIES):
                    (self.root / "ran").unlink(missing_ok=True)
                    done = self.run_race(drop, name, plan, text)
                    self.assertFalse((self.root / "ran").exists(), done.text)

    def test_a_user_who_exchanges_package_files_wins_no_race(self):
        skip_without(self, "apt-get", shutil.which("apt-get") is not None, "it is not installed")
        evil, good = self.package("evil", f"touch {self.root}/ran"), self.package("good", "exit 1")
        home = self.root / "home"
        home.mkdir()
        for owner, package, name in ((OTHER, evil, "one.deb"), (0, good, "other.deb")):
            shutil.copy(package, home / name)
            os.chown(home / name, owner, owner)
        os.chown(home, OTHER, OTHER)
        plan = self.write("p.cf", f'bundle agent main {{ packages: "{home}/one.deb" policy => "present"; }}\n')
        with exchanged(home / "one.deb", home / "other.deb"):
            for _ in range(TRIES):
                done = self.vow("run", "-K", plan)
                self.assertIn("can be written by" if "written" in done.text else "belongs to", done.text)
                self.assertFalse((self.root / "ran").exists(), done.text)

    def test_nothing_is_mounted_in_a_folder_that_others_can_exchange(self):
        home = self.root / "home"
        home.mkdir()
        os.chown(home, OTHER, OTHER)
        self.write("bin/mount", f"#!/bin/sh\ntouch {self.root}/ran\n", 0o755)
        mount = 'mount_type => "nfs", mount_source => "/x", mount_server => "localhost"'
        policy = f'bundle agent main {{ storage: "{home}/data" mount => m; }} body mount m {{ {mount.replace(", ", "; ")}; }}\n'
        plan = self.write("p.cf", policy)
        done = self.vow("run", plan, PATH=f"{self.root}/bin:{os.environ['PATH']}")
        self.assertIn(f"'{home}/data' is not trusted", done.text)
        self.assertFalse((self.root / "ran").exists(), done.text)

    def test_an_archive_runs_nothing_of_its_folder(self):
        for name in ("zipfile", "argparse", "struct", "shutil"):
            self.write(f"site/{name}.py", f"open('{self.root}/ran', 'w')\n", 0o644, OTHER)
        plan = self.write(
            "p.otter",
            f"for directory {self.root}/site {{\nCreate-ZipFile {self.root}/site.zip (Directory: {self.root}/site);\n"
            f"Extract-ZipFile {self.root}/site.zip (Directory: {self.root}/copy);\n}}\n",
        )
        done = self.vow("run", plan)
        self.assertEqual(0, done.returncode, done.text)
        self.assertFalse((self.root / "ran").exists(), done.text)
        self.assertTrue((self.root / "copy/struct.py").exists(), done.text)

    def test_a_check_runs_nothing_of_a_model(self):
        evil = f"open('{self.root}/ran', 'w')\n"
        plugin = f"from inmanta.plugins import plugin\n{evil}@plugin\ndef one() -> 'int':\n    return 1\n"
        self.write("model/project.yml", "name: p\nmodulepath: libs\n")
        self.write("model/libs/m/module.yml", "name: m\nversion: 1\n")
        self.write("model/libs/m/model/_init.cf", "\n")
        self.write("model/libs/m/plugins/__init__.py", plugin)
        self.write("model/libs/m/templates/t.j2", "{{ cycler.__init__.__globals__.os.system('touch ROOT/ran') }}".replace("ROOT", str(self.root)))
        self.write("model/main.cf", 'import m\nx = m::one()\ny = std::template("m/t.j2")\nif x == 1:\n    z = 1\nend\n')
        done = self.vow("check", self.root / "model")
        self.assertEqual(0, done.returncode, done.text)
        self.assertFalse((self.root / "ran").exists())
        self.vow("check", "--evaluate", self.root / "model")
        self.assertTrue((self.root / "ran").exists())
        (self.root / "ran").unlink()

        module = self.write("m.sh", f"#!/bin/sh\ntouch {self.root}/ran\n", 0o755)
        self.write("model/project.yml", f"name: p\npromise_modules: {{thing: {{path: {module}}}}}\n")
        self.write("model/main.cf", "import vow\nvow::Thing(host=1)\n")
        done = self.vow("check", self.root / "model")
        self.assertEqual(0, done.returncode, done.text)
        self.assertIn("--evaluate [unread-modules]", done.text)
        self.assertFalse((self.root / "ran").exists())
        self.vow("check", "--evaluate", self.root / "model")
        self.assertTrue((self.root / "ran").exists())

    def test_the_working_folder_gives_scripts_nothing_to_import(self):
        site = self.root / "site"
        for name in ("json", "os", "sys", "traceback", "zipfile", "argparse", "encodings/__init__", "sitecustomize"):
            self.write(f"site/{name}.py", f"open('{self.root}/ran', 'w')\n", owner=OTHER)
        os.chown(site, OTHER, OTHER)
        self.write("raft/hello.py", "import json, argparse\nprint('hello')\n")
        plan = self.write("p.otter", f"for directory {site} {{ PYCall hello.py; }}\n")
        done = self.vow("run", "-I", "--raft", self.root / "raft", plan)
        self.assertIn("hello", done.text)
        self.assertFalse((self.root / "ran").exists())

    def test_the_imports_of_a_python_module_are_trusted(self):
        module = self.write("modules/m.py", "import json\n", 0o755)
        self.write("modules/json.py", f"open('{self.root}/ran', 'w')\n", owner=OTHER)
        policy = self.write("p.cf", f"""promise agent t {{ path => "{module}"; interpreter => "/usr/bin/python3"; }}
bundle agent main {{ t: "x"; }}
""")
        self.refuses([policy], f"json.py' belongs to user {OTHER}")

    def test_programs_of_vow_itself_load_nothing_that_the_environment_names(self):
        evil = self.root / "evil"
        for name in ("json", "sitecustomize", "traceback"):
            self.write(f"evil/{name}.py", f"open('{self.root}/ran', 'w')\n")
        self.write("evil/hooks/post-checkout", f"#!/bin/sh\ntouch {self.root}/ran\n", 0o755)
        self.write("raft/hello.py", "import json\nprint('hello')\n")
        subprocess.run(["git", "init", "-q", self.root / "repository"], check=True)
        commit = ["git", "-C", self.root / "repository", "-c", "user.name=a", "-c", "user.email=b"]
        subprocess.run([*commit, "commit", "-q", "--allow-empty", "-m", "m"], check=True)
        self.write("model/project.yml", "name: p\nmodulepath: libs\n")
        self.write("model/libs/m/module.yml", "name: m\nversion: 1\n")
        self.write("model/libs/m/model/_init.cf", "\n")
        plugin = "from inmanta.plugins import plugin\n@plugin\ndef one() -> 'int':\n    return 1\n"
        self.write("model/libs/m/plugins/__init__.py", plugin)
        self.write("model/main.cf", "import m\nstd::print(m::one())\n")
        clone = f'bundle agent main {{ git: "{self.root}/clone" repository => "{self.root}/repository"; }}\n'
        for words in (
            [self.write("p.cf", clone)],
            ["--raft", self.root / "raft", self.write("p.otter", "PYCall hello.py;\n")],
            [self.root / "model"],
        ):
            with self.subTest(words):
                done = self.vow(
                    "run", *words, PYTHONPATH=str(evil), PYTHONSTARTUP=str(evil / "json.py"), GIT_TEMPLATE_DIR=str(evil)
                )
                self.assertEqual(0, done.returncode, done.text)
                self.assertFalse((self.root / "ran").exists(), done.text)

    def test_scripts_and_their_variables_are_not_arguments(self):
        self.write("raft/show.py", "print(open('/proc/self/cmdline').read(), len(PW))\n")
        show = "tr '\\\\0' ' ' < /proc/$$/cmdline; echo ${#PW}".replace("$", "`$")
        plan = self.write("p.otter", f"""set $pw = hunter2supersecret;
SHExec >>{show}>> (Variables: %(PW: $pw));
PYCall show.py (InputVariables: %(PW: $pw));
""")
        done = self.vow("run", "-I", "--raft", self.root / "raft", plan)
        self.assertEqual(0, done.returncode, done.text)
        self.assertIn("18", done.text)
        self.assertNotIn("hunter2", done.text)

    def test_scripts_are_read_as_bytes_whatever_the_locale(self):
        skip_without(self, "localedef", shutil.which("localedef") is not None, "it is not installed")
        locales = self.root / "locales"
        locales.mkdir()
        made = subprocess.run(
            ["localedef", "-i", "en_US", "-f", "ISO-8859-1", locales / "en_US"], capture_output=True, check=False
        )
        skip_without(self, "localedef", (locales / "en_US").exists(), made.stderr.decode())
        self.write("raft/show.py", "print(ascii('\u00e4' + given))\n")
        plan = self.write("p.otter", "PYCall show.py (InputVariables: %(given: \u00f6));\n")
        done = self.vow("run", "-I", "--raft", self.root / "raft", plan, LC_ALL="en_US", LOCPATH=str(locales))
        self.assertIn("'\\xe4\\xf6'", done.text)

    def test_the_users_that_the_agent_trusts_are_trusted_in_all_languages(self):
        program = self.write("program", f"#!/bin/sh\ntouch {self.root}/ran\n", 0o755, OTHER)
        for language, words in self.plans(program).items():
            with self.subTest(language):
                self.assertEqual(0, self.vow("run", "--trust-paths", *words).returncode)
                self.assertTrue((self.root / "ran").exists())
                (self.root / "ran").unlink()
                os.chown(words[-1], OTHER, OTHER)
                self.assertEqual(0, self.vow("run", *words).returncode)
                (self.root / "ran").unlink()
                os.chown(words[-1], 0, 0)


if __name__ == "__main__":
    run_unittests()
