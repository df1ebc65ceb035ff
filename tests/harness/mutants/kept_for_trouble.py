#!/usr/bin/python3 -SE
"""Answers `kept` for a promise that it cannot keep.

Caught by: TST-RESULT
"""
from right import Right


class Wrong(Right):
    def meet_trouble(self, result):
        return super().meet_trouble(result) if result == "error" else "kept"


Wrong().run()
