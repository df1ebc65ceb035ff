#!/usr/bin/python3 -SE
"""Answers terminate, and lives on.

Caught by: END-EXIT
"""
import signal

from right import Right


class Wrong(Right):
    def leave(self):
        signal.pause()


Wrong().run()
