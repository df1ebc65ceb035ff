#!/usr/bin/python3 -SE
"""Sends a header without protocol version and flags.

Caught by: HDR-PARTS
"""
from right import Right


class Wrong(Right):
    header = "right 1.0"


Wrong().run()
