#!/usr/bin/env python3
"""As root, the agent reads and runs nothing that another user could change.

usage: trust_test.py VOW
"""

import os
import struct
import subprocess
import sys
import unittest
from pathlib import Path

TESTS = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(TESTS / "support"))
from root_case import OTHER, VOW, RootCase
from tally import run_unittests

NOBODY = 0xFFFFFFFF  # the id of an entry for no account
MODULE = TESTS / "modules/good_line.sh"
PROMISE = 'promise agent t { path => "%s"; interpreter => "/bin/sh"; }\nbundle agent main { t: "x"; }\n'
COMMAND = 'bundle agent main { commands: "%s"; }\n'
FUNCTION = 'bundle agent main { vars: "x" string => execresult("%s", "noshell"); reports: "got $(x)"; }\n'
HELLO = 'bundle agent main { reports: "hello"; }\n'


def allow(path, user):
    """Lets a user write to a file, by an access list."""
    entries = [(1, 7, NOBODY), (2, 7, user), (4, 5, NOBODY), (16, 7, NOBODY), (32, 5, NOBODY)]
    try:
        os.setxattr(path, "system.posix_acl_access", struct.pack("<I", 2) + b"".join(struct.pack("<HHI", *entry) for entry in entries))
    except OSError as error:
        raise unittest.SkipTest(f"access lists: {error}") from error


class Trust(RootCase):
    def refuses(self, policy, path, fault, well, *options):
        """The run refuses the path, and trusts it with --trust-paths."""
        done = self.vow("run", "-KI", *options, policy)
        self.assertIn(f"'{path}' {fault}", done.text)
        self.assertIn("--trust-paths", done.text)
        self.assertNotIn(well, done.text)
        self.assertNotEqual(0, done.returncode)
        self.assertIn(well, self.vow("run", "-KI", "--trust-paths", *options, policy).text)

    def test_a_module_that_others_could_change_is_not_run(self):
        module = self.write("modules/m.sh", MODULE.read_text(), owner=OTHER)
        policy = self.write("p.cf", PROMISE % module)
        self.refuses(policy, module, f"belongs to user {OTHER}", "1 kept")
        os.chown(module, 0, 0)
        module.parent.chmod(0o777)
        self.refuses(policy, module.parent, "can be written by everyone", "1 kept")

    def test_an_interpreter_is_absolute_and_trusted(self):
        module = self.write("m.sh", MODULE.read_text())
        shell = self.write("shell", '#!/bin/sh\nexec /bin/sh "$@"\n', 0o755, OTHER)
        text = PROMISE % module
        self.refuses(self.write("p.cf", text.replace("/bin/sh", str(shell))), shell, f"belongs to user {OTHER}", "1 kept")
        done = self.vow("run", "-KI", self.write("p.cf", text.replace("/bin/sh", "shell")))
        self.assertIn("the interpreter 'shell' is not an absolute path", done.text)
        named = text.replace("/bin/sh", "$(names.shell)") + 'bundle common names { vars: "shell" string => "shell"; }\n'
        done = self.vow("run", "-KI", self.write("p.cf", named))
        self.assertIn("'shell' of promise module", done.text)
        self.assertIn("is not an absolute path", done.text)

    def test_a_program_that_others_could_change_is_not_run(self):
        program = self.write("program", "#!/bin/sh\necho ran\n", 0o755, OTHER)
        self.refuses(self.write("p.cf", COMMAND % program), program, f"belongs to user {OTHER}", "ran")
        done = self.vow("run", "-K", self.write("p.cf", FUNCTION % program))
        self.assertNotIn("got ran", done.text)
        self.assertIn("got ran", self.vow("run", "-K", "--trust-paths", self.root / "p.cf").text)

    def test_the_program_of_a_shell_command_is_trusted(self):
        program = self.write("program", "#!/bin/sh\necho ran\n", 0o755, OTHER)
        policy = self.write("p.cf", (FUNCTION % program).replace("noshell", "useshell"))
        self.assertNotIn("got ran", self.vow("run", "-K", policy).text)
        self.assertIn("got ran", self.vow("run", "-K", "--trust-paths", policy).text)

    def test_a_word_of_the_shell_is_not_a_file_of_the_working_folder(self):
        home = self.root / "home"
        home.mkdir()
        os.chown(home, OTHER, OTHER)
        self.write("home/tool", "#!/bin/sh\necho planted\n", 0o755, OTHER)
        text = (COMMAND % "WORD").replace('";', '" contain => shell;')
        text += f'body contain shell {{ useshell => "useshell"; chdir => "{home}"; }}\n'
        for word in ("echo ran", "test -d / && echo ran", "nowhere || echo ran"):
            done = self.vow("run", "-K", self.write("p.cf", text.replace("WORD", word)))
            self.assertIn('": ran', done.text)
        path = os.environ["PATH"]
        for word, path, why in (
            ("./tool", path, "is not trusted"),
            ("tool", f"{home}:{path}", f"No programs are looked up in '{home}'"),
        ):
            done = self.vow("run", "-K", self.write("p.cf", text.replace("WORD", word)), PATH=path)
            self.assertNotIn("planted", done.text)
            self.assertIn(why, done.text)

    def test_access_lists_decide_about_trust(self):
        program = self.write("program", "#!/bin/sh\necho ran\n", 0o755)
        allow(program, OTHER)
        self.refuses(self.write("p.cf", COMMAND % program), program, f"can be written by user {OTHER}", "ran")
        program.chmod(0o755)
        self.assertIn("ran", self.vow("run", "-K", self.root / "p.cf").text)

    def test_a_link_below_another_root_leads_inside_of_it(self):
        """The program is a link to the trusted path of a program, at which there is another below the root."""
        jail = self.root / "jail"
        self.write("jail/bin/true", "planted\n", 0o755, OTHER)
        (jail / "bin/sh").symlink_to("/bin/true")
        text = (COMMAND % "/bin/sh").replace('";', '" contain => jailed;')
        policy = self.write("p.cf", text + f'body contain jailed {{ chroot => "{jail}"; }}\n')
        done = self.vow("run", "-K", policy)
        self.assertIn(f"'{jail}/bin/true' belongs to user {OTHER}", done.text)

    def test_programs_that_a_module_runs_are_trusted(self):
        program = self.write("program", f"#!/bin/sh\ntouch {self.root}/ran\n", 0o755, OTHER)
        self.write("tree/file", "")
        select = f'''bundle agent main {{ files: "{self.root}/tree" depth_search => all, file_select => by, touch => "true"; }}
body depth_search all {{ depth => "inf"; }}
body file_select by {{ exec_program => "{program} $(this.promiser)"; file_result => "exec_program"; }}
'''
        stop = f'''bundle agent main {{ processes: "{VOW} run" process_stop => "{program}"; }}'''
        git = f'''bundle agent main {{ git: "{self.root}/clone" repository => "{self.root}", executable => "{program}"; }}'''
        for text in (select, stop, git):
            with self.subTest(text):
                policy = self.write("p.cf", text)
                done = self.vow("run", "-KI", policy)
                self.assertIn(f"'{program}' belongs to user {OTHER}", done.text)
                self.assertFalse((self.root / "ran").exists())
                self.assertEqual(1, done.returncode)
                self.vow("run", "-KI", "--trust-paths", policy)
                self.assertTrue((self.root / "ran").exists())
                (self.root / "ran").unlink()

    def test_the_reason_of_git_is_shown(self):
        repository = self.root / "repository"
        subprocess.run(["git", "init", "-q", repository], check=True)
        os.chown(repository, OTHER, OTHER)
        os.chown(repository / ".git", OTHER, OTHER)
        policy = self.write("p.cf", f'bundle agent main {{ git: "{self.root}/clone" repository => "{repository}"; }}')
        self.assertIn("fatal: detected dubious ownership", self.vow("run", "-KI", policy, HOME=str(self.root)).text)

    def test_a_user_may_run_programs_of_that_user(self):
        program = self.write("program", "#!/bin/sh\necho ran\n", 0o755, OTHER)
        text = (COMMAND % program).replace('";', f'" contain => other;') + f'body contain other {{ exec_owner => "{OTHER}"; }}\n'
        self.assertIn("ran", self.vow("run", "-K", self.write("p.cf", text)).text)

    def test_a_plug_in_of_others_is_not_run(self):
        self.write("work/modules/plug", "#!/bin/sh\necho =x=ran\n", 0o755, OTHER)
        policy = self.write("p.cf", 'bundle agent main { classes: "ok" expression => usemodule("plug", ""); '
                                    'reports: ok:: "ok"; !ok:: "refused"; }\n')
        self.assertIn("R: refused", self.vow("run", "-K", policy).text)
        self.assertIn("R: ok", self.vow("run", "-K", "--trust-paths", policy).text)

    def test_classes_and_variables_in_a_file_of_others_are_not_read(self):
        names = self.write("names", "+ok\n", owner=OTHER)
        policy = self.write("p.cf", f'bundle agent main {{ classes: "read" expression => read_module_protocol("{names}"); '
                                    'reports: ok:: "ok"; !ok:: "refused"; }\n')
        done = self.vow("run", "-K", policy)
        self.assertIn("R: refused", done.text)
        self.assertIn(f"'{names}' belongs to user {OTHER}", done.text)
        self.assertEqual(1, done.returncode)
        self.assertIn("R: ok", self.vow("run", "-K", "--trust-paths", policy).text)

    def test_inputs_and_augments_of_others_end_the_run(self):
        evil = self.write("evil.cf", 'bundle agent evil { reports: "evil"; }\n', owner=OTHER)
        text = 'body common control { inputs => { "%s" }; bundlesequence => { "main", "evil" }; }\n' % evil
        self.refuses(self.write("p.cf", text + HELLO), evil, f"belongs to user {OTHER}", "R: evil")
        augments = self.write("def.json", '{"classes": {"any_one": ["any"]}}', 0o666)
        policy = self.write("p.cf", 'bundle agent main { reports: any_one:: "augmented"; any:: "hello"; }\n')
        self.refuses(policy, augments, "can be written by everyone", "augmented")

    def test_no_augments_are_mentioned_where_there_are_none(self):
        policy = self.write("open/p.cf", HELLO)
        policy.parent.chmod(0o777)
        self.refuses(policy, policy.parent, "can be written by everyone", "hello")
        self.assertNotIn("def.json", self.vow("run", "-KI", policy).text)

    def test_a_template_of_others_is_not_read(self):
        template = self.write("t.mustache", "evil\n", owner=OTHER)
        policy = self.write("p.cf", f"""bundle agent main {{
    files: "{self.root}/made" create => "true", edit_template => "{template}", template_method => "mustache",
        template_data => parsejson("{{}}");
}}
""")
        done = self.vow("run", "-K", policy)
        self.assertIn(f"'{template}' belongs to user {OTHER}", done.text)
        self.assertNotIn("evil", (self.root / "made").read_text() if (self.root / "made").exists() else "")

    def test_an_edited_document_brings_in_no_other_file(self):
        secret = self.write("secret", "root's\n", 0o600)
        entity = f'<!DOCTYPE a [<!ENTITY other SYSTEM "{secret}">]>\n<a><b>&other;</b></a>\n'
        definition = f'<!DOCTYPE a SYSTEM "{secret}">\n<a><b/></a>\n'
        for text in (entity, definition):
            document = self.write("document.xml", text, owner=OTHER)
            policy = self.write("p.cf", f"""bundle agent main {{ files: "{document}" edit_xml => edited; }}
bundle edit_xml edited {{ insert_tree: "<c/>" select_xpath => "/a"; }}
""")
            self.assertEqual(0, self.vow("run", "-KI", policy).returncode)
            self.assertIn("<c/>", document.read_text())
            self.assertNotIn("root's", document.read_text())

    def test_the_owner_of_the_named_policy_is_trusted(self):
        folder = self.root / "clone"
        module = self.write("clone/m.sh", MODULE.read_text(), owner=OTHER)
        policy = self.write("clone/p.cf", PROMISE % module, owner=OTHER)
        os.chown(folder, OTHER, OTHER)
        self.assertIn("1 kept", self.vow("run", "-KI", policy).text)
        policy.chmod(0o666)
        self.assertEqual(3, self.vow("run", "-KI", policy).returncode)
        policy.chmod(0o644)
        folder.chmod(0o777)
        done = self.vow("run", "-KI", policy)
        self.assertEqual(3, done.returncode)
        self.assertIn(f"'{folder}' can be written by everyone (chmod o-w '{folder}')", done.text)

    def test_the_user_of_sudo_is_trusted(self):
        module = self.write("m.sh", MODULE.read_text(), owner=OTHER)
        policy = self.write("p.cf", PROMISE % module)
        self.assertIn("0 kept", self.vow("run", "-KI", policy).text)
        self.assertIn("1 kept", self.vow("run", "-KI", policy, SUDO_UID=str(OTHER)).text)
        self.assertIn("0 kept", self.vow("run", "-KI", policy, SUDO_UID="66660").text)

    def test_a_state_folder_of_others_is_not_used(self):

        policy = self.write("p.cf", 'bundle agent main { commands: "/bin/true"; }\n')
        state = self.work / "state"
        state.mkdir(mode=0o755)
        os.chown(state, OTHER, OTHER)
        victim = self.write("victim", "important\n", 0o600)
        (state / "vow.locks").symlink_to(victim)
        (state / "vow.db").symlink_to(self.root / "made-by-root")
        done = self.vow("run", policy)
        self.assertIn(f"'{state}' belongs to user {OTHER}", done.text)
        self.assertEqual("important\n", victim.read_text())
        self.assertFalse((self.root / "made-by-root").exists())

    def test_nothing_is_made_in_a_work_folder_of_others(self):
        os.chown(self.work, OTHER, OTHER)
        for name, text in (
            ("p.cf", 'bundle agent main { reports: "hello"; }\n'),
            ("p.otter", "Log-Information hello;\nGet-Http http://127.0.0.1:9/;\n"),
        ):
            with self.subTest(name):
                done = self.vow("run", "-I", "-w", self.work, self.write(name, text))
                self.assertIn("hello", done.text)
                self.assertIn(f"'{self.work}' belongs to user {OTHER}", done.text)
                self.assertEqual([], list(self.work.iterdir()))

    def test_state_is_private(self):
        state = self.work / "state"
        state.mkdir()
        state.chmod(0o777)
        self.vow("run", self.write("p.cf", 'bundle agent main { commands: "/bin/true" action => later; }\n'
                                           'body action later { ifelapsed => "5"; }\n'))
        self.assertEqual(0o700, state.stat().st_mode & 0o777)
        for name in ("vow.locks", "vow.db"):
            self.assertEqual(0o600, (state / name).stat().st_mode & 0o777, name)


if __name__ == "__main__":
    run_unittests()
