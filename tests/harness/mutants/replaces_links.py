#!/usr/bin/python3 -SE
"""Finds a promise kept through a link of its user, but replaces the link.

Caught by: TST-KEEPS
"""
import os

from right import Right


class Wrong(Right):
    def found_at(self, path):
        is_ours = os.path.islink(path) and os.lstat(path).st_uid == os.geteuid()
        return super().found_at(os.path.realpath(path) if is_ours else path)


Wrong().run()
