#!/usr/bin/python3 -SE
"""Rejects every promise after its first error.

Caught by: TST-ORDER
"""
from right import Right


class Wrong(Right):
    has_met_error = False

    def validate(self, request):
        if not self.has_met_error or "answer" in self.attributes(request):
            return super().validate(request)
        self.log("error", "Nothing works any more")
        return "invalid"

    def answer(self, request, result, **more):
        super().answer(request, result, **more)
        # The last promise of the file of cases, and so the first one in reverse order.
        self.has_met_error = self.has_met_error or result == "error" and self.attributes(request).get("action_policy") != "warn"


Wrong().run()
