#!/usr/bin/python3 -SE
"""Dies without line_number and filename.

Caught by: REQ-PLACE
"""
from right import Right


class Wrong(Right):
    def validate(self, request):
        self.place = request["filename"], request["line_number"]
        return super().validate(request)


Wrong().run()
