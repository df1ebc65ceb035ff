#!/usr/bin/python3 -SE
"""Leaves a process running in a session of its own.

Caught by: END-CHILDREN
"""
import subprocess

from right import Right


class Wrong(Right):
    def leave(self):
        subprocess.Popen(["sleep", "600"], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, start_new_session=True)
        super().leave()


Wrong().run()
