#!/usr/bin/python3 -SE
"""Refuses to work if a killed run has left its temporary file.

Caught by: TST-KILLED
"""
import os

from right import Right


class Wrong(Right):
    def repair(self, path, content):
        if os.path.exists(path + ".new"):
            self.log("error", "'%s.new' exists" % path)
            return "not_kept"
        return super().repair(path, content)


Wrong().run()
