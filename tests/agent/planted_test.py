#!/usr/bin/env python3
"""Files that an ordinary user plants in the way of plans and models of the newer languages gain nothing and stop nothing.

usage: planted_test.py VOW
"""

import os
import sys
from pathlib import Path

TESTS = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(TESTS / "support"))
from root_case import OTHER, VOW, RootCase
from tally import run_unittests, skip_without

SKOPOS = """doctype: com.datagridsys.doctype/skopos/deploy-plan
version: alpha/1
steps: [{id: all, class: group, on_fail: fail, steps: [{id: one, class: action, exec: PROGRAM, on_fail: fail}]}]
"""
HOST = 'host = std::Host(name="localhost", os=std::linux)\n'
FILE = 'std::File(host=host, path="PATH", content="new", mode=644, owner="root", group="root")\n'
FULL = 'dd if=/dev/zero of=/tmp/full bs=4k >/dev/null 2>&1; "$@"'


def otterscript(statements):
    return "p.otter", statements + "\n"


def inmanta(resources):
    return "m.cf", "import fs\nimport exec\n" + HOST + resources


class Planted(RootCase):
    def setUp(self):
        super().setUp()
        self.home = self.root / "home"
        self.secret = self.root / "only/secret"
        self.write("only/secret", "root's\n", 0o600)
        (self.root / "only").chmod(0o700)
        self.home.mkdir()
        os.chown(self.home, OTHER, OTHER)
        self.link(self.home / "link", self.secret)
        self.link(self.home / "sub", self.root / "only")

    def link(self, path, target):
        path.symlink_to(target)
        os.lchown(path, OTHER, OTHER)

    def run_plan(self, plan, *options):
        name, text = plan
        language = ["--language", "inmanta"] if name.endswith(".cf") else []
        return self.vow("run", *language, *options, self.write(name, text))

    def assert_untouched(self, done):
        self.assertEqual(1, done.returncode, done.text)
        self.assertEqual(["secret"], os.listdir(self.root / "only"), done.text)
        self.assertEqual("root's\n", self.secret.read_text(), done.text)
        status = self.secret.stat()
        self.assertEqual((0o100600, 0), (status.st_mode, status.st_uid), done.text)
        self.assertRegex(done.text, "Cannot follow symlink|a link on it changed")

    def test_plans_and_models_do_not_write_through_planted_links(self):
        home, link = self.home, self.home / "link"
        self.write("own/secret", "new")
        plans = [
            otterscript(f"Create-File {link} (Text: new, Overwrite: true);"),
            otterscript(f"Create-File {home}/sub/made (Text: new);"),
            otterscript(f"Ensure-File {link} (Text: new);"),
            otterscript(f"Ensure-File {home}/sub/made (Text: new);"),
            otterscript(f"Ensure-Directory {home}/sub/made;"),
            otterscript(f"Copy-Files (From: {self.root}/own, To: {home}/sub, Overwrite: true);"),
            otterscript(f"Rename-File (From: {self.root}/own/secret, To: {home}/sub/made);"),
            inmanta(FILE.replace("PATH", str(link))),
            inmanta(FILE.replace("PATH", f"{home}/sub/made")),
            inmanta(FILE.replace("PATH", f"{home}/sub/secret").replace('group="root"', 'group="root", purged=true')),
            inmanta(f'std::Directory(host=host, path="{home}/sub/made", mode=755, owner="root", group="root")\n'),
            inmanta(f'std::Symlink(host=host, source="/x", target="{home}/sub/made")\n'),
        ]
        for plan in plans:
            with self.subTest(plan[1]):
                self.assert_untouched(self.run_plan(plan))

    def test_plans_do_not_give_planted_links_to_root(self):
        """Root's links are followed, so a link that became root's would open what it names."""
        self.write("home/tree/plain", "x", owner=OTHER)
        links = {"out": self.secret, "folder": self.root / "only", "up": "../../only/secret"}
        for name, target in links.items():
            self.link(self.home / "tree" / name, target)
        plans = [
            otterscript(f"Set-FileAttributes (Directory: {self.home}/tree, Include: **, Owner: root);"),
            otterscript(f"Copy-Files (From: {self.home}/tree, To: {self.root}/copy, Include: **);"),
        ]
        for plan in plans:
            with self.subTest(plan[1]):
                done = self.run_plan(plan)
                self.assertNotIn("root's", done.text)
                for folder in (self.home / "tree", self.root / "copy"):
                    for name in links:
                        if os.path.lexists(folder / name):
                            self.assertTrue((folder / name).is_symlink(), done.text)
                            self.assertEqual(OTHER, (folder / name).lstat().st_uid, done.text)
                self.assertEqual(0o100600, self.secret.stat().st_mode)

    def test_a_check_of_a_plan_sends_no_bytes_of_it_to_the_terminal(self):
        strange = "a\u009b31m\x1b[2J\u202e"
        plans = {
            "p.cf": f'bundle agent main {{ reports: "{strange}" nothing => "{strange}"; }}\n',
            "p.otter": f"Foo{strange} x;\n",
            "m.cf": f'x = "{strange}"\nx = "b"\n',
            "plan.yaml": SKOPOS.replace("PROGRAM", "/bin/true").replace("id: one", f'id: "{strange}"'),
        }
        for name, text in plans.items():
            with self.subTest(name):
                language = ["--language", "inmanta"] if name == "m.cf" else []
                done = self.run_program(["sh", "-c", '"$@" 2>&1 | od -An -tx1', "sh", VOW, "check", *language, self.write(name, text)])
                shown = " ".join(done.stdout.split())
                self.assertGreater(len(shown), 100)
                for bytes_ in ("1b", "c2 9b", "e2 80 ae"):
                    self.assertNotIn(bytes_, shown)

    def test_a_fifo_in_the_way_stops_no_plan_or_model(self):
        fifo = self.home / "fifo"
        os.mkfifo(fifo)
        os.chown(fifo, OTHER, OTHER)
        plans = [
            otterscript(f"Create-File {fifo} (Text: new, Overwrite: true);"),
            otterscript(f"Ensure-File {fifo} (Text: new);"),
            otterscript(f"Apply-Template (InputFile: {fifo}, OutputFile: {self.root}/out);"),
            otterscript(f"Log-Information $FileContents({fifo});"),
            inmanta(FILE.replace("PATH", str(fifo))),
        ]
        for plan in plans:
            with self.subTest(plan[1]):
                done = self.run_plan(plan)
                self.assertNotIn(done.returncode, (70, -6, -11), done.text)
                self.assertFalse((self.root / "out").exists())
        done = self.vow("run", "--inventory", fifo, self.write(*otterscript("Log-Information hello;")))
        self.assertEqual(2, done.returncode, done.text)

    def test_bytes_from_programs_reach_no_terminal_in_any_language(self):
        printing = self.write("print", "#!/bin/sh\nprintf 'a\\033[2J\\302\\233b\\377c\\r\\nerror: d\\n'\nexit 1\n", 0o755)
        plans = [
            otterscript(f"Exec {printing};"),
            inmanta(f'exec::Run(host=host, command="{printing}")\n'),
            ("plan.yaml", SKOPOS.replace("PROGRAM", str(printing))),
            ("p.cf", f'bundle agent main {{ commands: "{printing}"; }}\n'),
        ]
        for name, text in plans:
            with self.subTest(name):
                plan = self.write(name, text)
                language = ["--language", "inmanta"] if name == "m.cf" else []
                done = self.run_program(["sh", "-c", '"$@" 2>&1 | od -An -tx1', "sh", VOW, "run", "-v", *language, plan])
                shown = done.stdout.split()
                self.assertGreater(len(shown), 20)
                for byte in ("1b", "9b", "ff", "0d"):
                    self.assertNotIn(byte, shown)

    def in_a_world(self, changes, *words):
        """Runs vow where shell commands have changed the mounts."""
        script = f'mount -t tmpfs none /mnt && umount /mnt || exit 99; {changes}'
        done = self.run_program(["unshare", "-m", "sh", "-c", script, "sh", VOW, *words])
        skip_without(self, "mount", done.returncode != 99 and "unshare" not in done.stderr, done.stderr)
        return done

    def test_the_group_of_root_is_not_trusted_with_members_who_are_not(self):
        """A member by the list of the group, by another entry with its number, or by the user's own group."""
        program = self.write("program", "#!/bin/sh\necho ran\n", 0o775)
        policy = self.write("p.cf", f'bundle agent main {{ commands: "{program}"; }}\n')
        self.assertIn("ran", self.vow("run", "-K", policy).text)
        groups, users = Path("/etc/group").read_text(), Path("/etc/passwd").read_text()
        for file, text in {
            "/etc/group": "root:x:0:nobody\n" + groups.partition("\n")[2],
            "/etc/group ": groups + "wheel:x:0:nobody\n",
            "/etc/passwd": users + f"mallory:x:{OTHER}:0::/:/bin/sh\n",
        }.items():
            with self.subTest(text[-60:]):
                changed = self.write("changed", text)
                done = self.in_a_world(f'mount --bind {changed} {file} && "$@"', "run", "-K", policy)
                user = "mallory" if file == "/etc/passwd" else "nobody"
                self.assertIn(f"'{program}' can be written by group 'root', which user '{user}' has (chmod g-w '{program}')", done.text)
                self.assertEqual(1, done.returncode, done.text)

    def test_runs_go_on_or_name_the_reason_without_shared_memory_or_room_for_temporary_files(self):
        own = self.root / "own"
        own.mkdir()
        plans = [
            ("p.cf", f'bundle agent main {{ files: "{own}/a" content => "x"; commands: "/bin/echo hello"; }}\n'),
            otterscript(f"Create-File {own}/b (Text: x, Overwrite: true);\nSHExec \"echo hello\";"),
            inmanta(FILE.replace("PATH", f"{own}/c") + 'exec::Run(host=host, command="/bin/echo hello")\n'),
            ("plan.yaml", SKOPOS.replace("PROGRAM", "/bin/true")),
        ]
        keep = f"mkdir -p /mnt/keep && mount --bind {self.root} /mnt/keep"
        worlds = {
            "no /dev/shm": 'umount -l /dev/shm 2>/dev/null; mount -t tmpfs -o ro none /dev/shm 2>/dev/null; "$@"',
            "full /tmp": f"mount -t tmpfs none /mnt && {keep} && mount -t tmpfs -o size=8k none /tmp && mkdir -p {self.root} && "
                         f"mount --bind /mnt/keep {self.root} && cd {self.root} && " + FULL,
            "read-only /tmp": f"mount -t tmpfs none /mnt && {keep} && mount -t tmpfs none /tmp && mkdir -p {self.root} && "
                              f'mount --bind /mnt/keep {self.root} && cd {self.root} && mount -o remount,ro /tmp && "$@"',
        }
        for world, changes in worlds.items():
            for name, text in plans:
                with self.subTest(f"{world}: {name}"):
                    plan = self.write(name, text)
                    language = ["--language", "inmanta"] if name == "m.cf" else []
                    done = self.in_a_world(changes, "run", "-I", *language, plan)
                    self.assertIn(done.returncode, (0, 1), done.text)
                    if done.returncode == 1:
                        self.assertRegex(done.text, "No space left|Read-only file system|No such file")


if __name__ == "__main__":
    run_unittests()
