#!/usr/bin/env python3
"""Everyday types where they are at work: in a chroot, beside other users, on a full disk.

usage: everyday_test.py VOW
"""

import json
import os
import socket
import subprocess
import sys
import time
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support"))
from root_case import OTHER, VOW, RootCase
from tally import run_unittests, skip_without

NAMESPACE = ["unshare", "--mount", "--uts"]
OWN_ETC = [*NAMESPACE, "sh", "-c", 'cp -a /etc etc && mount --bind etc /etc && exec "$@"', "-"]
CHROOT = [*NAMESPACE, "sh", "-ec", """mkdir space; mount -t tmpfs vow space; mkdir space/up space/work space/root
mount -t overlay vow -o lowerdir=/,upperdir=space/up,workdir=space/work space/root
mount -t proc proc space/root/proc; cp policy.cf space/root/policy.cf; cd space/root
exec chroot . "$@" """, "-"]
VISUDO = r"""#!/bin/sh
if grep -q wrong "$2"; then echo "$2:1:1: syntax error"; ls -l "$2"; exit 1; fi
"""


def policy(*promises):
    return "bundle agent main {\n" + "\n".join(promises) + "\n}\n"


class Everyday(RootCase):
    def keep(self, *promises, within=(), options=(), **variables):
        self.write("policy.cf", policy(*promises))
        path = "/policy.cf" if within == CHROOT else "policy.cf"
        return self.run_program([*within, VOW, "run", "-K", "-I", "-w", "/tmp" if within == CHROOT else "work", *options, path], **variables)

    def test_a_chroot_gets_its_files_and_the_host_keeps_its_name(self):
        probe = subprocess.run([*CHROOT, "true"], cwd=self.write("policy.cf", "").parent, capture_output=True)
        skip_without(self, "overlays", probe.returncode == 0, "no overlay can be mounted here")
        (self.root / "space").rmdir()
        name = socket.gethostname()
        done = self.keep('hostname: "in-chroot";', 'sysctl: "vm.swappiness" value => "7";',
                         'kernel_modules: "vow-test";', 'reports: "$(with)" with => readfile("/etc/hostname");', within=CHROOT)
        self.assertEqual(0, done.returncode, done.text)
        self.assertIn("R: in-chroot", done.text)
        self.assertEqual(3, done.text.count("since this is not the root of a running system"), done.text)
        self.assertEqual(name, socket.gethostname())

    def test_rules_of_sudo_that_are_refused_leave_the_old_ones(self):
        self.write("bin/visudo", VISUDO, mode=0o755)
        check = 'ls -A /etc/sudoers.d; cat /etc/sudoers.d/vowtest'
        for lines, status, told in (("right", 0, "right"), ("wrong", 1, "-rw------- 1 root root")):
            shell = f'mkdir -p /etc/sudoers.d; echo old >/etc/sudoers.d/vowtest; "$@"; code=$?; {check}; exit $code'
            done = self.keep(f'sudoers: "vowtest" lines => {{ "{lines}" }};', within=[*OWN_ETC, "sh", "-c", shell, "-"],
                             PATH=f"{self.root}/bin:{os.environ['PATH']}")
            self.assertEqual(status, done.returncode, done.text)
            self.assertIn(told, done.text)
            self.assertIn("\nold\n" if status else "\nright\n", done.stdout)
            self.assertNotIn("\n.vowtest", done.stdout)
            subprocess.run(["rm", "-rf", "etc"], cwd=self.root, check=True)

    def test_keys_are_not_written_through_folders_that_the_user_planted(self):
        home = self.root / "home"
        home.mkdir()
        os.chown(home, OTHER, OTHER)
        secret = self.root / "root-only"
        secret.mkdir(mode=0o700)
        os.symlink(secret, home / ".ssh")
        os.chown(home / ".ssh", OTHER, OTHER, follow_symlinks=False)
        add = f'echo "vowtest:x:{OTHER}:{OTHER}::{home}:/bin/sh" >>/etc/passwd; '
        run = [*OWN_ETC, "sh", "-c", add + 'exec "$@"', "-"]
        done = self.keep('authorized_keys: "vowtest" keys => "ssh-ed25519 AAAA x";', within=run)
        self.assertEqual(1, done.returncode, done.text)
        self.assertIn("Cannot follow symlink", done.text)
        self.assertEqual([], list(secret.iterdir()))
        (home / ".ssh").unlink()
        subprocess.run(["rm", "-rf", "etc"], cwd=self.root, check=True)
        done = self.keep('authorized_keys: "vowtest" keys => "ssh-ed25519 AAAA x";', within=run)
        self.assertEqual(0, done.returncode, done.text)
        for path, mode in ((home / ".ssh", 0o40700), (home / ".ssh/authorized_keys", 0o100600)):
            self.assertEqual((OTHER, OTHER, mode), (path.stat().st_uid, path.stat().st_gid, path.stat().st_mode))

    def test_a_full_disk_loses_nothing(self):
        text = "a\n" * 2000
        shell = (f"mkdir disk; mount -t tmpfs -o size=16k vow disk; printf 'a\\n%.0s' $(seq 2000) >disk/f; "
                 "head -c 20000 /dev/zero >disk/rest 2>/dev/null; \"$@\"; code=$?; cp disk/f copy; exit $code")
        done = self.keep('line: "$(this.promise_dirname)/disk/f" line => "' + "x" * 9000 + '";',
                         within=[*NAMESPACE, "sh", "-c", shell, "-"])
        self.assertEqual(1, done.returncode, done.text)
        self.assertIn("No space left on device", done.text)
        self.assertEqual(text, (self.root / "copy").read_text())

    def test_a_user_cannot_edit_a_file_of_root(self):
        file = self.write("f", "root's\n", mode=0o644)
        text = policy(f'line: "{file}" line => "mine";')
        self.write("policy.cf", text, owner=OTHER)
        self.work.chmod(0o777)
        own = ["setpriv", f"--reuid={OTHER}", f"--regid={OTHER}", "--clear-groups", VOW, "run", "-K", "-w", "work/own", "policy.cf"]
        done = self.run_program(own)
        self.assertEqual(1, done.returncode, done.text)
        self.assertIn("Permission denied", done.text)
        self.assertEqual("root's\n", file.read_text())

    def test_a_port_is_waited_for_and_a_dry_run_looks_once(self):
        with socket.socket() as listener:
            listener.bind(("127.0.0.1", 0))
            port = listener.getsockname()[1]
            promise = f'wait: "port" port => "{port}", host => "127.0.0.1", limit => "%s";'
            begin = time.monotonic()
            dry = self.keep(promise % 200, options=("-n",))
            self.assertLess(time.monotonic() - begin, 30)
            self.assertIn("Should wait until", dry.text)
            late = self.keep(promise % 1)
            self.assertEqual(1, late.returncode, late.text)
            listener.listen()
            self.assertEqual(0, self.keep(promise % 30).returncode)

    def test_things_that_earlier_promises_bring_fail_only_a_real_run(self):
        for promise, lacking in (
            ('authorized_keys: "vow-no-user" keys => "ssh-ed25519 AAAA x";', "User 'vow-no-user' does not exist"),
            ('services: "vow-no-service" service_policy => "start";', "'vow-no-service'"),
            (f'archive: "{self.root}/a" source => "{self.root}/none.tar";', "Cannot extract"),
            ('alternatives: "vow-none" path => "/bin/sh";', "The alternatives of 'vow-none' are unknown"),
        ):
            dry, real = self.keep(promise, options=("-n",)), self.keep(promise)
            self.assertIn(f"warning: {lacking}" if not lacking.startswith("'") else lacking, dry.text)
            self.assertEqual((0, 1), (dry.returncode, real.returncode), dry.text + real.text)
            self.assertIn(lacking, real.text)

    def test_missing_folders_of_a_new_file_are_made(self):
        self.keep(f'ini: "{self.root}/a/b/x.ini" section => "s", key => "k", value => "v"; line: "{self.root}/c/d/x" line => "l", create => "true";')
        self.assertEqual("[s]\nk = v\n", (self.root / "a/b/x.ini").read_text())
        self.assertEqual("l\n", (self.root / "c/d/x").read_text())

    def test_an_edit_is_in_the_events_with_the_lines_before_and_after_it(self):
        file = self.write("f", "[a]\nx=1\n")
        self.keep(f'ini: "{file}" section => "a", key => "x", value => "2";', options=("--json", "events"))
        events = [json.loads(line) for line in (self.root / "events").read_text().splitlines()]
        change = next(event for event in events if event.get("changes"))["changes"][0]
        self.assertEqual(("x=1\n", "x=2\n", "content", str(file)),
                         (change["before"], change["after"], change["field"], change["object"]))

    def test_a_type_of_the_policy_wins(self):
        self.write("module", '#!/bin/sh\nread h; read e; echo "own 1.0 v1 line_based"; echo\nwhile read l; do case "$l" in '
                   'operation=*) o="${l#*=}";; "") [ "$o" = evaluate_promise ] && echo "log_critical=it is the own one"\n'
                   'r=kept; [ "$o" = validate_promise ] && r=valid; [ "$o" = terminate ] && r=success\n'
                   'echo "operation=$o"; echo "result=$r"; echo; [ "$o" = terminate ] && exit;; esac; done\n', mode=0o755)
        self.write("policy.cf", f'promise agent line {{ interpreter => "/bin/sh"; path => "{self.root}/module"; }}\n'
                   + policy('line: "anything" whatever => "x";'))
        done = self.vow("run", "-K", "-w", "work", "policy.cf")
        self.assertIn("it is the own one", done.text)


if __name__ == "__main__":
    run_unittests()
