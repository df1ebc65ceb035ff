#!/usr/bin/env python3
"""`vow doc`: what it finds, that every example of the reference passes `vow check`, and that docs/reference is fresh.

usage: doc_test.py VOW
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/support"))
from tally import run_unittests, skip_without

VOW = Path(sys.argv.pop(1)).resolve(strict=True)
LIMIT = 120  # seconds that a command may take
PROGRAMS = ("vow-archives", "vow-http")  # modules that are programs, whose descriptions they send
PLAN = "doctype: com.datagridsys.doctype/skopos/deploy-plan\nversion: alpha/1\nsteps:\n"
OF_OTHER_PROGRAMS = {"access", "databases", "events", "guest_environments", "measurements", "roles"}
# They need LDAP, a hub or Windows; and no attribute takes a range of real numbers.
NEVER_WORKING = {
    "ldaparray", "ldaplist", "ldapvalue", "regldap", "hostswithclass", "hostswithgroup", "registryvalue", "rrange"
}
SETTING = ROOT / "modules/sdk/shell/example/setting.sh"


def vow(*words, cwd=None):
    with tempfile.TemporaryDirectory() as work:
        environment = dict(os.environ, CFENGINE_TEST_OVERRIDE_WORKDIR=work)
        return subprocess.run(
            [VOW, *words], capture_output=True, text=True, timeout=LIMIT, cwd=cwd, env=environment, check=False
        )


def document(*words):
    done = vow("doc", "--json", *words)
    return json.loads(done.stdout)


def indented(text, blanks):
    return "".join(" " * blanks + line + "\n" for line in text.splitlines())


def policy_with(entry):
    """A file name and a whole policy that holds the example."""
    example, language = entry["example"], entry.get("language", "")
    if language == "otterscript":
        return "example.otter", example + "\n"
    if language == "skopos":
        return "example.yaml", PLAN + indented(example, 2)
    if language == "inmanta":
        return "example.cf", example + "\n"
    is_whole = example.startswith(("body ", "bundle "))
    return "example.cf", example + "\n" if is_whole else "bundle agent main\n{\n" + indented(example, 2) + "}\n"


def faults_of(entry):
    """The diagnostics of the example."""
    name, policy = policy_with(entry)
    language = entry.get("language") or "cfengine"
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / name).write_text(policy)
        done = vow("check", "--library", "--language", language, name, cwd=folder)
    return f"{policy}{done.stdout}{done.stderr}" if done.returncode else ""


class Lookup(unittest.TestCase):
    def found(self, *words):
        done = document(*words)
        return {(each["kind"], each["name"]) for part in ("entries", "attributes") for each in done[part]}

    def test_all_things_of_a_name_are_shown_and_a_kind_chooses(self):
        both = self.found("classes")
        self.assertLessEqual({("type", "classes"), ("body", "classes"), ("attribute", "promises.classes")}, both)
        self.assertEqual({("body", "classes")}, self.found("body:classes"))

    def test_one_of_each_kind_is_found(self):
        for what, kind, name in (
            ("files", "type", "files"), ("cron", "type", "cron"), ("perms", "body", "perms"),
            ("agent", "body", "agent"), ("mog", "body", "mog"), ("file_make", "bundle", "file_make"),
            ("edit_line", "bundle", "edit_line"), ("join", "function", "join"), ("$Join", "function", "$Join"),
            ("Ensure-File", "operation", "Files::Ensure-File"), ("foreach", "statement", "foreach"),
            ("manual-gate", "step", "manual-gate"), ("std::File", "entity", "std::File"),
            ("std::replace", "function", "std::replace"), ("linux", "class", "linux*"),
            ("Hr12", "class", "Hr*"), ("sys.host", "variable", "sys.host"),
            ("this.promiser", "variable", "this.promiser"), ("module:http", "module", "http"),
            ("files.perms", "attribute", "files.perms"), ("files.classes", "attribute", "files.classes"),
            ("perms.mode", "attribute", "perms.mode"), ("files.perms.mode", "attribute", "perms.mode"),
            ("Ensure-File.Text", "attribute", "Files::Ensure-File.Text"),
        ):
            with self.subTest(what):
                self.assertIn((kind, name), self.found(what))

    def test_an_attribute_has_its_values_and_where_it_occurs(self):
        text = vow("doc", "attribute:file_type").stdout
        self.assertIn("one of regular, fifo", text)
        self.assertIn("of type files [cfengine]", text)

    def test_summaries_of_modules_explain_attributes_of_the_language(self):
        self.assertRegex(vow("doc", "type:files").stdout, r"create +true or false +create it")

    def test_a_language_narrows(self):
        self.assertIn(("function", "join"), self.found("join"))
        self.assertNotIn(("function", "join"), self.found("join", "--language", "otterscript"))

    def test_a_module_of_ones_own_is_explained(self):
        done = vow("doc", SETTING)
        self.assertEqual(0, done.returncode, done.stderr)
        self.assertIn("module setting", done.stdout)
        self.assertEqual(1, vow("doc", "./absent").returncode)

    def test_a_module_in_a_folder_of_modules_is_found(self):
        with tempfile.TemporaryDirectory() as folder:
            shutil.copytree(ROOT / "modules/sdk/shell", folder, dirs_exist_ok=True)
            (Path(folder) / "example/setting.sh").chmod(0o755)
            self.assertIn(("type", "setting"), self.found("setting", "--modules-folder", f"{folder}/example"))

    def test_a_search_wants_all_words_and_begins_with_the_best(self):
        lines = vow("doc", "--search", "join").stdout.splitlines()
        self.assertTrue(lines[0].startswith("function:join [cfengine]"), lines)
        names = [each["name"] for each in document("--search", "lines", "removed")["entries"]]
        self.assertIn("delete_lines", names)
        self.assertEqual(1, vow("doc", "--search", "join", "nosuchword").returncode)

    def test_an_unknown_name_is_an_error_with_the_nearest_one(self):
        done = vow("doc", "type:fils")
        self.assertEqual((1, ""), (done.returncode, done.stdout))
        self.assertIn("'files'", done.stderr)

    def test_an_unknown_name_cannot_move_the_cursor(self):
        for words in (["\x1b[31mx"], ["--search", "\x1b[31mx"]):
            self.assertIn("\\x1b[31mx", vow("doc", *words).stderr)

    def test_without_a_name_the_kinds_are_counted(self):
        text = vow("doc").stdout
        self.assertRegex(text, r"cfengine\n(  .*\n)*  function +\d{3}\n")

    def test_a_kind_alone_lists(self):
        lines = vow("doc", "step:").stdout.splitlines()
        self.assertTrue(any(line.startswith("step:manual-gate [skopos]") for line in lines), lines)

    def test_a_definition_is_shown_as_it_is_written(self):
        self.assertIn("body perms mog(mode, user, group)\n  {\n    mode   => \"$(mode)\";", vow("doc", "mog").stdout)


class Examples(unittest.TestCase):
    def test_every_example_passes_a_check(self):
        entries = [entry for entry in document()["entries"] if "example" in entry and entry["kind"] != "module"]
        self.assertGreater(len(entries), 500)
        for entry in entries:
            with self.subTest(kind=entry["kind"], name=entry["name"]):
                self.assertEqual("", faults_of(entry))

    def test_everything_that_works_in_cfengine_has_an_example(self):
        kinds = ("type", "body", "bundle", "function", "class", "variable")
        without = {
            entry["name"] for entry in document("--language", "cfengine")["entries"]
            if entry["kind"] in kinds and not ("example" in entry or "text" in entry)
        }
        self.assertEqual(OF_OTHER_PROGRAMS | NEVER_WORKING, without)

    def test_everything_that_works_in_otterscript_has_an_example(self):
        without = [
            entry["name"] for entry in document("--language", "otterscript")["entries"]
            if entry.get("language") and "example" not in entry and not entry.get("summary", "").startswith("Not available")
            and not entry["name"].startswith("Vow::Ensure-")
        ]
        self.assertEqual([], without)


class Pages(unittest.TestCase):
    def test_the_pages_are_fresh(self):
        there = all((VOW.parent / program).exists() for program in PROGRAMS)
        skip_without(self, "programs", there, "the modules http and archives are not built")
        committed = ROOT / "docs/reference"
        with tempfile.TemporaryDirectory() as folder:
            done = vow("doc", "--pages", folder)
            self.assertEqual(0, done.returncode, done.stderr)
            made = {path.name: path.read_text() for path in Path(folder).iterdir()}
        self.assertEqual(sorted(path.name for path in committed.iterdir()), sorted(made))
        stale = [name for name, text in made.items() if (committed / name).read_text() != text]
        self.assertEqual([], stale, "run: vow doc --pages docs/reference")


if __name__ == "__main__":
    run_unittests()
