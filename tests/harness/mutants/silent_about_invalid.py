#!/usr/bin/python3 -SE
"""Logs no reason when a promise is invalid.

Caught by: LOG-INVALID
"""
from right import Right


class Wrong(Right):
    def explain_invalid(self, problem):
        pass


Wrong().run()
