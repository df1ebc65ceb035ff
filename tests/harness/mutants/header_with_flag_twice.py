#!/usr/bin/python3 -SE
"""Names a feature twice.

Caught by: HDR-FLAGS
"""
from right import Right


class Wrong(Right):
    header = "right 1.0 v1 json_based action_policy action_policy"


Wrong().run()
