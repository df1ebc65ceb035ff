#!/usr/bin/python3 -SE
"""Answers terminate, but does not exit.

Caught by: END-EXIT
"""
import signal

from right import Right


class Wrong(Right):
    def leave(self):
        signal.pause()


Wrong().run()
