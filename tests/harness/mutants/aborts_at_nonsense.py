#!/usr/bin/python3 -SE
"""Is killed by a signal when a request is not JSON.

Caught by: FUZ-BYTES
"""
import os

from right import Right


class Wrong(Right):
    def read_request(self):
        try:
            return super().read_request()
        except ValueError:
            os.abort()


Wrong().run()
