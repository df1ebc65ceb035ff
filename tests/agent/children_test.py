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
UNIQUE = f"1000.{os.getpid()}"  # seconds that only a process of these tests sleeps
# Starts a process in a session of its own, whose parents exit, as a daemon does.
ESCAPE = f"setsid sh -c 'sleep {UNIQUE} </dev/null >/dev/null 2>&1 &'; sleep 0.3"
PROMISE = 'promise agent t { path => "%s"; interpreter => "/bin/sh"; }\nbundle agent main { t: "x"; }\n'
HANGING = '''read -r header; read -r empty
printf 't 1.0 v1 line_based\\n\\n'
while read -r line; do
    case $line in
        operation=*) operation=${line#operation=} ;;
        promiser=*) promiser=${line#promiser=} ;;
        '')
            result=valid
            if [ "$operation" = evaluate_promise ]; then %s
                result=kept
            fi
            if [ "$operation" = terminate ]; then result=success; fi
            printf 'operation=%%s\\nresult=%%s\\n\\n' "$operation" "$result"
            if [ "$operation" = terminate ]; then exit; fi
            ;;
    esac
done
'''


class Children(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.addCleanup(self.end_all, f"sleep {UNIQUE}")
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

    def running(self, command):
        """The processes that run a command."""
        def line(process):
            try:
                return (process / "cmdline").read_bytes().replace(b"\0", b" ").decode().strip()
            except OSError:
                return ""
        return [process for process in Path("/proc").glob("[0-9]*") if line(process) == command]

    def assert_ends(self, command):
        """A killed process is there for a moment."""
        end = time.monotonic() + 10
        while self.running(command) and time.monotonic() < end:
            time.sleep(0.05)
        self.assertFalse(self.running(command))

    def end_all(self, command):
        """Ends the processes that run a command, and returns their number."""
        found = self.running(command)
        for process in found:
            os.kill(int(process.name), signal.SIGKILL)
        return len(found)

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

    def test_a_limit_for_the_size_of_files_ends_commands_alone(self):
        policy = self.write("large.cf", f"""bundle agent main {{
    commands: "/bin/dd if=/dev/zero of={self.root}/zeros bs=4096 count=1";
    reports: "the end";
}}
""")
        done = self.vow("-K", policy, before="ulimit -f 4; ")
        self.assertIn("Cannot record the run", done.stderr + done.stdout)
        self.assertIn("was ended by SIGXFSZ", done.stderr + done.stdout)
        self.assertIn("R: the end", done.stdout)
        self.assertEqual(1, done.returncode)

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

    def test_a_module_of_a_killed_agent_ends_with_it(self):
        module = self.write("m.sh", HANGING % f"touch {self.root}/begun; exec sleep {UNIQUE}")
        agent = subprocess.Popen([VOW, "run", "-K", self.write("p.cf", PROMISE % module)], cwd=self.root, env=self.environment)
        self.wait_for(self.root / "begun")
        agent.send_signal(signal.SIGKILL)
        agent.wait()
        self.assert_ends(f"sleep {UNIQUE}")

    def test_processes_that_escape_a_command_end_with_its_time(self):
        self.write("job.sh", f"{ESCAPE}\nsleep 30\n")
        policy = self.write("job.cf", f"""bundle agent main {{ commands: "/bin/sh {self.root}/job.sh" contain => short; }}
body contain short {{ exec_timeout => "2"; }}
""")
        done = self.vow("-K", policy)
        self.assertEqual(1, done.returncode)
        self.assert_ends(f"sleep {UNIQUE}")

    def test_processes_that_escape_a_module_end_with_its_time(self):
        module = self.write("m.sh", HANGING % f"{ESCAPE}; sleep 30")
        done = self.vow("-K", "--limit", "evaluate=2,kill=1", self.write("p.cf", PROMISE % module))
        self.assertEqual(1, done.returncode)
        self.assert_ends(f"sleep {UNIQUE}")

    def test_processes_that_a_signal_ends_have_ended_before_the_agent(self):
        """Although the processes get hardly any time: they are idle, and all processors are busy."""
        job = self.write("job.sh", f"touch begun\nchrt --idle 0 sleep {UNIQUE}\n")
        self.write("p.cf", f'bundle agent main {{ commands: "/bin/sh {job}"; }}\n')
        self.write("p.yaml", "doctype: com.datagridsys.doctype/skopos/deploy-plan\nversion: alpha/1\nsteps:\n"
                   f"  - {{id: g, class: group, on_fail: fail, steps: [{{id: a, class: action, exec: /bin/sh {job}, on_fail: fail}}]}}\n")
        for _ in range(2 * (os.cpu_count() or 1)):
            busy = subprocess.Popen([sys.executable, "-c", "while True: pass"])
            self.addCleanup(busy.wait)
            self.addCleanup(busy.kill)
        for policy in ("p.cf", "p.yaml"):
            with self.subTest(policy):
                agent = subprocess.Popen([VOW, "run", policy], cwd=self.root, env=self.environment, stdout=subprocess.DEVNULL)
                self.wait_for(self.root / "begun")
                agent.terminate()
                agent.wait(LIMIT)
                self.assertFalse(self.running(f"sleep {UNIQUE}") + self.running(f"chrt --idle 0 sleep {UNIQUE}"))
                (self.root / "begun").unlink()

    def test_a_daemon_lives_on_when_the_promise_that_started_it_is_kept(self):
        module = self.write("m.sh", HANGING % f'case "$promiser" in y) sleep 30;; esac; {ESCAPE}')
        policy = self.write("p.cf", PROMISE.replace('"x";', '"x"; "y";') % module)
        done = self.vow("-KI", "--limit", "evaluate=2,kill=1", policy)
        self.assertIn("1 kept, 0 repaired, 1 not kept", done.stdout)
        self.assertEqual(1, self.end_all(f"sleep {UNIQUE}"))
        policy = self.write("job.cf", f'bundle agent main {{ commands: "/bin/sh {self.write("job.sh", ESCAPE)}"; }}\n')
        self.assertEqual(0, self.vow("-K", policy).returncode)
        self.assertEqual(1, self.end_all(f"sleep {UNIQUE}"))

    def test_a_daemon_lives_on_when_its_module_does_not_end(self):
        module = self.write("m.sh", HANGING % f"{ESCAPE}; printf 'operation=evaluate_promise\\nresult=kept\\n\\n'; exec sleep 30")
        done = self.vow("-KI", "--limit", "terminate=1,kill=1", self.write("p.cf", PROMISE % module))
        self.assertIn("1 kept, 0 repaired, 0 not kept", done.stdout)
        self.assertEqual(1, self.end_all(f"sleep {UNIQUE}"))

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
        self.assertIn(f"Still waiting for commands promise with promiser '/bin/sleep 3' ({policy}:1): it has taken 1 s", done.stdout)
        self.assertNotIn("Still", self.vow("-K", policy).stdout)


if __name__ == "__main__":
    run_unittests()
