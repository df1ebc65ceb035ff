#!/usr/bin/python3 -SE
"""Rejects a promise if `operation` is not the first field.

Caught by: REQ-ORDER
"""
from right import Right


class Wrong(Right):
    def validate(self, request):
        if next(iter(request)) == "operation":
            return super().validate(request)
        self.log("error", "The operation must come first")
        return "invalid"


Wrong().run()
