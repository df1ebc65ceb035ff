#!/usr/bin/env python3
"""Runs the fenced policies of Markdown files, so that the manual cannot lie.

    ```cfengine             a whole policy: it is run, and must exit with 0
    ```cfengine-part        a part of one, for the eye: not run
    ```output               after a policy: what the run prints; the duration in its totals may be another one
    ```console              commands behind "$ ", each followed by what it prints ("..." stands for anything), all in
                            one folder; $VOW is the source folder
    ```console perl         the same, left out where there is no such program
    ```python greeting.py   any block with a file name: written beside the policies that follow in the document

Each policy runs in a temporary folder of its own, as golden policies do. A tutorial (docs/modules) is followed as it
stands: in one folder, each file is saved and each command run where it comes, and `cd` leads on. Links to files of the repository must lead
somewhere, and a link whose text is a name in backquotes must lead to a file that holds that name.
"""

import re
import shutil
import sys
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent / "support"))
from golden import shown_by, temporary_folder, write_files
from tally import finish

FENCE = re.compile(r"^( *)```(\S*) *(\S*)$")
LINK = re.compile(r"\[([^\]]+)\]\(([^)#:\s]+)\)|`[^`\n]+`")  # in code, brackets are not links
DURATION = re.compile(r" in \d+\.\d\d s$", re.MULTILINE)
BLOCK = re.compile(r"^ *```.*?^ *```$", re.MULTILINE | re.DOTALL)
NAME = re.compile(r"`(\w+)`$")


@dataclass
class Block:
    """A fenced block: its language, the file name that may follow it, and the line it starts in."""

    language: str
    name: str
    line: int
    text: str


def main():
    vow, documents = Path(sys.argv[1]).resolve(strict=True), [Path(name) for name in sys.argv[2:]]
    cases, skipped = [], []
    for document in documents:
        cases.append([f"{document}: {fault}" for fault in dead_links(document)])
        blocks = blocks_of(document)
        if lacking := [block for block in blocks if needs_missing_program(block)]:
            skipped += [f"{document}:{block.line}: {block.name} is not installed" for block in lacking]
        for line, faults in examples_of(document, blocks, vow):
            cases.append([f"{document}:{line}: {fault}" for fault in faults])
    return finish(cases, skipped)


def examples_of(document, blocks, vow):
    """The line of each example, and its faults."""
    if document.parent.name == "modules" and document.parent.parent.name == "docs":
        yield 1, tutorial_faults_of(blocks, vow)
        return
    for commands, files in consoles_of(blocks):
        yield commands.line, console_faults_of(commands, files, vow)
    for policy, output, files in policies_of(blocks):
        yield policy.line, faults_of(policy, output, files, vow)


def needs_missing_program(block):
    return block.language == "console" and block.name and shutil.which(block.name) is None


def dead_links(document):
    for text, target in filter(any, LINK.findall(BLOCK.sub("", document.read_text()))):
        path, name = document.parent / target, NAME.match(text)
        if not path.exists():
            yield f"the link to {target} leads nowhere"
        elif name and path.is_file() and not re.search(rf"\b{name[1]}\b", path.read_text()):
            yield f"{target} does not hold `{name[1]}`"


def blocks_of(document):
    blocks, open_block, indent = [], None, 0
    for number, line in enumerate(document.read_text().splitlines(), 1):
        fence = FENCE.match(line)
        if open_block is None and fence:
            indent, open_block = len(fence[1]), Block(fence[2], fence[3], number, "")
        elif open_block and fence and not fence[2]:
            blocks.append(open_block)
            open_block = None
        elif open_block:
            open_block.text += line[indent:] + "\n"
    return blocks


def policies_of(blocks):
    """Each policy to run with the output block after it, if there is one, and the files named before it."""
    files = {}
    for block, after in zip(blocks, [*blocks[1:], None]):
        if block.language == "cfengine":
            yield block, after if after and after.language == "output" else None, dict(files)
        if block.name:
            files[block.name] = block.text


def consoles_of(blocks):
    """Each block of commands, and the files named before it."""
    files = {}
    for block in blocks:
        if block.language == "console":
            if not needs_missing_program(block):
                yield block, dict(files)
        elif block.name:
            files[block.name] = block.text


def console_faults_of(block, files, vow):
    with temporary_folder() as folder:
        write_files(folder, files)
        for command, wanted in commands_of(block):
            yield from command_faults_of(command, wanted, folder, vow)


def tutorial_faults_of(blocks, vow):
    """The faults found by following the whole tutorial, starting with an empty folder."""
    with temporary_folder() as folder:
        for block in blocks:
            if block.language != "console":
                write_files(folder, {block.name: block.text} if block.name else {})
                continue
            if needs_missing_program(block):
                return
            for command, wanted in commands_of(block):
                if command.startswith("cd "):
                    folder /= command[3:]
                else:
                    yield from (f"line {block.line}: {fault}" for fault in command_faults_of(command, wanted, folder, vow))


def commands_of(block):
    """Each command, and what it is to print."""
    for part in re.split(r"^\$ ", block.text, flags=re.MULTILINE)[1:]:
        command, _, wanted = part.partition("\n")
        yield command, wanted


def command_faults_of(command, wanted, folder, vow):
    printed = shown_by(command, folder, vow)[1].replace(str(folder) + "/", "")
    pattern = ".*".join(re.escape(text) for text in timeless(wanted.rstrip()).split("..."))
    if not re.fullmatch(pattern, timeless(printed.rstrip()), re.DOTALL):
        yield f"$ {command}\nprints:\n{printed}"


def timeless(text):
    """The text with the same duration for every run."""
    return DURATION.sub(" in 0.00 s", text)


def faults_of(policy, output, files, vow):
    with temporary_folder() as folder:
        name = policy.name or "policy.cf"
        write_files(folder, {**files, name: policy.text})
        status, printed = shown_by(f"vow run ./{name}", folder, vow)
        printed = printed.replace(str(folder) + "/", "")
    if status != 0:
        return [f"exits with {status}:\n{printed}"]
    if output and timeless(output.text.rstrip()) != timeless(printed.rstrip()):
        return [f"prints:\n{printed}"]
    return []


if __name__ == "__main__":
    sys.exit(main())
