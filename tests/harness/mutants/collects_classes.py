#!/usr/bin/python3 -SE
"""Returns the classes of earlier promises, too.

Caught by: TST-LEAK
"""
from right import Right


class Wrong(Right):
    def __init__(self):
        super().__init__()
        self.collected = []

    def repair(self, path, content):
        result = super().repair(path, content)
        self.collected.append("wrote_%d" % len(self.collected))
        self.classes = ["wrote"] + self.collected[1:]
        return result


Wrong().run()
