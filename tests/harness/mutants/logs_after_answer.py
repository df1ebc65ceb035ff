#!/usr/bin/python3 -SE
"""Logs after it has answered.

Caught by: LOG-BEFORE
"""
from right import Right


class Wrong(Right):
    def answer(self, request, result, **more):
        super().answer(request, result, **more)
        self.log("verbose", "Answered")


Wrong().run()
