#!/usr/bin/python3 -SE
"""Logs in Latin-1.

Caught by: RES-UTF8
"""
import os

from right import Right


class Wrong(Right):
    def repair(self, path, content):
        os.write(1, "log_verbose=Schreibe f\u00fcr Sie\n".encode("latin-1"))
        return super().repair(path, content)


Wrong().run()
