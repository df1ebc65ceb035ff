#!/usr/bin/python3 -SE
"""Writes the first attribute, whatever its name is.

Caught by: TST-ATTRIBUTES
"""
from right import Right


class Wrong(Right):
    def attributes(self, request):
        attributes = request.get("attributes", {})
        if "content" in attributes and "answer" not in attributes:
            return dict(attributes, content=next(iter(attributes.values())))
        return attributes


Wrong().run()
