#!/usr/bin/python3 -SE
"""Waits for a writer when there is a named pipe in place of the promised file.

Caught by: TST-HOSTILE
"""
import os
import stat

from right import Right


class Wrong(Right):
    def found_at(self, path):
        if os.path.lexists(path) and stat.S_ISFIFO(os.lstat(path).st_mode):
            with open(path, "rb") as file:
                return file.read()
        return super().found_at(path)


Wrong().run()
