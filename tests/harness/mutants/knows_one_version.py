#!/usr/bin/python3 -SE
"""Refuses every version of the agent but one.

Caught by: HDR-LATER
"""
import sys

from right import Right


class Wrong(Right):
    def check_header(self, header):
        if header.split()[1] != "3.27.0":
            sys.exit("unknown agent: " + header)


Wrong().run()
