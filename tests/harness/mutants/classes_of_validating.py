#!/usr/bin/python3 -SE
"""Gives result classes when it only validates.

Caught by: RES-CLASSES-WHEN
"""
from right import Right


class Wrong(Right):
    def reply(self, request, result, **more):
        return super().reply(request, result, **dict(more, result_classes=["asked"]) if result == "valid" else more)


Wrong().run()
