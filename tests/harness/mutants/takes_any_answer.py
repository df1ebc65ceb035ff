#!/usr/bin/python3 -SE
"""Accepts promises that its description forbids.

Caught by: FUZ-INVALID
"""
from right import Right


class Wrong(Right):
    def problem_with(self, attributes):
        return super().problem_with({name: value for name, value in attributes.items() if name != "answer"})


Wrong().run()
