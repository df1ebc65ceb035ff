#!/usr/bin/python3 -SE
"""Ends with an exit status that is not 0.

Caught by: END-STATUS
"""
import sys

from right import Right


class Wrong(Right):
    def leave(self):
        sys.exit(3)


Wrong().run()
