#!/usr/bin/python3 -SE
"""Pastes the path into a shell command without quotes.

Caught by: TST-PATHS
"""
import subprocess

from right import Right


class Wrong(Right):
    def repair(self, path, content):
        commands = f"cat >{path}.new && {{ cp --attributes-only --preserve=all {path} {path}.new; mv {path}.new {path}; }}"
        subprocess.run(commands, shell=True, input=content.encode(), stderr=subprocess.DEVNULL)
        self.log("info", "Wrote '%s'" % path)
        self.classes = ["wrote"]
        return "repaired"


Wrong().run()
