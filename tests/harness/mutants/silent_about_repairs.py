#!/usr/bin/python3 -SE
"""Does not say what it has repaired.

Caught by: LOG-REPAIRED
"""
from right import Right


class Wrong(Right):
    def log(self, level, text):
        super().log("verbose" if level == "info" else level, text)


Wrong().run()
