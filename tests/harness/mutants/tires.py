#!/usr/bin/python3 -SE
"""Writes nothing after five hundred promises, but claims repairs.

Caught by: ROB-THOUSAND
"""
from right import Right


class Wrong(Right):
    evaluated = 0

    def evaluate(self, request):
        self.evaluated += 1
        return super().evaluate(request)

    def replace(self, path, content):
        if self.evaluated < 500:
            super().replace(path, content)


Wrong().run()
