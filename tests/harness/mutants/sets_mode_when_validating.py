#!/usr/bin/python3 -SE
"""Takes a file from others when it validates, and gives it back when it evaluates.

Caught by: REQ-PURE
"""
import os

from right import Right


class Wrong(Right):
    def validate(self, request):
        self.set_mode(request, 0o600)
        return super().validate(request)

    def evaluate(self, request):
        result = super().evaluate(request)
        self.set_mode(request, 0o644)
        return result

    def set_mode(self, request, mode):
        path = request.get("promiser", "")
        if path.startswith("/tmp/") and os.path.isfile(path):
            os.chmod(path, mode)


Wrong().run()
