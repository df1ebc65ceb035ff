#!/usr/bin/env python3
"""Runs `vow module shell`: lines from a pipe, and once from a terminal.

usage: shell_test.py VOW
"""

import os
import pty
import select
import shlex
import sys
import tempfile
import termios
import time
from pathlib import Path

TESTS = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(TESTS / "support"), str(TESTS / "agent")]
from program_test import Case, report

FILES = {"right.py": (TESTS / "harness/mutants/right.py").read_text(),
         "line.sh": (TESTS / "modules/good_line.sh").read_text()}
FILES["mortal.py"] = FILES["right.py"].replace("def validate(self, request):", """def validate(self, request):
        if request["promiser"] == "/die":
            print("that was too much", file=sys.stderr)
            os.kill(os.getpid(), 9)""")
PATIENCE = 30  # seconds


def typed(module, *lines):
    return "printf '%s\\n' " + shlex.join(lines) + f" | vow module shell {module}"


def case(sentence, module, lines, status, says, says_not=()):
    return Case(sentence, typed(module, *lines), status, says, says_not, FILES)


CASES = [
    case("a promise is edited and kept", "./right.py", ["promiser made", "set content=a  b", "evaluate", "evaluate"],
         0, ['"content":"a  b"', "evaluate_promise: repaired, class wrote", "evaluate_promise: kept", "terminate: success",
             "it exited with status 0"], ["right.py>"]),
    case("the promise is shown", "./right.py", ["promiser made", "set content:=[\"x\"]", "set answer=error", "unset answer",
                                                "warn", "level debug", "show"],
         0, ["type       file", "promiser   made", 'content:=["x"]', "changes    not allowed (warn)", "log level  debug"], ["answer"]),
    case("a promise under warn changes nothing", "./right.py", ["promiser made", "set content=x", "warn", "evaluate"],
         1, ["Should write 'made'", "evaluate_promise: not_kept"]),
    case("a module that dies is reported, and can be started again", "./mortal.py",
         ["promiser /die", "set content=x", "validate", "validate", "restart", "promiser made", "evaluate"], 4,
         ["its output ended here", "that was too much", "signal 9 (SIGKILL)", "restart starts it again", "repaired"]),
    case("any bytes can be sent, and an empty line requests the answer", "./right.py",
         ['raw {"operation":', r'raw "validate_promise","promise_type":"file","promiser":"\\u00e9"}\n\n'], 1,
         ["validate_promise: invalid", "'content' must be a text"]),
    case("the end of input ends the module", "./right.py", ["eof"], 0, ["exited with status 0"], ["terminate"]),
    case("the description of the module is shown", "./right.py", ["describe"], 0, ["keeps the text of a file", "password"]),
    case("a module that does not describe itself is reported", "./line.sh", ["describe"], 2, ["does not describe itself"]),
    case("a value that a line cannot hold is not sent", "./line.sh", ["type t", "promiser x", "set l:=[1]", "evaluate"], 2,
         ["attribute 'l' is not a text"], ["operation=validate"]),
    case("a wrong line is reported", "./right.py", ["valdate", "set x", "level loud", "unset x", "evaluate"], 2,
         ["did you mean 'validate'", "neither name=value nor", "'loud' is not a log level", "no attribute 'x'", "promiser TEXT"]),
    Case("a conversation is recorded, and can be replayed",
         typed("./right.py", "record rec", "promiser /nowhere", "validate") + " >/dev/null; vow module replay ./right.py rec",
         0, ["3 pass"], files=FILES),
    Case("a missing module does not start", typed("nothing.py", "show"), 3, ["the module 'nothing.py' does not exist"]),
]


def terminal_faults(vow):
    """Completes, edits and calls back lines as a person does, and looks into the history."""
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "right.py").write_text(FILES["right.py"])
        screen = Terminal(vow, folder)
        for keys, shown in [("pro\tmadf\x7fe\n", "\r\n"), ("set con\tx\n", "\r\n"),
                            ("set pass\tsecret\n", "\r\n"),
                            ("never mind\x03show\n", "promiser   made\r\nattribute  content=x\r\nattribute  password=secret"),
                            ("\x1b[A\x1b[A\x1b[A\n", "promiser made"), # called back; the secret was not kept
                            ("eval\t\n", "evaluate_promise: repaired"), ("\x04", "exited with status 0")]:
            if not screen.wait_for("right.py> ") or not screen.wait_for_keys():
                yield f"a terminal: there is no prompt before {keys!r}"
            screen.type(keys)
            if not screen.wait_for(shown):
                yield f"a terminal: {keys!r} does not show {shown!r}, but {screen.seen!r}"
                return
        if not (Path(folder) / "made").exists():
            yield "a terminal: the promise was not kept"
        history = (Path(folder) / "state/vow/module_shell_history")
        kept = history.read_text() if history.exists() else ""
        if "evaluate" not in kept or "secret" in kept:
            yield f"a terminal: the history is {kept!r}"


class Terminal:
    """The shell on a pseudo-terminal. Expected output is consumed."""

    def __init__(self, vow, folder):
        self.seen = ""
        pid, self.master = pty.fork()
        if pid == 0:
            os.chdir(folder)
            os.execve(vow, [str(vow), "module", "shell", "./right.py"],
                      {"HOME": folder, "XDG_STATE_HOME": folder + "/state", "TERM": "xterm", "LC_ALL": "C.UTF-8"})

    def type(self, keys):
        os.write(self.master, keys.encode())

    def wait_for_keys(self):
        """The prompt is shown before keys are read one by one; then only is there completion, and Ctrl-C a key."""
        end = time.monotonic() + PATIENCE
        while termios.tcgetattr(self.master)[3] & termios.ICANON:
            if time.monotonic() > end:
                return False
            select.select([], [], [], 0.01)
        return True

    def wait_for(self, text):
        while text not in self.seen:
            if not select.select([self.master], [], [], PATIENCE)[0]:
                return False
            try:
                self.seen += os.read(self.master, 4096).decode(errors="replace")
            except OSError:
                return False
        self.seen = self.seen.split(text, 1)[1]
        return True


if __name__ == "__main__":
    program = Path(sys.argv[1]).resolve(strict=True)
    sys.exit(report(CASES, program, [list(terminal_faults(program))]))
