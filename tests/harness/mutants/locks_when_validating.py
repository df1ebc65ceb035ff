#!/usr/bin/python3 -SE
"""Holds a lock on a folder from the first validation on.

Caught by: REQ-PURE
"""
import fcntl
import os

from right import Right


class Wrong(Right):
    lock = None

    def validate(self, request):
        if self.lock is None:
            self.lock = os.open("/", os.O_RDONLY | os.O_CLOEXEC)
            fcntl.flock(self.lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
        return super().validate(request)

Wrong().run()
