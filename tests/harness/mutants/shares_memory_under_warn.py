#!/usr/bin/python3 -SE
"""Leaves shared memory in a warn run.

Caught by: TST-PURE
"""
from right import Right


class Wrong(Right):
    def warn(self, path, content):
        with open("/dev/shm/vow-mutant-memory", "w") as file:
            file.write(path)
        return super().warn(path, content)


Wrong().run()
