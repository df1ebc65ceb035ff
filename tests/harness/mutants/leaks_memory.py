#!/usr/bin/python3 -SE
"""Remembers every request it has ever had.

Caught by: ROB-MEMORY
"""
from right import Right


class Wrong(Right):
    requests = []

    def serve(self, request):
        self.requests.append(request.get("promiser", "") + "x" * 8192)
        super().serve(request)


Wrong().run()
