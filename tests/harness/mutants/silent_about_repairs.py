#!/usr/bin/python3 -SE
"""Does not log its repairs.

Caught by: LOG-REPAIRED
"""
from right import Right


class Wrong(Right):
    def log(self, level, text):
        super().log("verbose" if level == "info" else level, text)


Wrong().run()
