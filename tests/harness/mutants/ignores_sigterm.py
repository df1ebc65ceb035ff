#!/usr/bin/python3 -SE
"""Ignores SIGTERM.

Caught by: END-SIGTERM
"""
import signal

from right import Right


class Wrong(Right):
    def before_header(self):
        signal.signal(signal.SIGTERM, signal.SIG_IGN)


Wrong().run()
