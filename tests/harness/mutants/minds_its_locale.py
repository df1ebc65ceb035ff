#!/usr/bin/python3 -SE
"""Gives its files another mode under LC_ALL=C.

Caught by: ROB-BARE
"""
import os

from right import Right


class Wrong(Right):
    def replace(self, path, content):
        super().replace(path, content)
        os.chmod(path, 0o640 if os.environ.get("LC_ALL") == "C" else 0o600)


Wrong().run()
