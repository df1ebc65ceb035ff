#!/usr/bin/python3 -SE
"""Does not say why a promise is invalid.

Caught by: LOG-INVALID
"""
from right import Right


class Wrong(Right):
    def explain_invalid(self, problem):
        pass


Wrong().run()
