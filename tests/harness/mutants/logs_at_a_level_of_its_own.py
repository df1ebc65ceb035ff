#!/usr/bin/python3 -SE
"""Logs at an unknown level.

Caught by: LOG-LEVELS
"""
from right import Right


class Wrong(Right):
    def repair(self, path, content):
        self.log("trace", "about to write")
        return super().repair(path, content)


Wrong().run()
