#!/usr/bin/python3 -SE
"""Dies when a text has a percent sign.

Caught by: FUZ-ANSWER
"""
import sys

from right import Right


class Wrong(Right):
    def validate(self, request):
        if "%" in request["promiser"]:
            sys.exit("too few arguments for format")
        return super().validate(request)


Wrong().run()
