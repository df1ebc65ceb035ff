#!/usr/bin/python3 -SE
"""Does not log the changes that it would make.

Caught by: LOG-WARN
"""
from right import Right


class Wrong(Right):
    def warn(self, path, content):
        return "not_kept"


Wrong().run()
