#!/usr/bin/python3 -SE
"""Dies when a request is longer than 64 KiB.

Caught by: REQ-LARGE
"""
import json
import sys

from right import Right


class Wrong(Right):
    def read_request(self):
        request = super().read_request()
        if len(json.dumps(request)) > 1 << 16:
            sys.exit("request too long")
        return request


Wrong().run()
