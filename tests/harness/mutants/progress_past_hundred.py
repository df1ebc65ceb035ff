#!/usr/bin/python3 -SE
"""Reports 101 percent.

Caught by: EXT-PROGRESS
"""
from right import Right


class Wrong(Right):
    def progress(self, percent, text):
        super().progress(percent + 1, text)


Wrong().run()
