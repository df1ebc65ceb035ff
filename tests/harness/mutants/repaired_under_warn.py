#!/usr/bin/python3 -SE
"""Answers `repaired` for what it would repair.

Caught by: RES-WARN
"""
from right import Right


class Wrong(Right):
    def warn(self, path, content):
        super().warn(path, content)
        return "repaired"


Wrong().run()
