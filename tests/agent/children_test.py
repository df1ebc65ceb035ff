#!/usr/bin/env python3
"""The processes that the agent starts: there are as many as are needed, they end with it, and nothing runs twice at once.

usage: children_test.py VOW
"""

import os
import pwd
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

TESTS = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(TESTS / "support"))
from tally import run_unittests, skip_without

VOW = str(Path(sys.argv.pop(1)).resolve(strict=True))
LIMIT = 120  # seconds that a run may take
MODULES = 300
AGENTS = 20


class Children(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.root = Path(self.folder.name)
        self.environment = dict(os.environ, CFENGINE_TEST_OVERRIDE_WORKDIR=str(self.root))

    def write(self, name, text, mode=0o644):
        path = self.root / name
        path.write_text(text)
        path.chmod(mode)
        return path

    def vow(self, *words, before="", **more):
        command = ["/bin/sh", "-c", before + 'exec "$@"', "sh", VOW, "run", *words]
        return subprocess.run(command, capture_output=True, text=True, timeout=LIMIT, cwd=self.root, env=self.environment, **more)

    def wait_for(self, path):
        end = time.monotonic() + LIMIT
        while not path.exists() and time.monotonic() < end:
            time.sleep(0.01)
        self.assertTrue(path.exists())

    def kill_during(self, policy):
        """Runs a policy, kills the agent as soon as the file `begun` is there, and returns the result of the next run."""
        agent = subprocess.Popen([VOW, "run", policy], cwd=self.root, env=self.environment, stdout=subprocess.DEVNULL)
        self.wait_for(self.root / "begun")
        agent.send_signal(signal.SIGKILL)
        agent.wait()
        return self.vow("-v", policy)

    def test_each_module_of_more_than_there_are_descriptors_keeps_its_promises(self):
        module = (TESTS / "modules/good_line.sh").read_text()
        types, promises = [], []
        for number in range(MODULES):
            path = self.write(f"m{number}.sh", module)
            types.append(f'promise agent t{number} {{ path => "{path}"; interpreter => "/bin/sh"; }}\n')
            promises.append(f'    t{number}: "x";\n')
        policy = self.write("types.cf", "".join(types) + "bundle agent main {\n" + "".join(promises) + "}\n")
        for jobs in ("-j1", "-j64"):
            done = self.vow("-KI", jobs, policy, before="ulimit -S -n 256; ulimit -H -n 512; ")
            self.assertIn(f"{MODULES} kept, 0 repaired, 0 not kept", done.stdout.splitlines()[-1])
            self.assertEqual(0, done.returncode)

    def test_a_command_of_a_killed_agent_ends_with_it(self):
        policy = self.write("job.cf", f"""bundle agent main {{
    commands: "/bin/sh -c 'echo start >> {self.root}/log; touch {self.root}/begun; sleep 30'" contain => quiet;
}}
body contain quiet {{ useshell => "noshell"; exec_timeout => "3"; }}
""")
        agent = subprocess.Popen([VOW, "run", "-K", policy], cwd=self.root, env=self.environment)
        self.wait_for(self.root / "begun")
        children = Path(f"/proc/{agent.pid}/task/{agent.pid}/children").read_text().split()
        self.assertTrue(children)
        agent.send_signal(signal.SIGKILL)
        agent.wait()
        end = time.monotonic() + 10
        while any(Path("/proc", child).exists() for child in children) and time.monotonic() < end:
            time.sleep(0.05)
        self.assertFalse([child for child in children if Path("/proc", child).exists()])

    def test_a_command_that_outlives_its_agent_holds_the_lock(self):
        self.write("job.sh", "trap '' TERM\necho start >> log; touch begun; sleep 4; echo end >> log\n")
        policy = self.write("job.cf", f"""bundle agent main {{
    commands: "/bin/sh {self.root}/job.sh" contain => here;
}}
body contain here {{ chdir => "{self.root}"; }}
""")
        second = self.kill_during(policy)
        self.assertEqual("start\n", (self.root / "log").read_text(), second.stdout)

    def test_a_lock_is_free_when_a_daemon_that_its_command_left_lives_on(self):
        policy = self.write("daemon.cf", f"""bundle agent main {{
    commands: "/bin/sh -c 'echo start >> {self.root}/log; setsid sleep 20 >/dev/null 2>&1 &'" action => now;
}}
body action now {{ ifelapsed => "0"; }}
""")
        for _ in range(2):
            self.vow(policy)
        self.assertEqual("start\nstart\n", (self.root / "log").read_text())

    def test_a_command_of_another_user_has_the_groups_and_variables_of_that_user(self):
        skip_without(self, "root", os.geteuid() == 0, "only root can start processes of other users")
        daemon = pwd.getpwnam("daemon")
        policy = self.write("owner.cf", """bundle agent main {
    commands: "/bin/sh -c 'echo `id -u` `id -g` `id -G` $HOME $USER $LOGNAME'" contain => daemon;
}
body contain daemon { exec_owner => "daemon"; useshell => "noshell"; }
""")
        groups = " ".join(map(str, os.getgrouplist("daemon", daemon.pw_gid)))
        printed = f": {daemon.pw_uid} {daemon.pw_gid} {groups} {daemon.pw_dir} daemon daemon\n"
        self.assertIn(printed, self.vow("-K", policy).stdout)

    def test_overlapping_agents_start_a_command_once(self):
        promises = "".join(f"    \"/bin/sh -c 'echo {number} >> {self.root}/log'\" action => later;\n" for number in range(10))
        policy = self.write("many.cf", "bundle agent main {\ncommands:\n" + promises + "}\nbody action later { ifelapsed => \"5\"; }\n")
        agents = [subprocess.Popen([VOW, "run", policy], cwd=self.root, env=self.environment, stdout=subprocess.DEVNULL)
                  for _ in range(AGENTS)]
        for agent in agents:
            agent.wait(LIMIT)
        self.assertEqual(list(range(10)), sorted(map(int, (self.root / "log").read_text().split())))

    def test_a_promise_that_takes_long_is_named(self):
        policy = self.write("slow.cf", 'bundle agent main { commands: "/bin/sleep 3"; }\n')
        done = self.vow("-K", "--limit", "notice=1", policy)
        self.assertIn(f"vow: still keeping commands '/bin/sleep 3' of {policy}\n", done.stderr)
        self.assertNotIn("still", self.vow("-K", policy).stderr)


if __name__ == "__main__":
    run_unittests()
