#!/usr/bin/python3 -SE
"""Repairs again what it has just repaired.

Caught by: TST-IDEMPOTENT
"""
from right import Right


class Wrong(Right):
    repaired = None

    def repair(self, path, content):
        self.repaired = path
        return super().repair(path, content)

    def evaluate(self, request):
        if request["promiser"] == self.repaired:
            return self.repair(self.repaired, self.attributes(request)["content"])
        return super().evaluate(request)


Wrong().run()
