#!/usr/bin/python3 -SE
"""Finds a promise invalid when it is validated again at once.

Caught by: REQ-REPEAT
"""
from right import Right


class Wrong(Right):
    before = None

    def serve(self, request):
        super().serve(request)
        self.before = request

    def validate(self, request):
        if request != self.before:
            return super().validate(request)
        self.log("error", "Already validated")
        return "invalid"


Wrong().run()
