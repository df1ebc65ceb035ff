#!/usr/bin/env python3
"""OtterScript plans made at random finish, and have the same output and files whatever runs at once: -j1 and -j8.

usage: random_plans_test.py VOW [PLANS [FIRST]]

PLANS is the number of plans, 20 unless it is given; plan N is made with the seed FIRST + N. A plan whose runs differ is
printed.
"""

import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

TESTS = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(TESTS / "support"))
from tally import finish

LIMIT = 120  # seconds that a run may take
DEEPEST = 4
SCALARS = ["a", "b", "c"]


class Plan:
    """Writes a plan, statement by statement. Async blocks run in any order, so they touch nothing that others read:
    neither global variables nor files that are not theirs."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.lines = []
        self.files = 0
        self.depth = 0
        self.is_async = False
        self.is_locked = False
        self.loops = 0
        self.tries = 0
        self.modules = []
        self.text = self.written()

    def written(self):
        for name in SCALARS:
            self.add(f"global ${name} = {self.random.randrange(10)};")
        self.add("global @list = @(one, two, three);")
        self.add("global %map = %(x: 1, y: @(2, 3));")
        for number in range(self.random.randrange(3)):
            self.module(f"Module{number}")
        self.statements(8)
        return "\n".join(self.lines) + "\n"

    def add(self, line):
        self.lines.append("    " * self.depth + line)

    def module(self, name):
        self.add(f"module {name}<$given, $other = plain, out $result>")
        self.block(lambda: (self.statements(2), self.add("set $result = $given$other;")))
        self.modules.append(name)

    def block(self, body):
        self.add("{")
        self.depth += 1
        body()
        self.depth -= 1
        self.add("}")

    def statements(self, most):
        for _ in range(self.random.randint(1, most)):
            self.statement()

    def statement(self):
        simple = [self.assign, self.assign, self.log, self.file, self.folder, self.program, self.status, self.element]
        scopes = [self.scope, self.branch, self.loop, self.attempt, self.directives, self.asynchronous, self.call,
                  self.directory]
        self.random.choice(simple if self.depth >= DEEPEST or self.random.random() < 0.5 else scopes)()

    def may_raise(self):
        """Most errors are raised where they are caught, as they end the rest."""
        return self.random.random() < (0.6 if self.tries else 0.03)

    # --- values ---

    def scalar(self):
        name = self.random.choice(SCALARS)
        return self.random.choice([
            f"${name}", f"text {self.random.randrange(100)}", f"$ToUpper(x${name})", "$Expr(2*(1+3))", "@list[1]",
            "%map.x", "$Join(-, @list)", f"$ListCount(@list) of ${name}", "`$plain", f"$Substring(${{{name}}}abc, 0, 4)",
            "$ServerName|$MapItem(%map, x)", ">>a\nb>>"])

    def condition(self):
        test = f"{self.random.choice(['$a', '$b', '$c'])} {self.random.choice(['==', '!='])} {self.random.randrange(10)}"
        return self.random.choice([test, f"!({test})", f"{test} || $Compare($a, <, 5)", f"{test} && true"])

    # --- statements ---

    def assign(self):
        scope = self.random.choice(["", "", "local "])
        self.add(f"set {scope}${self.random.choice(SCALARS) if scope else 'own'} = {self.scalar()};".replace("@list[1]", "x"))

    def element(self):
        if not self.is_async:
            self.add(self.random.choice(["set @list[3] = more;", "set %map.z = $a;", "set %map[x] = $b;"]))

    def log(self):
        level = self.random.choice(["Information", "Information", "Warning", "Debug", "Error"])
        self.add(f"Log-{level} {self.scalar()};".replace("Log-Information @", "Log-Information <@").replace(
            " @list[1]", " $ListItem(@list, 1)").replace(" %map.x", " $MapItem(%map, x)"))

    def new_file(self):
        self.files += 1
        return f"file{self.files}-$a"

    def file(self):
        name = self.new_file()
        text = self.random.choice(["same", "$b", "$Join(+, @list)"])
        self.add(f"Ensure-File {name} (Text: {text});")
        if self.random.random() < 0.4:
            self.add(f"Log-Information $FileContents({name});")

    def folder(self):
        self.add(f"Ensure-Directory folder{self.random.randrange(3)}/{self.new_file()};")

    def program(self):
        words = ["/bin/echo it is $a", "/bin/sh (Arguments: \"-c 'echo $c; exit 3'\", SuccessExitCode: >= 0)"]
        if self.may_raise():
            words += ["/bin/sh (Arguments: \"-c 'echo $b; exit 3'\")", "no-such-program"]
        self.add(f"Exec {self.random.choice(words)};")

    def status(self):
        words = ["warn;", "error;", "force warn;", "force normal;"]
        if self.may_raise():
            words += ["throw thrown $a;", "Log-Information $nothing;"]
        if self.loops:
            words += [f"if {self.condition()} {{ break; }}", f"if {self.condition()} {{ continue; }}"]
        if self.random.random() < 0.1:
            words.append(f"if {self.condition()} {{ return; }}")
        self.add(self.random.choice(words))

    def scope(self):
        self.add(f"# scope {self.random.randrange(100)}")
        self.block(lambda: self.statements(4))

    def branch(self):
        self.add(f"if {self.condition()}")
        self.block(lambda: self.statements(3))
        if self.random.random() < 0.5:
            self.add("else")
            self.block(lambda: self.statements(2))

    def loop(self):
        self.loops += 1
        self.add(f"foreach $item in {self.random.choice(['@list', '@Range(1, 3)', '@(x, y)'])}")
        self.block(lambda: (self.add("set local $a = $item;"), self.statements(3)))
        self.loops -= 1

    def directory(self):
        self.add(f"for directory inner{self.random.randrange(3)}")
        self.block(lambda: self.statements(3))

    def attempt(self):
        self.add("try")
        self.tries += 1
        self.block(lambda: self.statements(3))
        self.tries -= 1
        self.add("catch")
        self.block(lambda: self.statements(2))

    def directives(self):
        words = [f"retry = {self.random.randrange(3)}", "timeout = 100", "executionPolicy = always", "isolation"]
        chosen = self.random.sample(words, self.random.randint(1, 2))
        is_locked = self.is_locked
        if not is_locked and self.random.random() < 0.4:
            chosen.append(f"lock = token{self.random.randrange(3)}")
            self.is_locked = True
        self.add(f"with {', '.join(chosen)}")
        self.block(lambda: self.statements(3))
        self.is_locked = is_locked

    def asynchronous(self):
        if self.is_locked:
            return self.scope()
        token = self.random.choice(["", " = T", " = U"])
        before = self.is_async, self.loops, self.tries
        self.is_async, self.loops, self.tries = True, 0, 0
        self.add(f"with async{token}")
        self.block(lambda: self.statements(4))
        self.is_async, self.loops, self.tries = before
        if self.random.random() < 0.4:
            self.add(self.random.choice(["await;", f"await{token.replace(' =', '')};"]))

    def call(self):
        if not self.modules:
            return self.scope()
        arguments = self.random.choice(["given: x", "given: $a, other: $b"])
        self.add(f"call {self.random.choice(self.modules)}({arguments}, result => $made);")


def run(vow, plan, jobs, mode):
    """The exit status, the output and the files of a run in a new folder, whose path is left out of them."""
    folder = Path(tempfile.mkdtemp(prefix="vow-plan."))
    try:
        (folder / "plan.otter").write_text(plan)
        (folder / "here").mkdir()
        ended = subprocess.run([vow, "run", "-w", folder / "work", "-j", str(jobs), "-v", "--mode", mode, "../plan.otter"],
                               cwd=folder / "here", stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                               stderr=subprocess.STDOUT, text=True, timeout=LIMIT)
        files = sorted((str(path.relative_to(folder)), path.read_text()) for path in (folder / "here").rglob("*") if path.is_file())
        printed = re.sub(r" in \d+\.\d\d s$", " in 0.00 s", ended.stdout, flags=re.MULTILINE)
        return ended.returncode, printed.replace(str(folder), "FOLDER"), files
    finally:
        shutil.rmtree(folder)


def faults_of(vow, seed):
    plan = Plan(seed).text
    mode = ["execute", "collect-then-execute"][seed % 2]
    try:
        alone, together = (run(vow, plan, jobs, mode) for jobs in (1, 8))
    except subprocess.TimeoutExpired:
        return [f"the plan of seed {seed} did not end:\n{plan}"]
    if alone[0] not in (0, 1) or "Execution run " not in alone[1]:
        return [f"the plan of seed {seed} ended with {alone[0]}:\n{alone[1]}\n{plan}"]
    if alone != together:
        return [f"the runs of seed {seed} differ:\n-j1: {alone}\n-j8: {together}\n{plan}"]
    return []


def main():
    vow = str(Path(sys.argv[1]).resolve(strict=True))
    plans, first = int(sys.argv[2]) if len(sys.argv) > 2 else 20, int(sys.argv[3]) if len(sys.argv) > 3 else 1
    with ThreadPoolExecutor(len(os.sched_getaffinity(0))) as workers:
        cases = list(workers.map(lambda seed: faults_of(vow, seed), range(first, first + plans)))
    return finish(cases)


sys.exit(main())
