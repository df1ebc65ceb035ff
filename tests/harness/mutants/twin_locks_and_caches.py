#!/usr/bin/python3 -SE
"""Takes a lock below /run/lock, where possible, and makes a temporary file that it removes, also in a warn run."""
import fcntl
import os
import tempfile

from right import Right

LOCK = f"/run/lock/vow-twin-{os.getuid()}-{os.getpid()}"


class Twin(Right):
    def evaluate(self, request):
        with tempfile.NamedTemporaryFile():
            try:
                lock = open(LOCK, "w")
            except OSError:
                return super().evaluate(request)
            with lock:
                fcntl.flock(lock, fcntl.LOCK_EX)
                outcome = super().evaluate(request)
                os.unlink(LOCK)
                return outcome


Twin().run()
