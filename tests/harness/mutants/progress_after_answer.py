#!/usr/bin/python3 -SE
"""Says that it is through when it has answered.

Caught by: EXT-PROGRESS
"""
from right import Right


class Wrong(Right):
    def answer(self, request, result, **more):
        super().answer(request, result, **more)
        if request["operation"] == "evaluate_promise":
            self.progress(100, "Answered")


Wrong().run()
