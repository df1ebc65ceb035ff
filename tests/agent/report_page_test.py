#!/usr/bin/env python3
"""The page of `vow report --html` in a browser: at two widths, with and without scripts, with hostile names.

usage: report_page_test.py VOW
"""

import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "support"))
from browser import Browser, chromium
from tally import run_unittests, skip_without

VOW = str(Path(sys.argv.pop(1)).resolve(strict=True))
LIMIT = 60  # seconds that a run may take
WIDTHS = (360, 1280)
POLICY = r"""
bundle agent main
{
  files:
      "@ROOT@/motd" create => "true", content => "Welcome
</pre></script><b onload=alert(1)>
";
      "@ROOT@/<script>alert(1)</script> & \"x\"" create => "true";
      "@ROOT@/policy.cf/<img src=x onerror=alert(1)>" create => "true";

  commands:
      "/bin/true";
      "/bin/false";

  methods:
      "others" usebundle => others;
}

bundle agent others
{
  files:
      "@ROOT@/other" create => "true";

  commands:
      "/bin/true # again";
}
"""
VISIBLE = "[...document.querySelectorAll('article')].filter((card) => getComputedStyle(card).display !== 'none').length"


def choose(name, text):
    """Chooses a value of a list as a reader does, without the page's own script."""
    option = f"[...document.querySelector('select[name={name}]').options].find((each) => each.text === {text!r})"
    return f"{option}.selected = true; document.querySelector('select[name={name}]').dispatchEvent(new Event('input', {{bubbles: true}}))"


class ReportPage(unittest.TestCase):
    def setUp(self):
        skip_without(self, "chromium", chromium() is not None, "Debian's chromium is not installed")
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)
        (self.root / "policy.cf").write_text(POLICY.replace("@ROOT@", str(self.root)))
        for _ in range(2):
            self.vow("run", "policy.cf", status=1)
            (self.root / "motd").unlink()
        self.vow("report", "1", "--html", "page.html")
        self.page = self.root / "page.html"

    def vow(self, *words, status=0):
        environment = dict(os.environ, CFENGINE_TEST_OVERRIDE_WORKDIR=str(self.root / "work"))
        done = subprocess.run([VOW, *words], capture_output=True, text=True, timeout=LIMIT, cwd=self.root, env=environment)
        self.assertEqual(status, done.returncode, done.stdout + done.stderr)

    def check_clean(self, browser):
        self.assertEqual([], browser.faults())
        outside = [url for url in browser.requests() if not url.startswith(("file:", "data:"))]
        self.assertEqual([], outside)

    def test_it_fits_two_widths_without_an_error(self):
        with Browser() as browser:
            for width in WIDTHS:
                for scripts in (True, False):
                    with self.subTest(width=width, scripts=scripts):
                        browser.open(self.page, width, scripts=scripts)
                        self.assertEqual(width, browser.value("window.innerWidth"))
                        width_of_text, width_of_window = (browser.value(f"document.documentElement.{each}Width") for each in ("scroll", "client"))
                        self.assertLessEqual(width_of_text, width_of_window)
                        self.assertEqual(2, browser.value("document.querySelectorAll('svg').length"))
                        for caption in ("Failures", "Changes", "Timeline", "Slowest promises", "Slowest modules", "Convergence"):
                            self.assertIn(caption, browser.value("[...document.querySelectorAll('h2')].map((each) => each.textContent)"))
                        picture = browser.picture()
                        self.assertEqual((b"\x89PNG", width), (picture[:4], int.from_bytes(picture[16:20], "big")))
                        self.check_clean(browser)

    def test_text_of_the_policy_is_not_markup(self):
        with Browser() as browser:
            browser.open(self.page, 1280)
            self.assertEqual([1, 0, 0], [browser.value(f"document.querySelectorAll('{tag}').length") for tag in ("script", "img", "b")])
            self.assertIn("<img src=x onerror=alert(1)>", browser.value("document.querySelector('article.bad h3').textContent"))
            self.check_clean(browser)

    def test_lists_choose_outcomes_with_and_without_scripts(self):
        with Browser() as browser:
            for scripts in (True, False):
                with self.subTest(scripts=scripts):
                    browser.open(self.page, 1280, scripts=scripts)
                    self.assertEqual(7, browser.value(VISIBLE))
                    browser.value(choose("result", "not kept"))
                    self.assertEqual(2, browser.value(VISIBLE))
                    browser.value(choose("type", "commands"))
                    self.assertEqual(1, browser.value(VISIBLE))
                    browser.value("document.querySelector('button[type=reset]').click()")
                    self.assertEqual(7, browser.value(VISIBLE))
                    browser.value(choose("bundle", "others"))
                    self.assertEqual(2, browser.value(VISIBLE))
                    browser.value("document.querySelector('button[type=reset]').click()")
                    browser.value(choose("file", "policy.cf"))
                    self.assertEqual(7, browser.value(VISIBLE))
                    self.check_clean(browser)

    def test_words_are_searched_with_scripts_only(self):
        with Browser() as browser:
            browser.open(self.page, 1280, scripts=False)
            self.assertEqual("none", browser.value("getComputedStyle(document.getElementById('search')).display"))
            browser.open(self.page, 1280)
            browser.value("const words = document.querySelector('input'); words.value = 'WELCOME'; words.dispatchEvent(new Event('input', {bubbles: true}))")
            self.assertEqual(1, browser.value(VISIBLE))
            self.assertEqual("1 of 7 outcomes", browser.value("document.getElementById('count').textContent"))
            self.check_clean(browser)

    def test_the_timeline_has_nested_bundles_and_processes(self):
        with Browser() as browser:
            browser.open(self.page, 1280)
            titles = browser.value("[...document.querySelectorAll('svg.timeline title')].map((each) => each.textContent.split(',')[0])")
            self.assertLessEqual({"bundle main", "bundle others", "pass 1", "module commands"}, set(titles))
            top = "Number([...document.querySelectorAll('svg.timeline g')].find((each) => each.textContent.startsWith({!r})).querySelector('rect').getAttribute('y'))"
            self.assertLess(browser.value(top.format("bundle main")), browser.value(top.format("bundle others")))
            self.check_clean(browser)


if __name__ == "__main__":
    run_unittests()
