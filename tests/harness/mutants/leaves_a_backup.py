#!/usr/bin/python3 -SE
"""Leaves a backup beside the file that it writes.

Caught by: TST-CHANGES
"""
from right import Right


class Wrong(Right):
    def repair(self, path, content):
        with open(path + ".backup", "w") as file:
            file.write(content)
        return super().repair(path, content)


Wrong().run()
