#!/usr/bin/env python3
"""A plan has exactly the changes that the run then makes, object by object; a plan after the run has none.

Each policy is planned, run and planned again in the same throw-away root: a folder below which it writes all that it
writes or, of the policies that need the host's own paths, a mount namespace in which /etc, /home and /var are copies.

usage: plans_and_runs_test.py VOW
"""

import ctypes
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
POLICIES = TESTS / "agent/plans_and_runs"
LIMIT = 120  # seconds that a run may take
COPIED = ("/etc", "/home", "/var")
# A field of a file that is made: the plan has it in the words of the creation, or as a change of its own.
MADE_WITH = {"mode", "owner", "group"}


def events_of(text):
    return [json.loads(line) for line in text.splitlines() if line.startswith("{")]


def place_of(event):
    return f"{event.get('file')}:{event.get('line')}"


def above(path):
    return {str(folder) for folder in Path(path).parents} | {path.rsplit("/", 1)[0]}


class Outcomes:
    """The outcomes of a plan or of a run, by promise."""

    def __init__(self, text):
        self.events = events_of(text)
        self.end = self.events[-1]
        self.outcomes = [event for event in self.events if event["event"] == "outcome"]

    def having(self, result):
        return [event for event in self.outcomes if event["result"] == result]

    def promises(self, result):
        return {self.name(event) for event in self.having(result)}

    def followers(self):
        return {(event["promise"], Path(event["place"]).name) for event in self.events if event["event"] == "follows"}

    def changes(self, result):
        """{(promise, kind, object, field): after}, as far as a plan of the unchanged host can have them:

        - The plan of a second promise about an object does not know what the first will have made of it: creations and
          updates count as the same, and of an object of several promises no values are compared.
        - A folder that a copy would make is one change in a plan, with all that is in it.
        """
        found = {}
        makers = {}
        for number, event in enumerate(self.having(result)):
            changes = event.get("changes", [])
            made = {change["object"] for change in changes if change.get("action") == "create"}
            folders = {change["object"] for change in changes if change.get("field") == "exists" and "after" in change}
            contents = {change["object"] for change in changes if change.get("field") == "content"}
            for change in changes:
                path, field = change["object"], change.get("field")
                if path in made and field in MADE_WITH or path in contents and field == "exists":
                    continue
                if "/./" in path and above(path) & (folders - contents):
                    continue
                field = "gone" if change.get("action") == "remove" else field
                found[self.name(event), change.get("kind"), path, field] = change.get("after")
                makers.setdefault(path, set()).add(number)
        return {key: after if len(makers[key[2]]) == 1 else "of several" for key, after in found.items()}

    @staticmethod
    def name(event):
        return f"{event['type']} '{event['promiser']}'", f"{Path(event['file']).name}:{event['line']}"


class Case(unittest.TestCase):
    maxDiff = None

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name).resolve()
        self.root.chmod(0o755)

    def vow(self, command, policy, *options):
        environment = dict(os.environ, CFENGINE_TEST_OVERRIDE_WORKDIR=str(self.root / "work"))
        done = subprocess.run(
            [VOW, command, "--json", "-", *options, str(policy)], capture_output=True, text=True, timeout=LIMIT,
            cwd=self.root, env=environment, check=False)
        self.assertIn('"event":"end"', done.stdout.replace(" ", ""), done.stdout + done.stderr)
        return Outcomes(done.stdout), done.stdout + done.stderr

    def compare(self, name, prepare=None, is_settled=True):
        policy = self.root / name
        policy.write_text((POLICIES / name).read_text().replace("@ROOT@", str(self.root)))
        if name.endswith(".model.cf"):
            (self.root / "project.yml").write_text("name: plans\n")
        if prepare:
            prepare()
        options = ["--language", "inmanta"] if name.endswith(".model.cf") else []
        plan, planned = self.vow("plan", policy, *options)
        self.assertEqual(0, plan.end["exit_status"], planned)
        run, ran = self.vow("run", policy, *options)
        self.assertEqual(0, run.end["exit_status"], ran)
        self.check(plan, run, planned + ran)
        if not is_settled:
            return
        second, text = self.vow("plan", policy, *options)
        self.assertEqual(0, second.end["exit_status"], text)
        self.assertEqual(0, second.end["plan"]["change"], text)
        self.assertEqual(0, second.end["plan"]["follow"], text)

    def check(self, plan, run, text):
        open_ = plan.followers() | plan.promises("cannot_be_told")
        made = {key: after for key, after in run.changes("repaired").items() if key[0] not in open_}
        planned = plan.changes("would_repair")
        self.assertEqual(set(planned), set(made), text)
        shared = {key[2] for changes in (planned, made) for key, after in changes.items() if after == "of several"}
        for key, after in planned.items():
            if key[2] not in shared:
                self.assertEqual(after, made[key], text)
        self.assertTrue(made, "the policy changes nothing: " + text)
        acted = run.promises("repaired") | run.promises("kept")
        self.assertEqual(set(), plan.followers() - run.promises("repaired"), text)
        self.assertEqual(set(), plan.promises("cannot_be_told") - acted, text)
        self.assertEqual(set(), run.promises("repaired") - open_ - plan.promises("would_repair"), text)


class SecondOrder(Case):
    """Promises about what earlier ones of the plan make."""

    def setUp(self):
        super().setUp()
        why = layer_refused()
        skip_without(self, "overlay", not why, why)
        (self.root / "copy").mkdir()

    def test_each_promise_sees_the_files_that_earlier_ones_leave(self):
        self.compare("second_order.cf", is_settled=False)  # it removes what it makes
        self.assertEqual("port=9090\nhost=db1\nhost=db3\n", (self.root / "app/app.conf").read_text())

    def check(self, plan, run, text):
        """Without the allowances for plans of the unchanged host: each promise leaves each object as planned."""
        def left(events, result):
            return {(events.name(event), change["object"], change.get("field")): change.get("after")
                    for event in events.having(result) for change in event["changes"]}
        self.assertEqual(left(plan, "would_repair"), left(run, "repaired"), text)
        self.assertEqual(plan.promises("kept"), run.promises("kept"), text)
        self.assertEqual([], plan.having("cannot_be_told"), text)

    def test_an_apply_keeps_the_plan(self):
        policy = self.root / "second_order.cf"
        policy.write_text((POLICIES / policy.name).read_text().replace("@ROOT@", str(self.root)))
        before = sorted(self.root.rglob("*"))
        plan, text = self.vow("plan", policy, "--out", str(self.root / "plan"))
        self.assertEqual(0, plan.end["exit_status"], text)
        made = set(self.root.rglob("*")) - set(before)
        self.assertEqual({"plan"}, {path.name for path in made if "work" not in path.parts}, "a plan changes nothing")
        applied, text = self.vow("apply", self.root / "plan")
        self.assertEqual(0, applied.end["exit_status"], text)
        self.assertEqual([], applied.having("not_kept"))

    def test_the_host_is_seen_again_when_the_plan_ends(self):
        """From a folder that the layer covers."""
        (self.root / "a.cf").write_text(f"""bundle agent main {{ files: "{self.root}/f" create => "true"; }}""")
        plan, text = self.vow("plan", "a.cf", "--out", "plan")
        self.assertEqual(0, plan.end["exit_status"], text)
        self.assertTrue((self.root / "plan").exists())
        self.assertFalse((self.root / "f").exists())


class InAFolder(Case):
    def test_a_message_of_the_day_changes_as_planned(self):
        def prepare():
            (self.root / "etc").mkdir()
            (self.root / "etc/issue").write_text("Debian GNU/Linux 12 \\n \\l\n")
            (self.root / "etc/issue").chmod(0o640)
        self.compare("motd.cf", prepare)

    def test_a_web_server_gets_its_site_as_planned(self):
        def prepare():
            (self.root / "nginx/sites-enabled").mkdir(parents=True)
            (self.root / "nginx/sites-available").mkdir()
            (self.root / "nginx/sites-available/default").write_text("server { }\n")
            (self.root / "nginx/sites-enabled/default").symlink_to("../sites-available/default")
        self.compare("site.cf", prepare)

    def test_settings_of_a_daemon_change_as_planned(self):
        def prepare():
            (self.root / "sshd_config").write_text(
                "Port 22\n#PermitRootLogin prohibit-password\nPasswordAuthentication yes\n#X11Forwarding yes\nUsePAM yes\n")
            (self.root / "sshd_config").chmod(0o644)
        self.compare("sshd.cf", prepare)

    def test_settings_of_the_kernel_and_jobs_change_as_planned(self):
        def prepare():
            for folder in ("sysctl.d", "cron.d"):
                (self.root / folder).mkdir()
            (self.root / "sysctl.d/10-base.conf").write_text("vm.swappiness = 60\nfs.file-max = 100000\n")
            (self.root / "cron.d/jobs").write_text("0 3 * * * root /usr/local/bin/backup\n")
        self.compare("kernel_and_jobs.cf", prepare)

    def test_a_tree_of_files_is_copied_as_planned(self):
        def prepare():
            (self.root / "source/bin").mkdir(parents=True)
            (self.root / "source/share").mkdir()
            (self.root / "source/bin/app").write_text("#!/bin/sh\nexit 0\n")
            (self.root / "source/share/one").write_text("1\n")
            (self.root / "source/share/two").write_text("2\n")
            (self.root / "releases/1.0/share").mkdir(parents=True)
            (self.root / "releases/1.0/share/one").write_text("old\n")
            (self.root / "current").symlink_to("releases/0.9")
            (self.root / "tmp").mkdir()
            for name in ("a.tmp", "b.tmp", "keep"):
                (self.root / "tmp" / name).write_text("x")
        self.compare("tree.cf", prepare)

    def test_an_application_is_configured_and_restarted_as_planned(self):
        def prepare():
            (self.root / "app.mustache").write_text("port={{port}}\n{{#hosts}}host={{.}}\n{{/hosts}}")
            (self.root / "php.ini").write_text("; limits\n[PHP]\nmemory_limit = 64M\n\n[Date]\n")
        self.compare("application.cf", prepare)

    def test_packages_are_installed_as_planned(self):
        def prepare():
            (self.root / "installed").mkdir()
            (self.root / "installed/telnet").write_text("1.0")
            module = self.root / "work/modules/packages/stand_in"
            module.parent.mkdir(parents=True)
            module.write_text((POLICIES / "packages.sh").read_text().replace("@ROOT@", str(self.root)))
            module.chmod(0o755)
        self.compare("packages.cf", prepare)

    def test_a_deployment_changes_what_was_planned(self):
        self.compare("deployment.yaml")

    def test_operations_change_files_as_planned(self):
        self.compare("server.otter")

    def test_resources_are_deployed_as_planned(self):
        self.compare("server.model.cf")


def enter_copies(scratch):
    """A mount namespace in which some folders are copies. Raises OSError."""
    libc = ctypes.CDLL(None, use_errno=True)

    def check(result):
        if result != 0:
            raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))

    def mount(source, target, kind, flags, data):
        check(libc.mount(source.encode(), target.encode(), kind.encode(), flags, data.encode()))

    clone_newns, ms_rec, ms_private = 0x00020000, 16384, 1 << 18
    check(libc.unshare(clone_newns))
    mount("none", "/", "none", ms_rec | ms_private, "")
    mount("tmpfs", scratch, "tmpfs", 0, "size=64m")
    for folder in COPIED:
        upper, work = f"{scratch}{folder}.upper", f"{scratch}{folder}.work"
        os.mkdir(upper)
        os.mkdir(work)
        mount("overlay", folder, "overlay", 0, f"lowerdir={folder},upperdir={upper},workdir={work}")


def layer_refused():
    """Why a plan has no layer for files here; empty if it has one."""
    if os.geteuid() != 0:
        return "only root's plans see files that are not made yet"
    with tempfile.TemporaryDirectory() as scratch:
        child = os.fork()
        if child == 0:
            try:
                enter_copies(scratch)
            except OSError:
                os._exit(1)
            os._exit(0)
        return "no overlay can be mounted here" if os.waitpid(child, 0)[1] else ""


class OnCopies(Case):
    """Policies for the host's own files, in a process of their own: it cannot leave the copies."""

    def run_on_copies(self, name):
        skip_without(self, "root", os.geteuid() == 0, "only root has the files of the host")
        scratch = self.root / "scratch"
        scratch.mkdir()
        child = os.fork()
        if child == 0:
            status = 2
            try:
                enter_copies(str(scratch))
                status = 1
                self.compare(name)
                status = 0
            except OSError as problem:
                print(problem, file=sys.stderr)
            except AssertionError as failure:
                print(failure, file=sys.stderr)
            finally:
                os._exit(status)
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        skip_without(self, "overlay", status != 2, "no overlay can be mounted here")
        self.assertEqual(0, status)

    def test_users_get_keys_and_rights_as_planned(self):
        self.run_on_copies("users.cf")

    def test_names_of_other_hosts_are_added_as_planned(self):
        self.run_on_copies("hosts.cf")


if __name__ == "__main__":
    run_unittests()
