#!/usr/bin/python3 -SE
"""Lists parallel, but has one temporary name for all files of a folder.

Caught by: EXT-PARALLEL
"""
import os
import time

from right import Right


class Wrong(Right):
    def replace(self, path, content):
        fresh = os.path.join(os.path.dirname(path), ".new")
        with open(fresh, "w") as file:
            file.write(content)
        time.sleep(0.1)
        if os.path.exists(fresh):
            os.rename(fresh, path)


Wrong().run()
