#!/usr/bin/python3 -SE
"""Logs all attributes at log level debug.

Caught by: TST-SECRET
"""
from right import Right


class Wrong(Right):
    def evaluate(self, request):
        if self.level == "debug":
            self.log("debug", "Attributes: %r" % self.attributes(request))
        return super().evaluate(request)


Wrong().run()
