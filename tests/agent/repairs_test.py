#!/usr/bin/env python3
"""A promise of every bundled type is repaired in every language: its module logs the repair, as the module protocol wants.

usage: repairs_test.py VOW
"""

import grp
import json
import os
import pwd
import shutil
import subprocess
import sys
import tempfile
import threading
import unittest
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

TESTS = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(TESTS / "support"))
from tally import run_unittests, skip_without
from written_promise import LANGUAGES

VOW = str(Path(sys.argv.pop(1)).resolve(strict=True))
LIMIT = 120  # seconds that a run may take
AS_ROOT = os.geteuid() == 0
# Programs that play those of the system: a folder for them is the first of PATH.
PLAYED_MOUNT = r"mkdir bin && printf '#!/bin/sh\n' >bin/mount && chmod +x bin/mount"
PLAYED_PACKAGES = r"""echo 'nano 7.2 amd64' >installed
printf '#!/bin/sh\necho "$1 1.0 amd64" >>%s/installed\n' "$PWD" >add && chmod +x add"""
PLAYED_SYSTEMCTL = r"""cat >systemctl <<'END' && chmod +x systemctl
#!/bin/sh
cd "${0%/*}" || exit 1
case "$*" in
*show*) printf 'ActiveState=%s\nUnitFileState=enabled\nFragmentPath=/lib/x.service\nNeedDaemonReload=no\n' "$(cat state 2>/dev/null || echo inactive)" ;;
*start*) echo active >state ;;
esac
END"""
PLAYED_ALTERNATIVES = r"""mkdir bin && cat >bin/update-alternatives <<'END' && chmod +x bin/update-alternatives
#!/bin/sh
case "$*" in
*--query*) printf 'Status: auto\nValue: /bin/a\n\nAlternative: /bin/a\n\nAlternative: /bin/b\n' ;;
esac
END"""
PLAYED_NFT = r"""mkdir bin && cat >bin/nft <<'END' && chmod +x bin/nft
#!/bin/sh
case "$*" in
"-f -") cat >"${0%/*}/table" ;;
*"list table "*) cat "${0%/*}/table" 2>/dev/null ;;
esac
END"""
PLAYED_CERTIFICATES = r"""mkdir bin && printf '#!/bin/sh\n' | tee bin/update-ca-certificates >bin/update-ca-trust && chmod +x bin/*
openssl req -x509 -newkey ed25519 -nodes -days 3650 -subj /CN=vowtest -keyout key -out ca.pem 2>/dev/null"""
# By systemd or, where it does not run, by an init script.
PLAYED_SERVICE = PLAYED_SYSTEMCTL + r"""
mkdir -p bin own_etc/init.d own_etc/rc2.d && mv systemctl bin && ln -s ../init.d/vowtest own_etc/rc2.d/S01vowtest
cat >own_etc/init.d/vowtest <<'END' && chmod +x own_etc/init.d/vowtest
#!/bin/sh
case $1 in
status) test -e /etc/vowtest.runs ;;
start) echo >/etc/vowtest.runs ;;
esac
END"""
# Of the promise of each type: the promiser, the attributes, and a shell command that prepares the folder. Types of the
# system are kept in a mount namespace of their own, with a copy of /etc.
PROMISES = {
    "alternatives": ("vowtest", {"path": "/bin/b"}, PLAYED_ALTERNATIVES),
    "apt_repository": ("vowtest", {"uris": "https://apt.example.org", "suites": "stable"}, "true"),
    "archive": ("@/copy", {"source": "@/made.tar", "strip": 1}, "mkdir source; echo text >source/file; tar cf made.tar source"),
    "archives": ("@/made.zip", {"from": "@/source"}, "mkdir source; echo text >source/file"),
    "authorized_keys": ("root", {"keys": "ssh-ed25519 AAAA vowtest", "file": "@/keys"}, "true"),
    "certificates": ("vowtest", {"source": "@/ca.pem"}, PLAYED_CERTIFICATES),
    "commands": ("/bin/true", {}, "true"),
    "cron": ("vow test", {"command": "/bin/true", "schedule": "0 3 * * *"}, "true"),
    "files": ("@/made", {"create": True}, "true"),
    "git": ("clone", {"repository": "@/origin", "destination": "@/clone"},
            "git init -q origin; cd origin; git -c user.name=x -c user.email=x@example.org commit -q --allow-empty -m first"),
    "groups": ("vowtest", {"gid": 54321}, "true"),
    "hostname": ("vowtest.example.org", {}, "true"),
    "hosts": ("192.0.2.1", {"names": "vowtest"}, "true"),
    "http": ("http://127.0.0.1:PORT/", {"file": "@/copy"}, "true"),
    "ini": ("@/made.ini", {"section": "a", "key": "b", "value": "c"}, "true"),
    "json": ("@/made.json", {"object": {}}, "true"),
    "kernel_modules": ("vowtest", {"now": False}, "true"),
    "line": ("@/made", {"line": "a b", "create": True}, "true"),
    "locale": ("C.UTF-8", {}, "true"),
    "mounts": ("@/mounted", {"source": "vowtest", "fstype": "tmpfs"}, "true"),
    "nftables": ("inet vowtest", {"lines": "chain c { }"}, PLAYED_NFT),
    "noop": ("anything", {"message": "nothing to do"}, "true"),
    "packages": ("vim", {"package_policy": "add", "package_method": {
        "package_list_command": "/bin/cat @/installed", "package_installed_regex": ".*", "package_list_name_regex": "^([a-z]+) .*",
        "package_list_version_regex": "[a-z]+ ([0-9.]+) .*", "package_list_arch_regex": ".* (amd64)", "package_changes": "individual",
        "package_add_command": "@/add"}}, PLAYED_PACKAGES),
    "processes": ("vow-test-of-no-process", {"process_count": {"match_range": "1,inf", "out_of_range_define": ["down"]}}, "true"),
    "services": ("vowtest", {"service_policy": "start"}, PLAYED_SERVICE),
    "storage": ("@/mounted", {"mount": {"mount_type": "nfs", "mount_source": "/home", "mount_server": "files.example"}}, PLAYED_MOUNT),
    "sudoers": ("vowtest", {"lines": "vowtest ALL=(ALL) ALL"}, "true"),
    "symlinks": ("@/made", {"directory": "@"}, "true"),
    "sysctl": ("vm.swappiness", {"value": "10", "file": "@/made.conf", "now": False}, "true"),
    "systemd": ("x", {"state": "started", "executable": "@/systemctl"}, PLAYED_SYSTEMCTL),
    "timezone": ("Etc/GMT-3", {}, "true"),
    "users": ("vowtest", {"policy": "present", "uid": 54321}, "true"),
    "wait": ("the root", {"path": "/"}, "true"),
}
ALWAYS_KEPT = ("noop", "wait")
ON_THE_SYSTEM = ("apt_repository", "certificates", "cron", "groups", "hostname", "hosts", "kernel_modules", "locale", "mounts", "nftables", "services", "sudoers", "timezone", "users")
IN_ITS_OWN_ETC = ["unshare", "--mount", "--uts", "sh", "-c", 'cp -a /etc etc && { [ ! -d own_etc ] || cp -a own_etc/. etc; } && mount --bind etc /etc && mount -t tmpfs vow /usr/local/share && exec "$@"', "-"]


RESOURCES = """
import exec
import std
host = std::Host(name="internal", ip="127.0.0.1", os=std::linux)
exec::Run(host=host, command="/bin/true")
std::ConfigFile(host=host, path="@/file", content="text")
std::Directory(host=host, path="@/folder", owner="OWNER", group="GROUP", mode=755)
std::Symlink(host=host, source="@/file", target="@/link")
"""


class Page(BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b"text")

    def log_message(self, *_):
        pass


class Repairs(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        server = ThreadingHTTPServer(("127.0.0.1", 0), Page)
        cls.port = server.server_port
        threading.Thread(target=server.serve_forever, daemon=True).start()
        cls.addClassCleanup(server.server_close)
        cls.addClassCleanup(server.shutdown)

    def run_in(self, language, kind):
        promiser, attributes, preparation = PROMISES[kind]
        write, options = LANGUAGES[language]
        root = Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, root, True)
        subprocess.run(["sh", "-ec", preparation], cwd=root, check=True)
        placed = json.loads(json.dumps([promiser, attributes]).replace("@", str(root)).replace("PORT", str(self.port)))
        (root / language).write_text(write(kind, *placed))
        own = IN_ITS_OWN_ETC if kind in ON_THE_SYSTEM else []
        environment = dict(os.environ, PATH=f"{root}/bin:{os.environ['PATH']}")
        run = subprocess.run([*own, VOW, "run", language, *options, "-w", "work", "--json", "events"], cwd=root, env=environment,
                             stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=LIMIT, text=True)
        self.assertEqual(0, run.returncode, run.stdout)
        self.assertNotIn("Bug in promise module", run.stdout)
        events = [json.loads(line) for line in (root / "events").read_text().splitlines()]
        results = [event["result"] for event in events if event.get("event") == "outcome" and event.get("type") == kind and event["result"] != "skipped"]
        self.assertIn("kept" if kind in ALWAYS_KEPT else "repaired", results, run.stdout)

    def test_every_bundled_type_is_among_the_promises(self):
        listed = subprocess.run([VOW, "module", "list"], stdout=subprocess.PIPE, check=True, timeout=LIMIT, text=True).stdout
        self.assertEqual(sorted(PROMISES), sorted(line.split()[0] for line in listed.splitlines() if " bundled: " in line))

    def test_the_built_in_resources_of_models(self):
        root = Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, root, True)
        owner, group = pwd.getpwuid(os.geteuid()).pw_name, grp.getgrgid(os.getegid()).gr_name
        (root / "model.cf").write_text(RESOURCES.replace("@", str(root)).replace("OWNER", owner).replace("GROUP", group))
        run = subprocess.run([VOW, "run", "model.cf", "--language", "inmanta", "-w", "work"], cwd=root, stdin=subprocess.DEVNULL,
                             stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=LIMIT, text=True)
        self.assertEqual(0, run.returncode, run.stdout)
        lines = run.stdout.splitlines()
        self.assertIn("4 deployed (4 changed), 0 failed", lines.pop())
        self.assertEqual([], [line for line in lines if not line.startswith("repaired ")])


def case_of(kind):
    def test(self):
        if kind in ON_THE_SYSTEM:
            may = AS_ROOT and subprocess.run(["unshare", "--mount", "true"], capture_output=True).returncode == 0
            skip_without(self, "root", may, "a mount namespace cannot be made")
        for language in LANGUAGES:
            with self.subTest(language=language):
                self.run_in(language, kind)
    return test


for each in PROMISES:
    setattr(Repairs, f"test_{each}", case_of(each))

if __name__ == "__main__":
    run_unittests()
