#!/usr/bin/python3 -SE
"""Logs changes at info in a warn run.

Caught by: LOG-WARN-INFO
"""
from right import Right


class Wrong(Right):
    def warn(self, path, content):
        self.log("info", "Would write '%s'" % path)
        return super().warn(path, content)


Wrong().run()
