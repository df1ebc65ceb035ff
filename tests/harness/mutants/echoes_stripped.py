#!/usr/bin/python3 -SE
"""Repeats the promiser without the blanks at its ends.

Caught by: RES-ECHO
"""
from right import Right


class Wrong(Right):
    def reply(self, request, result, **more):
        reply = super().reply(request, result, **more)
        return dict(reply, promiser=reply["promiser"].strip()) if "promiser" in reply else reply


Wrong().run()
