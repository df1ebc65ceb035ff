#!/usr/bin/python3 -SE
"""Writes a temporary file beside the promised one, and renames it."""
import os

from right import Right


class Twin(Right):
    def repair(self, path, content):
        result = super().repair(path + ".new", content)
        os.rename(path + ".new", path)
        self.log("verbose", "Renamed '%s'" % path)
        return result


Twin().run()
