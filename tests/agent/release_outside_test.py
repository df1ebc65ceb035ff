#!/usr/bin/env python3
"""Another implementation of TUF, npm's tuf-js, verifies and downloads what `vow release` has published, follows the chain of
roots, and refuses what was changed.

The package comes from the npm registry, once: it is kept in $VOW_TUF_JS, by default in ~/.cache/vow/tuf-js. Without it and
without a network the tests are skipped.

usage: release_outside_test.py VOW
"""

import http.server
import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import unittest
from functools import partial
from pathlib import Path

TESTS = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(TESTS / "support"))
from tally import run_unittests, skip_without

VOW = str(Path(sys.argv.pop(1)).resolve(strict=True))
CACHE = Path(os.environ.get("VOW_TUF_JS") or Path.home() / ".cache/vow/tuf-js")
PACKAGE = "tuf-js@2.2.1"
LIMIT = 120  # seconds that a command may take
# Downloads targets, and prints the digest of each.
CLIENT = """
const { Updater } = require('tuf-js');
const { createHash } = require('crypto');
const fs = require('fs');
const [base, folder, ...targets] = process.argv.slice(2);
(async () => {
  const updater = new Updater({
    metadataDir: folder, targetDir: folder, metadataBaseUrl: base + '/metadata', targetBaseUrl: base + '/targets',
    config: { fetchRetry: 0 },
  });
  await updater.refresh();
  for (const name of targets) {
    const target = await updater.getTargetInfo(name);
    if (!target) throw new Error('no target ' + name);
    const path = await updater.downloadTarget(target);
    console.log(name, createHash('sha256').update(fs.readFileSync(path)).digest('hex'));
  }
})().catch(error => { console.error(error.name + ': ' + error.message); process.exit(1); });
"""


def has_package():
    """Fetches it, if it is not there and can be."""
    if not (CACHE / "node_modules/tuf-js").is_dir() and shutil.which("npm"):
        CACHE.mkdir(parents=True, exist_ok=True)
        subprocess.run(["npm", "install", "--prefix", CACHE, "--no-audit", "--no-fund", "--ignore-scripts", PACKAGE],
                       capture_output=True, timeout=LIMIT, check=False)
    return (CACHE / "node_modules/tuf-js").is_dir()


class SilentHandler(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


class TufJs(unittest.TestCase):
    def setUp(self):
        skip_without(self, "tuf-js", shutil.which("node") and has_package(),
                     "npm's tuf-js is neither in the cache nor could it be fetched, or node is not installed")
        self.folder = Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)
        self.repository = self.folder / "releases"
        self.host = self.folder / "host"
        self.host.mkdir()
        (self.folder / "web").mkdir()
        (self.folder / "web/main.cf").write_text('bundle agent main { reports: "web"; }\n')
        (self.folder / "client.js").write_text(CLIENT)
        self.release("init", "--threshold", "root=2")
        self.release("add", self.folder / "web", "--name", "web", "--version", "1.4.0+a")
        self.release("group", "web", "--when", "any", "--bundle", "web=1.4.0+a", "--entry", "main.cf")
        self.release("publish")
        shutil.copy(self.repository / "metadata/1.root.json", self.host / "root.json")
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), partial(SilentHandler, directory=self.repository))
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.base = f"http://127.0.0.1:{server.server_port}"

    def release(self, command, *words):
        run = subprocess.run([VOW, "release", command, self.repository, *map(str, words)], capture_output=True, text=True, timeout=LIMIT)
        self.assertEqual(0, run.returncode, run.stdout + run.stderr)
        return run.stdout

    def download(self, *targets, status=0):
        run = subprocess.run(["node", self.folder / "client.js", self.base, self.host, *targets], capture_output=True, text=True,
                             timeout=LIMIT, env=os.environ | {"NODE_PATH": str(CACHE / "node_modules")})
        self.assertEqual(status, run.returncode, run.stdout + run.stderr)
        return run.stdout + run.stderr

    def test_tuf_js_verifies_and_downloads_what_was_published(self):
        names = ["bundles/web/1.4.0+a.tar.zst", "groups/web.json"]
        printed = dict(line.split() for line in self.download(*names).splitlines())
        shown = json.loads(self.release("show", "--json"))
        self.assertEqual(shown["bundles"][0]["sha256"], printed[names[0]])
        self.assertEqual(set(names), set(printed))

    def test_tuf_js_follows_replaced_keys_from_the_first_root(self):
        for role in ("timestamp", "targets", "root", "snapshot"):
            self.release("rotate", role)
            self.release("publish")
        self.assertIn("groups/web.json", self.download("groups/web.json"))
        self.assertEqual(5, json.loads((self.host / "root.json").read_text())["signed"]["version"])

    def test_tuf_js_finds_targets_of_delegated_roles_and_hash_bins(self):
        self.release("delegate", "shop", "--paths", "bundles/shop-*/*", "--threshold", "2")
        self.release("delegate", "bins", "--bins", "32")
        names = ["bundles/shop-cart/1.tar.zst", "bundles/web/2.tar.zst", "hosts/abc.json", "groups/web.json"]
        self.release("add", self.folder / "web", "--name", "shop-cart", "--version", "1")
        self.release("add", self.folder / "web", "--name", "web", "--version", "2")
        self.release("group", "abc", "--host", "--bundle", "shop-cart=1", "--entry", "main.cf")
        self.release("publish")
        self.assertEqual(names, [line.split()[0] for line in self.download(*names).splitlines()])
        [shop] = (self.repository / "metadata").glob("*.shop.json")
        shop.write_text(shop.read_text().replace("shop-cart", "shop-evil"))
        self.host = self.folder / "another"
        self.host.mkdir()
        shutil.copy(self.repository / "metadata/1.root.json", self.host / "root.json")
        self.download(names[0], status=1)

    def test_tuf_js_refuses_what_was_changed(self):
        [packed] = (self.repository / "targets/groups").iterdir()
        packed.write_text(packed.read_text().replace("main.cf", "evil.cf"))
        self.download("groups/web.json", status=1)
        path = self.repository / "metadata/timestamp.json"
        content = json.loads(path.read_text())
        content["signed"]["version"] += 1
        path.write_text(json.dumps(content))
        self.assertIn("signed by 0/1 keys", self.download(status=1))


if __name__ == "__main__":
    run_unittests()
