#!/usr/bin/python3 -SE
"""Prints for debugging.

Caught by: LOG-STRAY
"""
from right import Right


class Wrong(Right):
    def repair(self, path, content):
        self.write("DEBUG: about to write\n")
        return super().repair(path, content)


Wrong().run()
