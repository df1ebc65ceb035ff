#!/usr/bin/python3 -SE
"""Remembers the promiser of every repair.

Caught by: ROB-MEMORY
"""
from right import Right


class Wrong(Right):
    repaired = set()

    def repair(self, path, content):
        self.repaired.add(path.ljust(1024))
        return super().repair(path, content)


Wrong().run()
