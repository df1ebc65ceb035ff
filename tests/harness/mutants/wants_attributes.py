#!/usr/bin/python3 -SE
"""Dies when a promise has no attributes.

Caught by: REQ-BARE
"""
from right import Right


class Wrong(Right):
    def attributes(self, request):
        return request["attributes"]


Wrong().run()
