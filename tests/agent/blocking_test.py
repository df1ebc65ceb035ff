#!/usr/bin/env python3
"""No bundled module blocks a run: time limits, concurrency and signals hold for its promises in every language.

usage: blocking_test.py VOW
"""

import os
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

TESTS = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(TESTS / "support"))
from tally import run_unittests

VOW = str(Path(sys.argv.pop(1)).resolve(strict=True))
LIMIT = 60  # seconds that a run may take
# Each of two programs writes to a fifo of its own and reads from that of the other: only both together end.
MEETING = """#!/bin/sh
case $1 in
one) echo one >first && read -r word <second ;;
two) read -r word <first && echo two >second ;;
esac
echo "$1 met" >>met
"""
LATE = "#!/bin/sh\ntouch began\nsleep 30\ntouch ended\n"
MODEL = """import exec
import std
host = std::Host(name="localhost", os=std::linux)
exec::Run(host=host, command="{root}/meet one", cwd="{root}")
exec::Run(host=host, command="{root}/meet two", cwd="{root}")
"""
PLAN = """doctype: com.datagridsys.doctype/skopos/deploy-plan
version: alpha/1
steps:
  - id: all
    class: group
    on_fail: fail
    steps:
      - {{id: one, class: action, plugin: commands, action: promise, arguments: {{promiser: {root}/late}}, on_fail: fail}}
"""


class Blocking(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)
        self.program("meet", MEETING)
        self.program("late", LATE)
        for name in ("first", "second"):
            os.mkfifo(self.root / name)

    def program(self, name, text):
        (self.root / name).write_text(text)
        (self.root / name).chmod(0o755)

    def write(self, name, text):
        (self.root / name).write_text(text)
        return name

    def start(self, *words):
        environment = dict(os.environ, CFENGINE_TEST_OVERRIDE_WORKDIR=str(self.root / "work"))
        return subprocess.Popen(
            [VOW, "run", "-I", *words], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, cwd=self.root, env=environment
        )

    def run_to_end(self, *words):
        process = self.start(*words)
        try:
            return process.communicate(timeout=LIMIT)[0], process.returncode
        finally:
            process.kill()

    def has(self, name):
        return (self.root / name).exists()

    def test_a_time_limit_ends_a_promise_of_a_bundled_module(self):
        for word in ("", "isolation, "):
            text = f"with {word}timeout = 2 {{ Ensure-commands {self.root}/late (contain: %(chdir: {self.root})); }}\n"
            output, status = self.run_to_end(self.write("plan.otter", text))
            self.assertIn("timed out after 2 s", output)
            self.assertEqual(1, status, output)
            self.assertTrue(self.has("began"), output)
            self.assertFalse(self.has("ended"), output)
            (self.root / "began").unlink()

    def test_promises_of_two_async_blocks_are_kept_together(self):
        blocks = [f"with async {{ Ensure-commands {self.root}/meet (args: {word}, contain: %(chdir: {self.root})); }}\n" for word in ("one", "two")]
        output, status = self.run_to_end("-j", "2", self.write("plan.otter", "".join(blocks) + "await;\n"))
        self.assertEqual(0, status, output)
        self.assertEqual({"one met", "two met"}, set((self.root / "met").read_text().splitlines()))

    def test_independent_resources_are_kept_together(self):
        self.write("project.yml", "name: meeting\n")
        output, status = self.run_to_end("-j", "2", "--language", "inmanta", self.write("main.cf", MODEL.format(root=self.root)))
        self.assertEqual(0, status, output)
        self.assertEqual({"one met", "two met"}, set((self.root / "met").read_text().splitlines()))

    def check_signal(self, *words):
        process = self.start(*words)
        try:
            until = time.monotonic() + LIMIT
            while not self.has("began"):
                self.assertLess(time.monotonic(), until)
                self.assertIsNone(process.poll())
                time.sleep(0.02)
            process.send_signal(signal.SIGTERM)
            output = process.communicate(timeout=LIMIT)[0]
            self.assertEqual(128 + signal.SIGTERM, process.returncode, output)
            self.assertFalse(self.has("ended"), output)
        finally:
            process.kill()

    def test_a_signal_ends_a_command_in_cfengines_language(self):
        text = f'bundle agent main {{ commands: "{self.root}/late" contain => here; }}\nbody contain here {{ chdir => "{self.root}"; }}\n'
        self.check_signal(self.write("policy.cf", text))

    def test_a_signal_ends_a_command_in_otterscript(self):
        text = f"Ensure-commands {self.root}/late (contain: %(chdir: {self.root}));\n"
        self.check_signal(self.write("plan.otter", text))

    def test_a_signal_ends_a_command_in_skopos(self):
        self.check_signal(self.write("plan.yaml", PLAN.format(root=self.root)))

    def test_only_a_module_that_could_block_has_a_process(self):
        (self.root / "records").mkdir()
        text = f'bundle agent main {{ files: "{self.root}/file" create => "true"; symlinks: "{self.root}/link" file => "{self.root}/file"; }}\n'
        output, status = self.run_to_end("-K", "--record", "records", self.write("policy.cf", text))
        self.assertEqual(0, status, output)
        self.assertEqual([], list((self.root / "records").iterdir()))
        text = f'bundle agent main {{ commands: "/bin/true"; "/bin/echo" arglist => {{ "x" }}; }}\n'
        output, status = self.run_to_end("-K", "--record", "records", self.write("policy.cf", text))
        self.assertEqual(0, status, output)
        self.assertEqual(1, len(list((self.root / "records").iterdir())), output)

    def test_the_output_of_a_command_arrives_unchanged(self):
        self.program("print", "#!/bin/sh\nprintf '=odd=a\\377b\\n+made\\n'\n")
        text = f"""bundle agent main {{
  commands: "{self.root}/print" module => "true";
  reports: made:: "odd has $(with)" with => string_length("$(print.odd)");
}}
"""
        output, status = self.run_to_end("-K", self.write("policy.cf", text))
        self.assertIn("R: odd has 3", output)
        self.assertEqual(0, status, output)

    def test_bytes_that_are_not_text_reach_a_command(self):
        self.program("check", "#!/bin/sh\n[ \"$(printf %s \"$1\" | wc -c)\" = 3 ]\n")
        policy = b'bundle agent main { commands: "%s/check" arglist => { "a\xffb" }; }\n' % os.fsencode(self.root)
        (self.root / "policy.cf").write_bytes(policy)
        output, status = self.run_to_end("-K", "policy.cf")
        self.assertEqual(0, status, output)


if __name__ == "__main__":
    run_unittests()
