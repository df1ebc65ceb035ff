#!/usr/bin/python3 -SE
"""Logs no reason when a promise is not kept.

Caught by: LOG-NOT-KEPT
"""
from right import Right


class Wrong(Right):
    def evaluate(self, request):
        self.warns = self.attributes(request).get("action_policy") == "warn"
        return super().evaluate(request)

    def meet_trouble(self, result):
        return super().meet_trouble(result) if result == "error" or self.warns else result


Wrong().run()
