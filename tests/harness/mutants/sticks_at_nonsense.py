#!/usr/bin/python3 -SE
"""Neither answers nor exits after a request that is not JSON.

Caught by: FUZ-BYTES
"""
import time

from right import Right


class Wrong(Right):
    def read_request(self):
        try:
            return super().read_request()
        except ValueError:
            while True:
                time.sleep(60)


Wrong().run()
