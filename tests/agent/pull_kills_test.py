#!/usr/bin/env python3
"""`vow pull` killed at the system calls that change something, and on file systems that are full: the old version or the new
one, whole; the next pull is good, and nothing is left over.

usage: pull_kills_test.py VOW

VOW_TEST_KILLS is the number of pulls that are killed (24 if it is not set), VOW_TEST_LEVELS the number of levels to which a
file system is filled (8).
"""

import collections
import contextlib
import os
import random
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path

TESTS = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(TESTS / "support"))
from pull_case import LIMIT, PullCase
from tally import run_unittests, skip_without

VOW = str(Path(sys.argv.pop(1)).resolve(strict=True))
PullCase.vow = VOW
KILLS = int(os.environ.get("VOW_TEST_KILLS", "24"))
LEVELS = int(os.environ.get("VOW_TEST_LEVELS", "8"))
# The calls that change files, and those that start processes.
CHANGES = ("openat,write,writev,pwrite64,pwritev,ftruncate,fallocate,fsync,fdatasync,syncfs,rename,renameat,renameat2,link,linkat,unlink,"
           "unlinkat,symlink,symlinkat,mkdir,mkdirat,rmdir,fchmod,fchmodat,fchown,fchownat,utimensat,fork,vfork,clone,clone3")
BAD = 'commands: "/bin/false";'


class KillCase(PullCase):
    def left_over(self):
        """The files of the host besides its versions, as names without digests."""
        names = set()
        for path in (self.work / "pull").rglob("*"):
            name = str(path.relative_to(self.work / "pull"))
            if not name.startswith("store/"):
                names.add(re.sub("[0-9a-f]{64}", "DIGEST", name))
        return names

    def check_whole(self, versions):
        """`versions`: the digests that `current` may lead to, with the version that each has."""
        link = self.link()
        self.assertIn(link, versions)
        policy = (self.work / "pull/current/main.cf").read_text()
        self.assertEqual(versions[link], policy.split('content => "')[1].split('"')[0])
        self.assertIn(self.version(), versions.values())


class Kills(KillCase):
    def strace(self, *options):
        return subprocess.run(["strace", "-o", self.root / "calls", "-e", f"trace={CHANGES}", *options, *self.command()],
                              capture_output=True, text=True, timeout=LIMIT, check=False, start_new_session=True)

    def calls(self, status):
        """The calls in a pull of what was released just now, in their order: the name of each, and its number among those of
        that name."""
        skip_without(self, "strace", shutil.which("strace"), "strace is not installed")
        done = self.strace()
        self.assertEqual(status, done.returncode, done.stdout + done.stderr)
        counts, calls = collections.Counter(), []
        for line in (self.root / "calls").read_text().splitlines():
            if name := re.match(r"(\w+)\(", line):
                counts[name[1]] += 1
                calls.append((name[1], counts[name[1]]))
        return calls

    def kill_at(self, name, number):
        """Kills a pull at that of its calls, with all that it started. False if it had fewer."""
        with subprocess.Popen(["strace", "-o", "/dev/null", "-e", f"inject={name}:signal=KILL:when={number}", *self.command()],
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True) as pull:
            pull.wait(LIMIT)
            with contextlib.suppress(ProcessLookupError):
                os.killpg(pull.pid, signal.SIGKILL)
        return pull.returncode in (-signal.SIGKILL, 128 + signal.SIGKILL)

    def points(self, calls, count):
        """So many of the calls, evenly spread; all of them several times if there are fewer."""
        return [calls[at * len(calls) // count] for at in range(count)]

    def test_a_pull_killed_at_a_call_leaves_the_old_version_or_the_new_one(self):
        last = self.release("0")
        self.pull()
        last, first = self.release("1"), last
        calls = self.calls(0)
        clean = self.left_over()
        killed = 0
        for number, point in enumerate(self.points(calls, KILLS * 2 // 3), 2):
            digest = self.release(str(number))
            killed += self.kill_at(*point)
            self.check_whole({last: str(number - 1), digest: str(number)})
            self.pull()
            self.assertEqual((str(number), digest, last), (self.version(), self.link(), self.link("previous")), f"call {point}")
            self.assertEqual(sorted([digest, last]), self.stored(), f"call {point}")
            self.assertEqual(clean, self.left_over(), f"call {point}")
            last = digest
        self.assertNotEqual(first, last)
        self.assertGreaterEqual(killed, KILLS // 2)
        print(f"killed {killed} pulls at their calls, which are {len(calls)}")

    def test_going_back_killed_at_a_call_ends_at_the_good_version(self):
        good = self.release("good")
        self.pull()
        self.release("bad-0", BAD)
        calls = self.calls(11)
        self.pull()
        clean = self.left_over()
        killed = 0
        for number, point in enumerate(self.points(calls, KILLS // 6), 1):
            bad = self.release(f"bad-{number}", BAD)
            killed += self.kill_at(*point)
            self.check_whole({good: "good", bad: f"bad-{number}"})
            first = subprocess.run(self.command(), capture_output=True, text=True, timeout=LIMIT, check=False)
            self.assertIn(first.returncode, (0, 11), first.stdout + first.stderr)
            self.pull()
            self.assertEqual(("good", good, [good]), (self.version(), self.link(), self.stored()), f"call {point}")
            self.assertEqual(clean, self.left_over(), f"call {point}")
            self.assertEqual(f"web bad-{number}", self.status()["bad"][-1]["bundle"])
        self.assertGreaterEqual(killed, KILLS // 8)
        print(f"killed {killed} pulls that go back at their calls, which are {len(calls)}")

    def test_a_pull_killed_at_any_time_leaves_the_old_version_or_the_new_one(self):
        chosen = random.Random(7)
        last = self.release("0")
        self.pull()
        clean = self.left_over()
        longest = 0.5
        for number in range(1, KILLS // 6 + 1):
            digest = self.release(str(number))
            with subprocess.Popen(self.command(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True) as pull:
                with contextlib.suppress(subprocess.TimeoutExpired):
                    pull.wait(chosen.uniform(0, longest))
                pull.kill()
            self.check_whole({last: str(number - 1), digest: str(number)})
            self.pull()
            self.assertEqual((str(number), digest, last), (self.version(), self.link(), self.link("previous")))
            self.assertEqual((sorted([digest, last]), clean | {"previous"}), (self.stored(), self.left_over() | {"previous"}))
            last = digest

    def test_a_version_that_kills_each_pull_is_left(self):
        self.release("1.0")
        self.pull()
        killer = self.root / "killer"
        killer.write_text("""#!/bin/sh
process=$PPID
until tr '\\0' ' ' </proc/$process/cmdline | grep -q ' pull '; do
    read -r number name state process rest </proc/$process/stat
done
kill -9 $process
sleep 5
""")
        killer.chmod(0o755)
        self.release("2.0", f'commands: "{killer}";')
        for _ in range(3):
            self.pull(status=-signal.SIGKILL)
            self.assertEqual("2.0", self.version())
        self.assertIn("was killed", self.pull(status=11).text)
        self.assertEqual("1.0", self.version())


class FullDisks(KillCase):
    def test_a_full_disk_leaves_the_old_version_or_the_new_one(self):
        disk = self.small_disk()
        last = self.release("0", files={"large": "x" * 2_000_000})
        self.pull()
        filler = disk / "filler"
        statuses = []
        for number in range(1, LEVELS + 1):
            digest = self.release(str(number), files={"large": str(number % 10) * 2_000_000})
            free = shutil.disk_usage(disk).free
            rest = round(3_000_000 * (number - 1) / LEVELS) // 4096 * 4096  # from nothing to more than it needs
            with open(filler, "wb") as file:
                os.posix_fallocate(file.fileno(), 0, max(4096, free - rest))
            done = subprocess.run(self.command(), capture_output=True, text=True, timeout=LIMIT, check=False)
            statuses.append(done.returncode)
            self.assertIn(done.returncode, (0, 8, 70), done.stdout + done.stderr)
            self.check_whole({last: str(number - 1), digest: str(number)})
            filler.unlink()
            self.pull()
            self.assertEqual((str(number), digest), (self.version(), self.link()))
            self.assertEqual(sorted([digest, last]), self.stored())
            last = digest
        print("exit statuses of pulls on full disks:", *statuses)


if __name__ == "__main__":
    run_unittests()
