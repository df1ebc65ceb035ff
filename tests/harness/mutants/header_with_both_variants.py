#!/usr/bin/python3 -SE
"""Names both variants in its header; uses the last one.

Caught by: HDR-VARIANT
"""
from right import Right


class Wrong(Right):
    header = "right 1.0 v1 line_based json_based action_policy"


Wrong().run()
