#!/usr/bin/python3 -SE
"""Sends a signal to another program in a warn run.

Caught by: TST-PURE
"""
import os
import signal

from right import Right


class Wrong(Right):
    def warn(self, path, content):
        try:
            os.kill(2, signal.SIGCONT)
        except OSError:
            pass
        return super().warn(path, content)


Wrong().run()
