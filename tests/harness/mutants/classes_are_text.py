#!/usr/bin/python3 -SE
"""Gives result classes as a text, not as a list.

Caught by: RES-CLASSES
"""
from right import Right


class Wrong(Right):
    def repair(self, path, content):
        result = super().repair(path, content)
        self.classes = "wrote"
        return result


Wrong().run()
