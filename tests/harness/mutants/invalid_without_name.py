#!/usr/bin/python3 -SE
"""Does not name the attribute that makes a promise invalid.

Caught by: FUZ-NAMES
"""
from right import Right


class Wrong(Right):
    def explain_invalid(self, problem):
        self.log("error", "The promise makes no sense")


Wrong().run()
