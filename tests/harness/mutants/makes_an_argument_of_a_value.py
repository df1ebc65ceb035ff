#!/usr/bin/python3 -SE
"""Gives a text to a command as an argument, which has a limit.

Caught by: REQ-LARGE
"""
import subprocess

from right import Right


class Wrong(Right):
    def repair(self, path, content):
        subprocess.run(["/bin/true", content], check=True)
        return super().repair(path, content)


Wrong().run()
