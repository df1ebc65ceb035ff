#!/usr/bin/python3 -SE
"""Answers `kept` under warn, whatever it would change.

Caught by: TST-WARN
"""
from right import Right


class Wrong(Right):
    def warn(self, path, content):
        return "kept"


Wrong().run()
