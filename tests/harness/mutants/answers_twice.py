#!/usr/bin/python3 -SE
"""Gives the same answer twice.

Caught by: RES-ONE
"""
from right import Right


class Wrong(Right):
    def answer(self, request, result, **more):
        super().answer(request, result, **more)
        super().answer(request, result, **more)


Wrong().run()
