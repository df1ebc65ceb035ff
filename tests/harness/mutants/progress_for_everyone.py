#!/usr/bin/python3 -SE
"""Reports progress to agents that did not request it.

Caught by: EXT-PROGRESS-ASKED
"""
from right import Right


class Wrong(Right):
    def is_watched(self):
        return True


Wrong().run()
