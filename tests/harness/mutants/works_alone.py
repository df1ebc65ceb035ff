#!/usr/bin/python3 -SE
"""Lists parallel, but prevents a second process from working.

Caught by: EXT-PARALLEL
"""
import fcntl
import os

from right import Right


class Wrong(Right):
    lock = None

    def evaluate(self, request):
        if not self.is_alone(request["promiser"]):
            return self.meet_trouble("not_kept")
        return super().evaluate(request)

    def is_alone(self, path):
        """A lock that is held until the process ends."""
        self.lock = self.lock or open(os.path.join(os.path.dirname(path), "lock"), "w")
        try:
            fcntl.flock(self.lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
        return True


Wrong().run()
