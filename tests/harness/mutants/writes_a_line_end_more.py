#!/usr/bin/python3 -SE
"""Writes a line end after the text, and treats that as correct.

Caught by: TST-FILES
"""
import os

from right import Right


class Wrong(Right):
    def evaluate(self, request):
        path, content = request["promiser"], self.attributes(request)["content"]
        if os.path.exists(path) and "answer" not in self.attributes(request):
            with open(path) as file:
                if file.read().rstrip() == content:
                    return "kept"
        return super().evaluate(request)

    def repair(self, path, content):
        return super().repair(path, content + "\n")


Wrong().run()
