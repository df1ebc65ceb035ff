#!/usr/bin/env python3
"""A person at a terminal sees the progress of a long promise; no one else does.

usage: live_view_test.py VOW
"""

import fcntl
import os
import pty
import re
import struct
import subprocess
import sys
import termios
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "support"))
from golden import temporary_folder, write_files
from tally import run_unittests

VOW = str(Path(sys.argv.pop(1)).resolve(strict=True))
FILES = {
    "slow.cf": """promise agent slow {
    path => "$(sys.policy_entry_dirname)/slow.sh";
    interpreter => "/bin/sh";
}
bundle agent main {
    slow: "thing";
}
""",
    # It is through when it has been seen, so that no clock decides.
    "slow.sh": """read header; read empty
printf 'slow 1.0 v1 line_based progress\\n\\n'
while read line; do
    case $line in
    operation=*) operation=${line#operation=} ;;
    '')
        case $operation in
        validate_promise) result=valid ;;
        evaluate_promise)
            result=kept
            [ -z "$VOW_PROGRESS" ] || printf 'progress=40 read 2 of 5 \\033[31m%0200d\\n' 0
            [ -z "$WAIT" ] || read seen <"$WAIT" ;;
        *) result=success ;;
        esac
        printf 'operation=%s\\nresult=%s\\n\\n' $operation $result
        [ $operation != terminate ] || exit 0 ;;
    esac
done
""",
}


class LiveLine(unittest.TestCase):
    def run_with(self, folder, output, *options, **environment):
        command = [VOW, "run", "-K", "-w", folder / "state", *options, folder / "slow.cf"]
        return subprocess.Popen(command, env={**os.environ, "TERM": "xterm", **environment}, stdout=output, stderr=output)

    def test_progress_is_shown_on_a_terminal_and_taken_away(self):
        with temporary_folder() as folder:
            write_files(folder, FILES)
            os.mkfifo(folder / "seen")
            ours, theirs = pty.openpty()
            fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("4H", 24, 150, 0, 0))
            process = self.run_with(folder, theirs, WAIT=str(folder / "seen"))
            os.close(theirs)
            shown = b""
            while b"read 2 of 5" not in shown:
                shown += os.read(ours, 1000)
            (folder / "seen").write_text("yes\n")
            while chunk := self.rest_of(ours):
                shown += chunk
            os.close(ours)
            self.assertEqual(0, process.wait())
            self.assertIn(b"slow 'thing' (", shown)
            self.assertIn(b": 40 % read 2 of 5  [31m000", shown)
            self.assertEqual(149, len(shown.partition(b"\x1b[K")[0].lstrip(b"\r")))
            self.assertIn(b"\r\x1b[K", shown.partition(b"read 2 of 5")[2])

    def test_each_promise_that_is_being_kept_has_a_line(self):
        """With its progress, and the last line that it logged, which is not printed before its turn."""
        with temporary_folder() as folder:
            write_files(folder, FILES)
            module = FILES["slow.sh"].replace("line_based progress", "line_based progress parallel").replace("%0200d\\n' 0", "\\n'")
            waiting = 'echo "log_info=At $promiser"; while [ ! -e "$UNTIL" ]; do sleep 0.02; done'
            module = module.replace('[ -z "$WAIT" ] || read seen <"$WAIT"', waiting).replace("'')", "promiser=*) promiser=${line#promiser=} ;;\n    '')")
            write_files(folder, {"slow.sh": module, "slow.cf": FILES["slow.cf"].replace('"thing"', '"one"; "two"')})
            ours, theirs = pty.openpty()
            fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("4H", 24, 150, 0, 0))
            process = self.run_with(folder, theirs, "-I", "-j2", UNTIL=str(folder / "seen"))
            os.close(theirs)
            shown = b""
            both = re.compile(rb"\d s: slow 'one' [^\r\n]*40 % [^\r\n]*; At one\x1b\[K[\r\n]+[^\r\n]*\d s: slow 'two' [^\r\n]*40 % [^\r\n]*; At two")
            while not both.search(shown):
                shown += os.read(ours, 1000)
            self.assertNotIn(b"At two\r\n", shown)
            (folder / "seen").touch()
            while chunk := self.rest_of(ours):
                shown += chunk
            os.close(ours)
            self.assertEqual(0, process.wait())
            self.assertIn(b"\x1b[1A\x1b[J", shown.replace(b"\r", b""))

    def shown_on_terminal(self, command, **environment):
        ours, theirs = pty.openpty()
        plain = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
        process = subprocess.Popen(command, env={**plain, "TERM": "xterm", **environment}, stdout=theirs, stderr=theirs)
        os.close(theirs)
        shown = b""
        while chunk := self.rest_of(ours):
            shown += chunk
        os.close(ours)
        process.wait()
        return shown

    def test_colours_are_for_terminals_that_can_show_them_and_people_who_want_them(self):
        with temporary_folder() as folder:
            write_files(folder, {"red.cf": 'bundle agent main { commands: "/bin/false"; }\n'})
            run = [VOW, "run", "-K", "-w", folder / "state", folder / "red.cf"]
            conform = [VOW, "module", "conform", "noop", "--only", "RES-FORM"]
            for command in (run, conform):
                with self.subTest(command[1]):
                    self.assertIn(b"\x1b[3", self.shown_on_terminal(command))
                    self.assertNotIn(b"\x1b[3", self.shown_on_terminal(command, NO_COLOR="1"))
                    self.assertNotIn(b"\x1b", self.shown_on_terminal(command, TERM="dumb"))
                    self.assertNotIn(b"\x1b[3", self.shown_on_terminal([*command, "--color", "never"]))
                    self.assertIn(b"\x1b[3", self.shown_on_terminal([*command, "--color", "always"], TERM="dumb"))

    def test_the_check_that_is_running_is_shown_on_a_terminal(self):
        shown = self.shown_on_terminal([VOW, "module", "conform", "noop", "--only", "RES-FORM"])
        self.assertIn(b"\x1b[K", shown.partition(b"noop: ")[0])

    def rest_of(self, terminal):
        try:
            return os.read(terminal, 1000)
        except OSError:  # the other side is closed
            return b""

    def test_progress_is_not_requested_without_a_terminal(self):
        with temporary_folder() as folder:
            write_files(folder, FILES)
            with self.run_with(folder, subprocess.PIPE, "-d", VOW_PROGRESS="1") as process:
                output = process.stdout.read()
            self.assertEqual(0, process.returncode)
            self.assertNotIn(b"read 2 of 5", output)

    def test_progress_is_an_event(self):
        with temporary_folder() as folder:
            write_files(folder, FILES)
            with self.run_with(folder, subprocess.PIPE, "--json", "-") as process:
                events = process.stdout.read().decode()
            self.assertRegex(
                events, r'{"event":"progress",.*"promiser":"thing",.*"percent":40,"message":"read 2 of 5 .*}\n'
            )


if __name__ == "__main__":
    run_unittests()
