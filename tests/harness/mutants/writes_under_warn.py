#!/usr/bin/python3 -SE
"""Makes changes in a warn run.

Caught by: TST-PURE
"""
from right import Right


class Wrong(Right):
    def warn(self, path, content):
        with open(path, "w") as file:
            file.write(content)
        return super().warn(path, content)


Wrong().run()
