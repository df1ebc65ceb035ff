#!/usr/bin/env python3
"""The tasks of docs/cookbook.md do what they promise: each policy is checked, planned, run and run again in a root that is
thrown away, a copy-on-write view of this machine's with a network of its own. A plan changes nothing, a second run repairs nothing.

usage: cookbook_test.py VOW [TITLE...]

A comment `<!-- root: COMMANDS -->` before a policy prepares the root, with the functions below. Packages, repositories
and servers are real but local; services are init scripts, since no systemd runs there. In the root nothing that runs is
changed: types that keep something running as well log that it counts from the next boot on.
"""

import os
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent / "support"))
from tally import REQUIRED, finish

COOKBOOK = Path(__file__).resolve().parents[1] / "docs/cookbook.md"
TASK = re.compile(r"^###? ([^\n]+)\n(?:(?!^#)[\s\S])*?(?:<!-- root: ([^\n]*) -->\n)?```cfengine(?:-part)?\n([\s\S]*?)^```", re.MULTILINE)
TEN = ["The time of a server", "A user with a key", "A package with its configuration; a change restarts the service",
       "A job of cron", "A kernel parameter", "A file from a list", "A mount, now and at boot", "A checkout",
       "A download with its digest", "Waiting for a port"]
MOST_LINES_OF_TEN = 70
KEPT_AT_ONCE = ["Waiting for a port"]
MISSING = 77
LIMIT = 300  # seconds
OUTSIDE = ["unshare", "--mount", "--uts", "--net", "--pid", "--fork", "--kill-child", "sh", "-c", """
ip link set lo up 2>/dev/null
mkdir space && mount -t tmpfs vow space && mkdir space/up space/work space/root || exit 77
mount -t overlay vow -o lowerdir=/,upperdir=space/up,workdir=space/work space/root || exit 77
mount -t proc proc space/root/proc; mount --bind /dev space/root/dev; mount -t tmpfs vow space/root/tmp; mount -t tmpfs vow space/root/run
mkdir space/root/tmp/task; cp policy.cf inside space/root/tmp/task
seen() { (cd space/up; find . -type d -printf '%p %y %m %u %g\n' -o -printf '%p %y %s %m %u %g %T@ %l\n') | grep -v '/apt[/ ]\|^./var/log ' | sort >"$1"; }
inside() { chroot space/root /bin/sh -c 'cd /tmp/task; . ./inside; '"$1"; }
inside prepare || exit
inside 'vow check --strict' || exit 1
seen before; inside 'vow plan' || exit 1; seen after
diff before after || { echo 'the plan changed this'; exit 1; }
echo ==; inside 'vow run -I -K' || exit 1
echo ==; inside 'vow run -I -K' || exit 1
"""]
INSIDE = r"""
PATH=$PATH:/usr/sbin:/sbin
export DEBIAN_FRONTEND=noninteractive
vow() { command=$1; shift; [ "$command" = check ] && set -- "$@" || set -- -w /tmp/vow "$@"; VOW "$command" "$@" policy.cf 2>&1; }
needs() { command -v "$1" >/dev/null || { echo "$1 is not installed"; exit 77; }; }
service() {
    mkdir -p /etc/init.d && cat >"/etc/init.d/$1" <<'END' && chmod +x "/etc/init.d/$1"
#!/bin/sh
runs=/tmp/runs-${0##*/}
case $1 in
status) test -e "$runs" ;;
start | restart) : >"$runs" ;;
stop) rm -f "$runs" ;;
esac
END
    mkdir -p /etc/rc2.d
    printf '#!/bin/sh\ncase $2 in defaults) ln -sf ../init.d/$1 /etc/rc2.d/S01$1 ;; *) rm -f /etc/rc2.d/S01$1 ;; esac\n' >/usr/sbin/update-rc.d
    chmod +x /usr/sbin/update-rc.d
}
# A package of that name in the only repository that apt has.
package() {
    needs apt-get; needs dpkg-deb
    mkdir -p /tmp/repository/build/DEBIAN "/tmp/repository/build/usr/share/doc/$1"
    printf 'Package: %s\nVersion: 1.0\nArchitecture: all\nMaintainer: test <test@example.org>\nDescription: test\n' "$1" >/tmp/repository/build/DEBIAN/control
    dpkg-deb --build /tmp/repository/build "/tmp/repository/$1.deb" >/dev/null
    cd /tmp/repository
    { cat build/DEBIAN/control; echo "Filename: ./$1.deb"; echo "Size: $(stat -c %s "$1.deb")"
      echo "SHA256: $(sha256sum "$1.deb" | cut -d' ' -f1)"; } >Packages
    rm -rf /etc/apt/sources.list.d; mkdir /etc/apt/sources.list.d
    chmod 755 /tmp /tmp/repository
    echo 'deb [trusted=yes] file:/tmp/repository ./' >/etc/apt/sources.list
    apt-get -qq update; cd /tmp/task
}
repository() {
    needs git
    git init -q "$1"; git -C "$1" -c user.name=x -c user.email=x@example.org commit -q --allow-empty -m first; git -C "$1" tag v1.2
}
# Serves the folder `site`, until the root is thrown away.
serve() {
    mkdir -p site; python3 -m http.server -d site --bind 127.0.0.1 8080 >/dev/null 2>&1 &
    python3 -c 'import socket, time
while socket.socket().connect_ex(("127.0.0.1", 8080)): time.sleep(0.05)'
}
"""


def main():
    vow, titles = Path(sys.argv[1]).resolve(strict=True), sys.argv[2:]
    tasks = [(title, prepare, policy) for title, prepare, policy in TASK.findall(COOKBOOK.read_text())]
    cases = [list(faults_of_size(tasks))]
    if not can_make_roots():
        if "overlays" in REQUIRED:
            cases.append(["a root that can be thrown away cannot be made here"])
        return finish(cases, [f"{title}: no overlay can be mounted here" for title, *_ in tasks])
    with ThreadPoolExecutor(2) as pool:
        ends = list(pool.map(lambda task: end_of(vow, *task), [task for task in tasks if task[0] in titles or not titles]))
    return finish(cases + [faults for faults, skipped in ends if not skipped], [skipped for _, skipped in ends if skipped])


def faults_of_size(tasks):
    if len(tasks) < 40:
        yield f"the cookbook has only {len(tasks)} tasks"
    sizes = {title: sum(1 for line in policy.splitlines() if line.strip()) for title, _, policy in tasks}
    for title in TEN:
        if title not in sizes:
            yield f"the cookbook has no task '{title}'"
    total = sum(sizes.get(title, 0) for title in TEN)
    print(f"{len(tasks)} tasks; the ten of everyday work have {total} lines")
    if total > MOST_LINES_OF_TEN:
        yield f"the ten tasks have {total} lines, and at most {MOST_LINES_OF_TEN} are wanted"


def can_make_roots():
    with tempfile.TemporaryDirectory() as folder:
        probe = "mkdir a b c; mount -t tmpfs vow a && mkdir a/up a/work && mount -t overlay vow -o lowerdir=/,upperdir=a/up,workdir=a/work c"
        return os.geteuid() == 0 and subprocess.run(["unshare", "--mount", "--net", "--pid", "--fork", "sh", "-c", probe], cwd=folder,
                                                    capture_output=True).returncode == 0


def end_of(vow, title, prepare, policy):
    """The faults of a task, and why it was skipped."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        (root / "policy.cf").write_text(policy)
        (root / "inside").write_text(INSIDE.replace("VOW", str(vow)) + "prepare() {\n" + (prepare or ":") + "\n}\n")
        try:
            done = subprocess.run(OUTSIDE, cwd=root, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                  text=True, timeout=LIMIT)
        except subprocess.TimeoutExpired as late:
            return [f"{title}: takes too long:\n{late.stdout}"], ""
    if done.returncode == MISSING:
        return [], f"{title}: {done.stdout.strip()}"
    return list(faults_of(title, done)), ""


def faults_of(title, done):
    parts = done.stdout.split("==\n")
    if done.returncode != 0 or len(parts) != 3:
        yield f"{title}: ends with {done.returncode}:\n{done.stdout}"
        return
    repaired = [re.search(r"(\d+) kept, (\d+) repaired", part) for part in parts[1:]]
    if not all(repaired):
        yield f"{title}: has no summary:\n{done.stdout}"
        return
    if (repaired[0][2] == "0") != (title in KEPT_AT_ONCE):
        yield f"{title}: the first run repairs nothing, or too much:\n{done.stdout}"
    if repaired[1][2] != "0":
        yield f"{title}: the second run repairs again:\n{done.stdout}"


if __name__ == "__main__":
    sys.exit(main())
