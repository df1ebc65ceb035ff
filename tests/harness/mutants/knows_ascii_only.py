#!/usr/bin/python3 -SE
"""Dies when a text is not ASCII.

Caught by: REQ-UTF8
"""
import json

from right import Right


class Wrong(Right):
    def validate(self, request):
        json.dumps(request, ensure_ascii=False).encode("ascii")
        return super().validate(request)


Wrong().run()
