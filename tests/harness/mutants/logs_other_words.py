#!/usr/bin/python3 -SE
"""Logs a change in other words than expected.

Caught by: TST-LOG
"""
from right import Right


class Wrong(Right):
    def log(self, level, text):
        super().log(level, text.replace("Wrote", "Changed"))


Wrong().run()
