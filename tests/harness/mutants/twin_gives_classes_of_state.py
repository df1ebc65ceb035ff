#!/usr/bin/python3 -SE
"""Gives a class for a state that it finds, before a repair and after it, also in a warn run."""
from right import Right


class Twin(Right):
    def evaluate(self, request):
        result = super().evaluate(request)
        if self.attributes(request)["content"] == "new":  # the others have exact classes
            self.classes = [*self.classes, "new_is_promised"]
        return result


Twin().run()
