#!/usr/bin/python3 -SE
"""Stops answering valid requests after one that is not JSON.

Caught by: FUZ-AFTER
"""
from right import Right


class Wrong(Right):
    is_confused = False

    def read_request(self):
        try:
            return super().read_request()
        except ValueError:
            self.is_confused = True
            return self.read_request()

    def validate(self, request):
        if self.is_confused:
            self.log("critical", "What was that?")
            return "error"
        return super().validate(request)


Wrong().run()
