#!/usr/bin/python3 -SE
"""Writes a file elsewhere on the machine in a warn run.

Caught by: TST-PURE
"""
from right import Right


class Wrong(Right):
    def warn(self, path, content):
        with open("/var/tmp/vow-mutant-note", "a") as file:
            file.write(path)
        return super().warn(path, content)


Wrong().run()
