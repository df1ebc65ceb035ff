#!/usr/bin/python3 -SE
"""Repairs nothing without HOME in its environment.

Caught by: ROB-BARE
"""
import os

from right import Right


class Wrong(Right):
    def repair(self, path, content):
        return super().repair(path, content) if "HOME" in os.environ else self.meet_trouble("not_kept")


Wrong().run()
