#!/usr/bin/python3 -SE
"""Gives the class of a repair in a warn run.

Caught by: TST-WARN
"""
from right import Right


class Wrong(Right):
    def warn(self, path, content):
        self.classes = ["wrote"]
        return super().warn(path, content)


Wrong().run()
