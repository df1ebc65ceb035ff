#!/usr/bin/python3 -SE
"""Rejects promises in a warn run.

Caught by: TST-VALIDATE
"""
from right import Right


class Wrong(Right):
    def validate(self, request):
        if self.attributes(request).get("action_policy") == "warn":
            self.log("error", "Unknown attribute 'action_policy'")
            return "invalid"
        return super().validate(request)


Wrong().run()
