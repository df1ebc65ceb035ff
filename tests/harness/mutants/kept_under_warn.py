#!/usr/bin/python3 -SE
"""Always answers `kept` under warn.

Caught by: TST-WARN
"""
from right import Right


class Wrong(Right):
    def warn(self, path, content):
        return "kept"


Wrong().run()
