#!/usr/bin/python3 -SE
"""Answers validate_promise as `validate`.

Caught by: RES-OPERATION
"""
from right import Right


class Wrong(Right):
    def reply(self, request, result, **more):
        reply = super().reply(request, result, **more)
        return dict(reply, operation=reply["operation"].replace("validate_promise", "validate"))


Wrong().run()
