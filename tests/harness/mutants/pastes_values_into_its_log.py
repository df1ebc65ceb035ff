#!/usr/bin/python3 -SE
"""Logs a path as it is, with its line ends.

Caught by: LOG-VALUES
"""
from right import Right


class Wrong(Right):
    def log(self, level, text):
        self.write("log_%s=%s\n" % (level, text))


Wrong().run()
