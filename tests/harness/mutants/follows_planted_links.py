#!/usr/bin/python3 -SE
"""Writes to the target of a link that another user has planted.

Caught by: TST-HOSTILE
"""
import os

from right import Right


class Wrong(Right):
    def replace(self, path, content):
        super().replace(os.path.realpath(path), content)


Wrong().run()
