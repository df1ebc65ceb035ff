#!/usr/bin/python3 -SE
"""Repairs nothing without a terminal.

Caught by: ROB-BARE
"""
import os

from right import Right


class Wrong(Right):
    def repair(self, path, content):
        try:
            os.close(os.open("/dev/tty", os.O_WRONLY | os.O_NONBLOCK | os.O_NOCTTY))
        except OSError:
            return self.meet_trouble("not_kept")
        return super().repair(path, content)


Wrong().run()
