#!/usr/bin/env python3
"""The types systemd and services with a real systemd: a user instance on a bus of its own, in namespaces.

usage: systemd_test.py VOW
"""

import os
import shutil
import subprocess
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support"))
from root_case import VOW, RootCase
from tally import run_unittests, skip_without

SYSTEMD = "/lib/systemd/systemd"
NEEDED = [SYSTEMD, "dbus-daemon", "systemctl", "unshare"]
# The instance needs a folder for its units, a bus, a cgroup that it may divide, and a machine that looks as if systemd had started it.
START = """
cgroup=$(find /sys/fs/cgroup -maxdepth 1 -name unified; echo /sys/fs/cgroup)
cgroup=$(echo "$cgroup" | head -1)/vow-test-$$
mkdir "$cgroup" && echo $$ >"$cgroup/cgroup.procs" || exit 77
unshare --mount --cgroup --pid --fork --mount-proc --kill-child sh ./inside; code=$?
echo $$ >"${cgroup%/*}/cgroup.procs"
find "$cgroup" -depth -type d -exec rmdir {} +
exit $code
"""
INSIDE = f"""
mount -t tmpfs vow /run && mkdir -p /run/systemd/system /run/user && chmod 700 /run/user || exit 77
umount -R /sys/fs/cgroup && mount -t cgroup2 vow /sys/fs/cgroup || exit 77
export XDG_RUNTIME_DIR=/run/user HOME="$PWD" XDG_CONFIG_HOME="$PWD/config" DBUS_SESSION_BUS_ADDRESS=unix:path=/run/user/bus
dbus-daemon --session --fork --address=$DBUS_SESSION_BUS_ADDRESS 2>bus-log || exit 77
{SYSTEMD} --user --log-target=console >systemd-log 2>&1 &
PATH="$PWD/bin:$PATH"
tries=0
until /bin/systemctl --user is-active --quiet default.target; do
    tries=$((tries + 1)); [ $tries -lt 300 ] || exit 77; /bin/sleep 0.1
done
vow() {{ n=0; {VOW} run -K -I -w work "$@" 2>&1 || n=$?; echo "status $n"; }}
"""
# Notes the requests of the modules, and passes them on to the user instance.
SYSTEMCTL = """#!/bin/sh
export XDG_RUNTIME_DIR=/run/user
echo "$*" >>"${0%/*}/requests"
exec /bin/systemctl --user "$@"
"""
UNIT = "[Service]\\nExecStart=/bin/sleep 1000\\n[Install]\\nWantedBy=default.target\\n"


@unittest.skipUnless(all(map(shutil.which, NEEDED)), "not all are installed of " + ", ".join(NEEDED))
class RealSystemd(RootCase):
    def follow(self, steps, **policies):
        self.write("bin/systemctl", SYSTEMCTL, mode=0o755)
        units = self.root / ".local/share/systemd/user"  # as /lib/systemd/system: what is there can be masked
        units.mkdir(parents=True)
        for name, promises in policies.items():
            self.write(f"{name}.cf", "bundle agent main {\n" + promises.replace("@", str(units)) + "\n}\n")
        self.write("inside", INSIDE + f"units={units}\n{steps}\n/bin/systemctl --user exit; wait\nexit 0\n")
        done = self.run_program(["sh", "-c", START])
        skip_without(self, "systemd", done.returncode != 77, "a user instance of systemd does not start here: " + done.stderr[-300:])
        self.assertEqual(0, done.returncode, done.text)
        return done.stdout

    def test_a_unit_is_installed_enabled_started_once_stopped_and_removed(self):
        unit = 'systemd: "sleeper" unit_directory => "@", executable => "systemctl", '
        content = 'service_exec_start => { "/bin/sleep 1000" }, install_wanted_by => { "default.target" }, '
        text = self.follow(
            """show() { systemctl is-active sleeper; systemctl is-enabled sleeper; }
            vow -n start.cf; ls $units; echo ==; vow start.cf; grep -c daemon-reload bin/requests; show; echo ==; vow start.cf; echo ==
            vow mask.cf; show; vow mask.cf; vow start.cf >/dev/null; echo ==; vow gone.cf; ls $units; vow gone.cf""",
            start=unit + content + 'state => "started";', mask='systemd: "sleeper" masked => "true", state => "stopped";',
            gone=unit + 'state => "absent";')
        dry, first, second, masked, gone = text.split("==\n")
        self.assertIn("Should install unit file", dry)
        self.assertNotIn("sleeper.service\n", dry.split("status 0\n")[1])
        self.assertTrue(first.endswith("1 repaired, 0 not kept, 0 skipped" + first.split("0 skipped")[1]), first)
        self.assertIn("\n1\nactive\nenabled\n", first)
        self.assertIn("1 kept, 0 repaired", second)
        self.assertIn("inactive\nmasked\n", masked)
        self.assertIn("1 kept, 0 repaired", masked)
        self.assertIn("1 repaired", gone)
        self.assertIn("1 kept, 0 repaired", gone)

    def test_a_service_is_started_restarted_stopped_and_what_is_absent_is_not_kept(self):
        text = self.follow(
            f"""printf '{UNIT}' >$units/sleeper.service; systemctl daemon-reload
            process() {{ systemctl show -p MainPID sleeper; }}
            vow start.cf; systemctl is-enabled sleeper; vow start.cf; echo ==; process; vow restart.cf; process; echo ==
            vow stop.cf; systemctl is-active sleeper; systemctl is-enabled sleeper; vow stop.cf; echo ==; vow absent.cf""",
            start='services: "sleeper" service_policy => "start";', restart='services: "sleeper" service_policy => "restart";',
            stop='services: "sleeper" service_policy => "stop";', absent='services: "vow-no-such" service_policy => "start"; reports: "on";')
        start, restart, stop, absent = text.split("==\n")
        self.assertIn("Enabled service 'sleeper'", start)
        self.assertIn("Started service 'sleeper'", start)
        self.assertIn("\nenabled\n", start)
        self.assertIn("1 kept, 0 repaired", start)
        processes = {line for line in restart.splitlines() if line.startswith("MainPID=")}
        self.assertEqual(2, len(processes), restart)
        self.assertIn("inactive\ndisabled\n", stop)
        self.assertIn("1 kept, 0 repaired", stop)
        self.assertIn("Service 'vow-no-such' does not exist", absent)
        self.assertIn("R: on", absent)
        self.assertIn("status 1", absent)

    def test_a_timer_runs_its_service(self):
        text = self.follow(
            "vow timer.cf; systemctl is-active job.timer; systemctl list-timers --no-legend --no-pager | grep -c job; vow timer.cf",
            timer="""systemd:
                "job" state => "installed", unit_directory => "@", service_type => "oneshot", service_exec_start => { "/bin/true" };
                "job.timer" state => "started", unit_directory => "@", unit_extra => { "[Timer]", "OnCalendar=daily" },
                    install_wanted_by => { "timers.target" };""")
        self.assertIn("active\n1\n", text)
        self.assertIn("2 kept, 0 repaired", text)

    def test_an_override_is_read_before_the_service_is_restarted(self):
        override = """files: "@/sleeper.service.d/override.conf" create => "true",
            content => "[Service]
Environment=COLOUR=%s
", classes => if_repaired("changed"); """
        text = self.follow(
            f"""printf '{UNIT}' >$units/sleeper.service; systemctl daemon-reload; systemctl start sleeper; >bin/requests
            vow services.cf; systemctl show -p Environment,NeedDaemonReload sleeper; grep -c daemon-reload bin/requests; vow services.cf; echo ==
            >bin/requests; vow systemd.cf; systemctl show -p Environment,NeedDaemonReload sleeper; grep -c daemon-reload bin/requests""",
            services=override % "red" + 'services: changed:: "sleeper" service_policy => "restart";',
            systemd=override % "blue" + 'systemd: changed:: "sleeper" state => "restarted";')
        services, systemd = text.split("==\n")
        self.assertIn("Environment=COLOUR=red\nNeedDaemonReload=no\n1\n", services)
        self.assertIn("1 kept, 0 repaired", services)
        self.assertIn("Environment=COLOUR=blue\nNeedDaemonReload=no\n1\n", systemd)

    def test_a_unit_that_fails_to_start_is_not_kept_and_the_reason_is_logged(self):
        text = self.follow(
            "vow broken.cf",
            broken='systemd: "broken" unit_directory => "@", service_type => "oneshot", service_exec_start => { "/bin/false" }, '
                   'state => "started";')
        self.assertIn("status 1", text)
        self.assertRegex(text, "(?i)error: .*broken")

    def test_a_unit_is_waited_for(self):
        text = self.follow(
            f"""printf '{UNIT}' >$units/sleeper.service; systemctl daemon-reload; vow late.cf; vow -n late.cf
            systemctl start sleeper; vow wait.cf; vow -n wait.cf""",
            late='wait: "it" unit => "sleeper.service", limit => "0";', wait='wait: "it" unit => "sleeper.service", limit => "30";')
        self.assertEqual(3, text.count("status 0"), text)
        self.assertEqual(2, text.count("1 kept"), text)


if __name__ == "__main__":
    run_unittests()
