#!/usr/bin/python3 -SE
"""Gives every file that it replaces to the running user.

Caught by: TST-KEEPS
"""
import os

from right import Right


class Wrong(Right):
    def adopt(self, file, path):
        super().adopt(file, path)
        os.fchown(file, os.geteuid(), os.getegid())


Wrong().run()
