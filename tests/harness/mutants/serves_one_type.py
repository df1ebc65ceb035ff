#!/usr/bin/python3 -SE
"""Dies at the second promise type.

Caught by: REQ-TURNS
"""
import sys

from right import Right


class Wrong(Right):
    kind = None

    def validate(self, request):
        self.kind = self.kind or request["promise_type"]
        if self.kind != request["promise_type"]:
            sys.exit("this is for '%s' promises only" % self.kind)
        return super().validate(request)


Wrong().run()
