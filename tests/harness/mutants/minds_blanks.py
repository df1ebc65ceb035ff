#!/usr/bin/python3 -SE
"""Dies when the promiser ends with a blank.

Caught by: REQ-BLANKS
"""
import sys

from right import Right


class Wrong(Right):
    def validate(self, request):
        if request["promiser"][-1:] in " \t" and request["promiser"]:
            sys.exit("trailing blank")
        return super().validate(request)


Wrong().run()
