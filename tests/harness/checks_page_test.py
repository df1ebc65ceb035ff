#!/usr/bin/env python3
"""Every check is explained, by a rule that is written in the documents, and with code that can be read; docs/checks.md is the
page of these explanations, written by this test when VOW_ACCEPT is set.

usage: checks_page_test.py VOW
"""

import ast
import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "support"))
from tally import finish

PAGE = ROOT / "docs" / "checks.md"
RULES = [ROOT / "protocol" / "README.md", ROOT / "docs" / "harness.md"]
ENTRY = re.compile(r"^## (\S+)\n\n([^\n]+)\n\n- rule \([^\n]*?\): ([^\n]+)\n- reason: ([^\n]+)\n- usual cause: ([^\n]+)\n\n"
                   r"```py\n(.*?)```\n```sh\n(.*?)```\n", re.MULTILINE | re.DOTALL)


def main():
    vow = str(Path(sys.argv[1]).resolve(strict=True))
    page = output_of([vow, "module", "explain", "--markdown"])
    if os.environ.get("VOW_ACCEPT"):
        PAGE.write_text(page)
    entries = ENTRY.findall(page)
    text = plain(" ".join(path.read_text() for path in RULES))
    cases = [list(faults_of_page(page, [entry[0] for entry in entries]))]
    cases += [list(faults_of_entry(entry, text)) for entry in entries]
    cases.append(list(faults_of_command(vow)))
    return finish(cases)


def output_of(command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def plain(text):
    """Line breaks, list marks and the bars of tables do not count."""
    return " ".join(text.replace("|", " ").split())


def faults_of_page(page, ids):
    if not PAGE.exists() or PAGE.read_text() != page:
        yield "docs/checks.md is not the page of 'vow module explain --markdown'; VOW_ACCEPT=1 writes it"
    for id in sorted(ids_in_code() - set(ids)):
        yield f"{id} is not explained"
    for id in sorted(set(ids) - ids_in_code()):
        yield f"{id} is explained, but is not a check"


def ids_in_code():
    ids = set()
    for path in (ROOT / "protocol" / "harness").rglob("*.[ch]*"):
        ids.update(re.findall(r'"((?:HDR|REQ|RES|LOG|EXT|END|ROB|TST|FUZ|RPL)-[A-Z0-9-]+)"', path.read_text()))
    return ids


def faults_of_entry(entry, text):
    id, title, rule, _, _, python, shell = entry
    if plain(rule) not in text:
        yield f"{id}: no document has its rule '{rule}'"
    try:
        ast.parse(python)
    except SyntaxError as error:
        yield f"{id}: its Python: {error}"
    checked = subprocess.run(["sh", "-n"], input=shell, capture_output=True, text=True)
    if checked.returncode:
        yield f"{id}: its shell: {checked.stderr}"


def faults_of_command(vow):
    shown = output_of([vow, "module", "explain", "TST-PURE"])
    if not shown.startswith("TST-PURE  a warn run changes nothing\n") or "in shell:" not in shown:
        yield f"explain TST-PURE shows {shown!r}"
    wrong = subprocess.run([vow, "module", "explain", "TST-PUR"], capture_output=True, text=True)
    if wrong.returncode != 2 or "'TST-PUR' is not a check; did you mean 'TST-PURE'?" not in wrong.stderr:
        yield f"explain TST-PUR: {wrong.returncode} {wrong.stderr!r}"


if __name__ == "__main__":
    sys.exit(main())
