#!/usr/bin/python3 -SE
"""Takes the result of its first read for the whole header.

Caught by: HDR-SLOW
"""
import os
import sys

from right import Right


class Wrong(Right):
    def read_header(self):
        self.unread = os.read(0, 4096)
        if b"\n\n" not in self.unread:
            sys.exit("incomplete header")
        return super().read_header()


Wrong().run()
