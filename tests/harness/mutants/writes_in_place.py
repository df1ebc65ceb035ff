#!/usr/bin/python3 -SE
"""Writes the promised file in place.

Caught by: TST-ATOMIC
"""
from right import Right


class Wrong(Right):
    def replace(self, path, content):
        with open(path, "w") as file:
            file.write(content)


Wrong().run()
