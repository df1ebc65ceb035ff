#!/usr/bin/python3 -SE
"""Prints a remark before the result of a promise with trouble.

Caught by: TST-RESULT
"""
from right import Right


class Wrong(Right):
    def meet_trouble(self, result):
        self.write("there is trouble\n")
        return super().meet_trouble(result)


Wrong().run()
