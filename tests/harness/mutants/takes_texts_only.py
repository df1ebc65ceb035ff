#!/usr/bin/python3 -SE
"""Dies when an attribute is not a text.

Caught by: REQ-TYPES
"""
import sys

from right import Right


class Wrong(Right):
    def validate(self, request):
        for value in self.attributes(request).values():
            if not isinstance(value, (str, list, dict)) or isinstance(value, list) and not value:
                sys.exit("no text: %r" % value)
        return super().validate(request)


Wrong().run()
