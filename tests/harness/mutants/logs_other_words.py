#!/usr/bin/python3 -SE
"""Says in other words what it has changed.

Caught by: TST-LOG
"""
from right import Right


class Wrong(Right):
    def log(self, level, text):
        super().log(level, text.replace("Wrote", "Changed"))


Wrong().run()
