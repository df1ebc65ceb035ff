#!/usr/bin/python3 -SE
"""Rejects a promise that its description allows.

Caught by: FUZ-VALID
"""
from right import Right


class Wrong(Right):
    def problem_with(self, attributes):
        return super().problem_with(attributes) or ("No" if "answer" in attributes else "")


Wrong().run()
