#!/usr/bin/python3 -SE
"""Writes the first 100,000 bytes of a text only.

Caught by: REQ-LARGE
"""
from right import Right


class Wrong(Right):
    def repair(self, path, content):
        return super().repair(path, content[:100000])


Wrong().run()
