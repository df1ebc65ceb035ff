#!/usr/bin/python3 -SE
"""Dies when a text has several lines.

Caught by: REQ-LINES
"""
from right import Right


class Wrong(Right):
    def validate(self, request):
        (line,) = request["promiser"].split("\n")
        return super().validate(request)


Wrong().run()
