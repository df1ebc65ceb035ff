#!/usr/bin/python3 -SE
"""Writes a Python dictionary instead of JSON.

Caught by: RES-FORM
"""
from right import Right


class Wrong(Right):
    def answer(self, request, result, **more):
        if request["operation"] == "describe":
            return super().answer(request, result, **more)
        self.write(repr({"operation": request["operation"], "result": result}) + "\n\n")

    def write(self, text):
        super().write(text.replace("{'", "{ '"))


Wrong().run()
