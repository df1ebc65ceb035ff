#!/usr/bin/python3 -SE
"""Dies when the log level is verbose.

Caught by: REQ-LEVELS
"""
from right import Right


class Wrong(Right):
    def serve(self, request):
        self.levels = ["error", "warning", "notice", "info", "debug"][: ["error", "warning", "notice", "info", "debug"].index(self.level)]
        super().serve(request)


Wrong().run()
