#!/usr/bin/python3 -SE
"""Dies after five hundred promises.

Caught by: ROB-THOUSAND
"""
import sys

from right import Right


class Wrong(Right):
    promises = 0

    def validate(self, request):
        self.promises += 1
        if self.promises > 500:
            sys.exit("too many promises")
        return super().validate(request)


Wrong().run()
