#!/usr/bin/python3 -SE
"""Gives every file that it replaces the mode of a new one.

Caught by: TST-KEEPS
"""
import os

from right import Right


class Wrong(Right):
    def adopt(self, file, path):
        super().adopt(file, path)
        os.fchmod(file, 0o644)


Wrong().run()
