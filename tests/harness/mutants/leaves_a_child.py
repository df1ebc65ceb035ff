#!/usr/bin/python3 -SE
"""Leaves a process running.

Caught by: END-CHILDREN
"""
import subprocess

from right import Right


class Wrong(Right):
    def leave(self):
        subprocess.Popen(["sleep", "600"], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        super().leave()


Wrong().run()
