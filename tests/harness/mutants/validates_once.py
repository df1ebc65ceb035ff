#!/usr/bin/python3 -SE
"""Rejects a promise that is validated again.

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
