#!/usr/bin/python3 -SE
"""Rejects a promise with an unknown field.

Caught by: REQ-UNKNOWN
"""
from right import Right


class Wrong(Right):
    known = {"operation", "log_level", "promise_type", "promiser", "line_number", "filename", "attributes"}

    def validate(self, request):
        if self.known.issuperset(request):
            return super().validate(request)
        self.log("error", "Unknown field")
        return "invalid"


Wrong().run()
