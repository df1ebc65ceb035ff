#!/usr/bin/python3 -SE
"""Refuses an agent whose header has more than three parts.

Caught by: HDR-EXTRA
"""
import sys

from right import Right


class Wrong(Right):
    def check_header(self, header):
        if len(header.split()) != 3:
            sys.exit("malformed header: " + header)


Wrong().run()
