#!/usr/bin/python3 -SE
"""Writes a file when it validates an invalid promise.

Caught by: TST-CHANGES
"""
from right import Right


class Wrong(Right):
    def serve(self, request):
        self.promiser = request.get("promiser", "")
        super().serve(request)

    def explain_invalid(self, problem):
        if self.promiser.startswith("/"):
            try:
                open(self.promiser + ".invalid", "w").close()
            except OSError:
                pass
        super().explain_invalid(problem)


Wrong().run()
