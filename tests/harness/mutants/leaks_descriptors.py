#!/usr/bin/python3 -SE
"""Does not close a file that it opens now and then.

Caught by: ROB-DESCRIPTORS
"""
import os

from right import Right


class Wrong(Right):
    requests = 0

    def serve(self, request):
        self.requests += 1
        if self.requests % 10 == 0:
            os.open("/dev/null", os.O_RDONLY)
        super().serve(request)


Wrong().run()
