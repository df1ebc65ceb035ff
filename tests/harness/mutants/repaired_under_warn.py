#!/usr/bin/python3 -SE
"""Answers `repaired` in a warn run.

Caught by: RES-WARN
"""
from right import Right


class Wrong(Right):
    def warn(self, path, content):
        super().warn(path, content)
        return "repaired"


Wrong().run()
