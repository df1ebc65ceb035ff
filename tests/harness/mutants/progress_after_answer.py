#!/usr/bin/python3 -SE
"""Reports progress after its answer.

Caught by: EXT-PROGRESS
"""
from right import Right


class Wrong(Right):
    def answer(self, request, result, **more):
        super().answer(request, result, **more)
        if request["operation"] == "evaluate_promise":
            self.progress(100, "Answered")


Wrong().run()
