#!/usr/bin/python3 -SE
"""Does not say what it would change.

Caught by: LOG-WARN
"""
from right import Right


class Wrong(Right):
    def warn(self, path, content):
        return "not_kept"


Wrong().run()
