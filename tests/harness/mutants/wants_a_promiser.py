#!/usr/bin/python3 -SE
"""Dies when the promiser is empty.

Caught by: REQ-EMPTY
"""
from right import Right


class Wrong(Right):
    def validate(self, request):
        self.first = request["promiser"][0]
        return super().validate(request)


Wrong().run()
