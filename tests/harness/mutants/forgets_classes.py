#!/usr/bin/python3 -SE
"""Gives no result classes.

Caught by: TST-CLASSES
"""
from right import Right


class Wrong(Right):
    def reply(self, request, result, **more):
        return super().reply(request, result)


Wrong().run()
