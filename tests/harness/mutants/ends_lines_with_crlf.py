#!/usr/bin/python3 -SE
"""Ends its lines as other systems do.

Caught by: RES-LINE-ENDS
"""
from right import Right


class Wrong(Right):
    line_end = "\r\n"


Wrong().run()
