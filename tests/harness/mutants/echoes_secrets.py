#!/usr/bin/python3 -SE
"""Repeats an attribute that its description marks as secret.

Caught by: LOG-SECRET
"""
from right import Right


class Wrong(Right):
    def is_secret(self, name):
        return False


Wrong().run()
