#!/usr/bin/python3 -SE
"""Dies when the promiser has an equals sign.

Caught by: REQ-EQUALS
"""
from right import Right


class Wrong(Right):
    def validate(self, request):
        (promiser,) = request["promiser"].split("=")
        return super().validate(request)


Wrong().run()
