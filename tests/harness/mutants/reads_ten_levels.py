#!/usr/bin/python3 -SE
"""Dies when data is more than ten levels deep.

Caught by: REQ-DEEP
"""
import sys

from right import Right


class Wrong(Right):
    def validate(self, request):
        self.visit(self.attributes(request), 10)
        return super().validate(request)

    def visit(self, data, levels):
        if levels == 0:
            sys.exit("too deep")
        for item in data.values() if isinstance(data, dict) else data if isinstance(data, list) else []:
            self.visit(item, levels - 1)


Wrong().run()
