#!/usr/bin/env python3
"""The promise type `setting`: the promiser is a file with the line KEY=VALUE, or without any for that key."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from vow_module import Attribute, Module, read_file, serve, write_file


class Setting(Module):
    name, version, summary = "setting", "1.0", "keeps KEY=VALUE lines in files"
    promiser = Attribute(pattern="/.+", summary="the file, an absolute path")
    attributes = {
        "key": Attribute(required=True, pattern="[A-Za-z_][A-Za-z0-9_]*", summary="the name"),
        "value": Attribute(pattern=".*", secret=True, summary="the value, which may be a password"),
        "state": Attribute(default="present", choices=("present", "absent"), summary="whether it exists"),
        "create": Attribute(bool, default=True, summary="whether a missing file is created"),
    }
    result_classes = ("setting_KEY_set", "setting_KEY_removed")

    def validate(self, promise):
        if promise["state"] == "present" and promise["value"] is None:
            self.invalid("Attribute 'value' is required unless 'state' is 'absent'")

    def evaluate(self, promise):
        path, key, present = promise.promiser, promise["key"], promise["state"] == "present"
        if os.path.isdir(path):
            return self.not_kept(f"'{path}' is a directory")
        exists = os.path.exists(path)
        if present and not exists and not promise["create"]:
            return self.not_kept(f"'{path}' does not exist")

        found = read_lines(path) if exists else []
        wanted = changed_lines(found, key, f"{key}={promise['value']}" if present else None)
        self.variable("lines", str(len(wanted)))
        if wanted == found:
            return self.kept(f"'{path}' is as promised")
        if self.would(f"{'set' if present else 'remove'} '{key}' in '{path}'", action="update" if exists else "create", path=path):
            return
        write_file(path, "".join(line + "\n" for line in wanted))
        self.result_class(f"setting_{key}_{'set' if present else 'removed'}")
        self.repaired(f"{'Set' if present else 'Removed'} '{key}' in '{path}'")


def changed_lines(lines, key, line):
    """The lines with `line` in place of the first one of that key, and no other of it; at the end when the key is missing."""
    ours = [number for number, old in enumerate(lines) if old.startswith(key + "=")]
    kept = [old for number, old in enumerate(lines) if number not in ours]
    if line is not None:
        kept.insert(ours[0] if ours else len(kept), line)
    return kept


def read_lines(path):
    lines = read_file(path).split("\n")
    return lines if lines[-1] else lines[:-1]


if __name__ == "__main__":
    serve(Setting())
