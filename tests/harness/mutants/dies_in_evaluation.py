#!/usr/bin/python3 -SE
"""Dies when it evaluates a promise.

Caught by: RES-ANSWER
"""
import sys

from right import Right


class Wrong(Right):
    def evaluate(self, request):
        sys.exit("there is no such library")


Wrong().run()
