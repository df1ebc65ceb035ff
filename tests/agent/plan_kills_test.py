#!/usr/bin/env python3
"""Deployment plans killed at random points and resumed: the result is that of an unbroken run, and no step that ended runs again.

usage: plan_kills_test.py VOW

VOW_TEST_KILLS is the number of kills, 20 if it is not set.
"""

import contextlib
import json
import os
import random
import shutil
import signal
import sqlite3
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
KILLS = int(os.environ.get("VOW_TEST_KILLS", "20"))
LIMIT = 120  # seconds that a run may take
LONGEST = 0.6  # seconds until a run is killed

PLAN = """
doctype: com.datagridsys.doctype/skopos/deploy-plan
version: alpha/1
steps:
  - id: before
    class: group
    on_fail: fail
    steps:
      - {id: first, class: action, exec: note first, on_fail: fail}
      - {id: flaky, class: action, exec: third-time, on_fail: flaky}
      - {id: nap, class: delay, duration: 0.02}
  - id: web
    class: component
    on_fail: fail
    steps:
      - id: create
        class: instance-loop
        target_num: 4
        on_fail: fail
        steps:
          - {id: new, class: action, plugin: fleet, action: inst_create, arguments: {selector: new}, on_fail: fail}
          - {id: show, class: action, exec: "note {{.id}}", selector: new, on_fail: fail}
          - {id: kept, class: action, selector: new, plugin: files, action: promise, arguments: {promiser: "@ROOT@/files/{{.index}}", content: "{{.id}}"}, on_fail: fail}
      - {id: fails, class: action, exec: "false", on_fail: undo}
      - id: undo
        class: instance-loop
        selector: new
        cleanup: true
        on_pass: pass
        steps:
          - {id: gone, class: action, plugin: fleet, action: inst_destroy, arguments: {selector: new}, on_fail: fail}
  - id: after
    class: group
    on_fail: fail
    steps:
      - {id: last, class: action, exec: note last, on_fail: fail}
"""
PROGRAMS = {
    "note": '#!/bin/sh\nsleep 0.01; echo "$1" >"notes/$1"\n',
    # Counts in the plan's folder only when it has succeeded, so that it can run again from its start.
    "third-time": '#!/bin/sh\necho begun >>begun\nn=$(cat tries 2>/dev/null || echo 0); n=$((n + 1)); echo $n >tries.new; mv tries.new tries; [ $n -ge 3 ]\n',
    "fleet": '#!/bin/sh\ncat >/dev/null; sleep 0.01\n[ "$1" = inst_destroy ] || echo "{\\"inst\\": [{\\"id\\": \\"i$SKOPOS_INDEX\\"}]}"\n',
}


class Deployment:
    """A plan in a folder of its own, and the events of all parts of its run."""

    def __init__(self, root):
        self.root = root
        self.parts = []
        for folder in ("plugins", "notes", "files", "work"):
            (root / folder).mkdir()
        (root / "plan.yaml").write_text(PLAN.replace("@ROOT@", str(root)))
        for name, text in PROGRAMS.items():
            (root / "plugins" / name).write_text(text)
            (root / "plugins" / name).chmod(0o755)

    def run(self, *options, kill_after=None):
        """The exit status of one part of the run."""
        events = self.root / f"events{len(self.parts)}"
        process = subprocess.Popen(
            [VOW, "run", "plan.yaml", "-w", "work", "--json", str(events), *options],
            cwd=self.root, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True)
        if kill_after is not None:
            time.sleep(kill_after)
            process.send_signal(signal.SIGKILL)
        self.printed = process.communicate(timeout=LIMIT)[0].decode()
        self.parts.append(steps_in(events))
        return process.returncode

    def is_unfinished(self):
        probe = subprocess.run([VOW, "run", "plan.yaml", "-w", "work", "--resume", "--approve", "none"], cwd=self.root, capture_output=True)
        return b"not a gate" in probe.stderr  # an option that fits no plan, so that nothing runs

    def has_ended(self):
        return (self.root / "notes/last").exists()

    def flaky_on_disk(self):
        """The place of the step that leads to itself: how often it has begun, and whether it runs. None if the run is elsewhere."""
        with contextlib.closing(sqlite3.connect(self.root / "work/state/vow.db")) as database:
            rows = database.execute("SELECT value FROM document WHERE space = 'skopos_place'").fetchall()
        place = json.loads(rows[0][0]) if rows else {"frames": []}
        frames = place["frames"]
        if len(frames) != 2 or frames[0]["at"] != 0:
            return None
        visits = frames[1]["visits"]
        return visits["others"].get("1", int(visits["reached"] > 1)), frames[1]["at"] == 1 and place["progress"] == "begun"

    def begins_of_program(self):
        path = self.root / "begun"
        return len(path.read_text().splitlines()) if path.exists() else 0

    def result(self):
        return {str(path.relative_to(self.root)): path.read_text()
                for folder in ("notes", "files") for path in sorted((self.root / folder).iterdir())}


def steps_in(path):
    """Each event of a step in a file that may end in the middle of a line."""
    found = []
    for line in path.read_text().splitlines() if path.exists() else []:
        try:
            event = json.loads(line)
        except ValueError:
            continue
        if event["event"] in ("step", "step_outcome"):
            found.append(event)
    return found


class KilledPlans(unittest.TestCase):
    def setUp(self):
        self.folder = Path(tempfile.mkdtemp(prefix="vow-plan-kills-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)

    def deployment(self, name):
        root = self.folder / name
        root.mkdir()
        return Deployment(root)

    def check_no_step_runs_again(self, deployment):
        """A step whose end was reported is not begun again by a later part. The step that leads to itself is checked at each kill."""
        for number, part in enumerate(deployment.parts[:-1]):
            ended = [(event["id"], event.get("index")) for event in part if event["event"] == "step_outcome"]
            ended = {step for step in ended if step[0] != "flaky"}
            later = {(event["id"], event.get("index")) for each in deployment.parts[number + 1:] for event in each if event["event"] == "step"}
            self.assertEqual(set(), ended & later)

    def test_a_killed_plan_ends_like_an_unbroken_one(self):
        chance = random.Random(4)
        unbroken = self.deployment("unbroken")
        self.assertEqual(0, unbroken.run(), unbroken.printed)
        expected = unbroken.result()
        self.assertEqual(10, len(expected))
        killed = rounds = 0
        while killed < KILLS:
            deployment = self.deployment(f"killed{rounds}")
            rounds += 1
            resume = []
            repeats = 0  # of the step that leads to itself, as it had begun
            while True:
                wait = chance.uniform(0, LONGEST) if killed < KILLS else None
                status = deployment.run(*resume, kill_after=wait)
                if status == 0:
                    break
                self.assertIn(status, (-signal.SIGKILL, 0), deployment.printed)
                killed += 1
                resume = ["--resume"] if deployment.is_unfinished() else []
                flaky = deployment.flaky_on_disk() if resume else None
                if flaky is not None:
                    begins, runs = flaky
                    self.assertLessEqual(deployment.begins_of_program(), begins + repeats)
                    repeats += runs
                if not resume and deployment.has_ended():
                    break
                if not resume:
                    self.assertEqual(0, deployment.begins_of_program(), "a run that has begun can be resumed")
            self.assertEqual(expected, deployment.result())
            self.check_no_step_runs_again(deployment)


if __name__ == "__main__":
    run_unittests()
