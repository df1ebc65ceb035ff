#!/usr/bin/env python3
"""The pages of a fleet, written by the collector of a real fleet and read in a browser.

usage: fleet_pages_test.py VOW
"""

import re
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "support"))
from browser import Browser, chromium
from fleet_case import Fleet, missing
from tally import run_unittests, skip_without

VOW = str(Path(sys.argv.pop(1)).resolve(strict=True))
WIDTHS = (360, 1280)
# One policy for all hosts, as a release brings it. The second promise fails as long as the folder is a file.
HOSTILE = r"""bundle agent main
{
files:
  "$(sys.workdir)/../first" content => "one", create => "true", handle => "first";
  "$(sys.workdir)/../folder/<img src=x onerror=alert(1)> & \"x\"" content => "two", create => "true", handle => "</script><b>bold";
}
"""


class FleetPages(unittest.TestCase):
    def setUp(self):
        why = missing(VOW)
        skip_without(self, "nats", not why, why)
        self.fleet = Fleet(VOW)
        self.addCleanup(self.fleet.__exit__)
        self.folder = self.fleet.root / "pages"
        self.fleet.start_server()
        self.fleet.start_service()
        self.fleet.wait("the service has prepared the bus", lambda: "ready" in self.fleet.log("serve"))
        self.policy = self.fleet.root / "main.cf"
        self.policy.write_text(HOSTILE)
        for host, group in (("web1", "web"), ("web2", "web"), ("db1", "db")):
            self.fleet.join(host, self.fleet.token("--group", group))
            if host == "web2":
                self.fleet.heal(host)
            self.run_policy(host)
            self.fleet.start(host, VOW, "agent", str(self.policy), "-w", str(self.fleet.work(host)), "--interval", "1s")
        self.start_collector()

    def start_collector(self):
        self.fleet.start_collector("--html", str(self.folder))

    def run_policy(self, host):
        self.fleet.run("run", str(self.policy), "-w", str(self.fleet.work(host)))

    def page(self, name):
        path = self.folder / name
        return path.read_text() if path.exists() else ""

    def pages(self, pattern):
        return sorted(path.name for path in self.folder.glob(pattern))

    def wait_for_failures(self, count):
        """Until the overview shows so many hosts that do not keep the promise."""
        text = re.compile(rf'href="promise-[^<]*</a></td><td>{count}</td>')
        self.fleet.wait(f"{count} hosts fail", lambda: text.search(self.page("index.html")))

    def test_pages_show_the_fleet_and_change_with_it(self):
        self.wait_for_failures(2)
        self.fleet.wait("all hosts have pages", lambda: len(self.pages("host-*.html")) == 3)
        self.assertEqual(["group-db.html", "group-web.html"], self.pages("group-*.html"))
        self.assertIn("web1", self.page("group-web.html"))
        self.assertNotIn("db1", self.page("group-web.html"))
        (promise,) = self.pages("promise-*.html")
        self.assertEqual({"web1", "db1"}, set(re.findall(r">(web\d|db1)</a>", self.page(promise))))
        for host in ("web1", "db1"):
            self.fleet.heal(host)
            self.run_policy(host)
        self.fleet.wait("the promise is kept", lambda: not self.pages("promise-*.html"))
        self.assertIn("The last runs kept all promises", self.page("index.html"))
        self.assertIn("web1", self.page("index.html").split("Changes of the last day")[1])

    def test_the_page_of_a_host_shows_its_runs(self):
        self.wait_for_failures(2)
        name = f"host-{self.fleet.membership('web1')['host']}.html"
        self.fleet.wait("its run is shown", lambda: "not kept</span> files" in self.page(name))
        self.assertIn("<h2>Run 1</h2>", self.page(name))
        self.fleet.heal("web1")
        self.run_policy("web1")
        self.fleet.wait("its second run is shown", lambda: "<h2>Run 2</h2>" in self.page(name))

    def test_a_rollout_has_a_curve_of_its_hosts(self):
        rollout = self.fleet.fleet("rollout", "start", "web/2", "--group", "web", "--soak", "1h").stdout.strip()
        name = f"rollout-{rollout}.html"
        self.fleet.wait("the curve has hosts", lambda: "<rect" in self.page(name))
        self.assertIn("Waves", self.page(name))
        self.assertIn(rollout, self.page("index.html"))

    def test_another_folder_is_left_alone(self):
        self.wait_for_failures(2)
        own = self.fleet.root / "own"
        own.mkdir()
        (own / "index.html").write_text("mine")
        done = self.fleet.fleet("collect", "--html", str(own), check=False)
        self.assertEqual(2, done.returncode)
        self.assertIn("not a folder of a fleet's pages", done.stderr)
        self.assertEqual("mine", (own / "index.html").read_text())
        # Its own is taken up again, and pages whose subject is gone are removed.
        (self.folder / "host-0.html").write_text("of a host that was forgotten")
        self.fleet.end("collect")
        self.start_collector()
        self.fleet.wait("the page is removed", lambda: "host-0.html" not in self.pages("host-*.html"))

    def test_a_browser_reads_all_pages(self):
        skip_without(self, "chromium", chromium() is not None, "Debian's chromium is not installed")
        self.wait_for_failures(2)
        self.fleet.fleet("rollout", "start", "web/2", "--group", "web", "--soak", "1h")
        self.fleet.wait("all have pages", lambda: len(self.pages("host-*.html")) == 3 and self.pages("rollout-*.html"))
        self.fleet.end("collect")  # the pages stand still
        with Browser() as browser:
            for name in self.pages("*.html"):
                for width in WIDTHS:
                    with self.subTest(page=name, width=width):
                        browser.open(self.folder / name, width)
                        widths = [browser.value(f"document.documentElement.{each}Width") for each in ("scroll", "client")]
                        self.assertLessEqual(*widths)
                        self.assertEqual(0, browser.value("document.querySelectorAll('img, b').length"))
                        self.assertEqual([], browser.faults())
                        links = browser.value("[...document.querySelectorAll('a')].map((link) => link.getAttribute('href'))")
                        self.assertLessEqual(set(links), set(self.pages("*.html")))
                        outside = [url for url in browser.requests() if not url.startswith(("file:", "data:"))]
                        self.assertEqual([], outside)
            browser.open(self.folder / "hosts.html", 1280)
            shown = "[...document.querySelectorAll('tbody tr')].filter((row) => !row.hidden).length"
            self.assertEqual(3, browser.value(shown))
            browser.value("const field = document.getElementById('words'); field.value = 'DB1'; field.dispatchEvent(new Event('input'))")
            self.assertEqual((1, "1 of 3"), (browser.value(shown), browser.value("document.getElementById('count').textContent")))


if __name__ == "__main__":
    run_unittests()
