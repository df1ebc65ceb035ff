#!/usr/bin/python3 -SE
"""Dies when there is a folder in place of the promised file.

Caught by: TST-HOSTILE
"""
import os
import sys

from right import Right


class Wrong(Right):
    def found_at(self, path):
        if os.path.isdir(path):
            sys.exit("'%s' is a folder" % path)
        return super().found_at(path)


Wrong().run()
