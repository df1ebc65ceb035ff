#!/usr/bin/env python3
"""Files that the agent writes: edits of several agents all arrive, planted links are refused.

usage: edits_test.py VOW
"""

import json
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

TESTS = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(TESTS / "support"))
from tally import run_unittests, skip_without

VOW = str(Path(sys.argv.pop(1)).resolve(strict=True))
AGENTS = 20
EDITS = 10
OTHER_USER = 6666


class Edits(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)
        self.root.chmod(0o755)
        (self.root / "state").mkdir()
        self.environment = dict(os.environ, CFENGINE_TEST_OVERRIDE_WORKDIR=str(self.root / "state"), VOW_DURABILITY="none")

    def policy(self, name, text):
        path = self.root / name
        path.write_text("bundle agent main {\n" + text + "\n}\nbundle edit_line line(text) { insert_lines: \"$(text)\"; }\n")
        return path

    def start(self, *words):
        return subprocess.Popen([VOW, "run", "-KI", *words], cwd=self.root, env=self.environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)

    def output(self, *words):
        return self.start(*words).communicate(timeout=300)[0]

    def plant(self, name, target):
        """A link of another user, in a folder of that user."""
        skip_without(self, "root", os.geteuid() == 0, "only root can give files to other users")
        home = self.root / "home"
        home.mkdir(exist_ok=True)
        os.chown(home, OTHER_USER, OTHER_USER)
        link = home / name
        link.symlink_to(target)
        os.lchown(link, OTHER_USER, OTHER_USER)
        return link

    def secret(self):
        path = self.root / "secret"
        path.write_text("root's\n")
        path.chmod(0o600)
        return path

    def test_every_edit_of_agents_at_work_on_one_file_arrives(self):
        file = self.root / "f"
        file.write_text("")
        agents = []
        for agent in range(AGENTS):
            promises = "".join(f'  "{file}" handle => "h{agent}_{n}", edit_line => line("{agent}.{n}");\n' for n in range(EDITS))
            agents.append(self.start(self.policy(f"p{agent}.cf", "files:\n" + promises)))
        logged = sum(agent.communicate(timeout=300)[0].count("Edited file") for agent in agents)
        lines = file.read_text().splitlines()
        self.assertEqual(logged, len(lines))
        self.assertEqual(AGENTS * EDITS, len(set(lines)))

    def test_an_edit_does_not_read_through_a_planted_link(self):
        link = self.plant("f", self.secret())
        output = self.output(self.policy("p.cf", f'files: "{link}" edit_line => line("new");'))
        self.assertIn(f"Cannot follow symlink '{link}'", output)
        self.assertEqual("root's\n", (self.root / "secret").read_text())

    def test_a_report_is_not_written_through_a_planted_link(self):
        link = self.plant("f", self.secret())
        policy = self.policy("p.cf", f'reports: "new" report_to_file => "{link}";')
        self.assertIn(f"Cannot follow symlink '{link}'", self.output(policy))
        self.assertEqual("root's\n", (self.root / "secret").read_text())

    def test_events_are_not_written_through_a_planted_link(self):
        link = self.plant("events", self.secret())
        output = self.output("--json", link, self.policy("p.cf", 'reports: "hello";'))
        self.assertIn("cannot be written: another user's symbolic link is in the way", output)
        self.assertEqual("root's\n", (self.root / "secret").read_text())

    def test_events_are_for_their_owner_only(self):
        events = self.root / "events"
        policy = self.policy("p.cf", 'reports: "hello";')
        self.addCleanup(os.umask, os.umask(0))
        self.output("--json", events, policy)
        self.assertEqual(0o600, events.stat().st_mode & 0o777)
        self.assertTrue(all(json.loads(line) for line in events.read_text().splitlines()))

    def test_records_are_for_their_owner_only(self):
        module = TESTS / "modules/good_line.sh"
        policy = self.policy("p.cf", 'sample: "x";')
        policy.write_text(f'promise agent sample {{ path => "{module}"; interpreter => "/bin/sh"; }}\n' + policy.read_text())
        self.addCleanup(os.umask, os.umask(0))
        self.output("--record", "records/all", policy)
        self.assertEqual(0o700, (self.root / "records").stat().st_mode & 0o777)
        (record,) = (self.root / "records/all").iterdir()
        self.assertEqual(0o700, record.stat().st_mode & 0o777)
        self.assertIn("\n> operation=evaluate_promise\n", record.read_text())


if __name__ == "__main__":
    run_unittests()
