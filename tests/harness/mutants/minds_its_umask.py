#!/usr/bin/python3 -SE
"""Has the umask decide about the modes of its files.

Caught by: ROB-UMASK
"""
from right import Right


class Wrong(Right):
    def set_umask(self):
        pass


Wrong().run()
