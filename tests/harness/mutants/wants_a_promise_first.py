#!/usr/bin/python3 -SE
"""Dies when terminate is its first request.

Caught by: END-FIRST
"""
import sys

from right import Right


class Wrong(Right):
    level_before = None

    def serve(self, request):
        if request["operation"] == "terminate" and not self.level_before:
            sys.exit("no promise was sent")
        self.level_before = self.level
        super().serve(request)


Wrong().run()
