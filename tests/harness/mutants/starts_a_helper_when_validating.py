#!/usr/bin/python3 -SE
"""Starts a process at the first validation, and ends it at the end.

Caught by: REQ-PURE
"""
import os
import signal

from right import Right


class Wrong(Right):
    helper = None

    def validate(self, request):
        if self.helper is None:
            self.helper = os.spawnv(os.P_NOWAIT, "/bin/sleep", ["sleep", "1000"])
        return super().validate(request)

    def leave(self):
        if self.helper is not None:
            os.kill(self.helper, signal.SIGKILL)
            os.waitpid(self.helper, 0)
        super().leave()

Wrong().run()
