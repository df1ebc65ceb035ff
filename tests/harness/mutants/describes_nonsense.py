#!/usr/bin/python3 -SE
"""Describes an attribute with an unknown type.

Caught by: EXT-DESCRIBE
"""
from right import Right


class Wrong(Right):
    description = {"promise_types": {"file": {"attributes": {"content": {"type": "text"}}}}}


Wrong().run()
