#!/usr/bin/python3 -SE
"""Says how far it has come to agents that did not ask.

Caught by: EXT-PROGRESS-ASKED
"""
from right import Right


class Wrong(Right):
    def is_watched(self):
        return True


Wrong().run()
