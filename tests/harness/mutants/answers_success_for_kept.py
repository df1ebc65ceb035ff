#!/usr/bin/python3 -SE
"""Answers `success` when a promise is kept.

Caught by: RES-RESULT
"""
from right import Right


class Wrong(Right):
    def evaluate(self, request):
        return super().evaluate(request).replace("kept", "success") if "answer" not in self.attributes(request) else super().evaluate(request)


Wrong().run()
