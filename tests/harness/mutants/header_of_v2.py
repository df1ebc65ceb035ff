#!/usr/bin/python3 -SE
"""Wants a protocol version that no agent offers.

Caught by: HDR-PARTS
"""
from right import Right


class Wrong(Right):
    header = "right 1.0 v2 json_based action_policy"


Wrong().run()
