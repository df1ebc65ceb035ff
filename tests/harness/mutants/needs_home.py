#!/usr/bin/python3 -SE
"""Dies without HOME in its environment.

Caught by: ROB-BARE
"""
import os

from right import Right


class Wrong(Right):
    def validate(self, request):
        self.home = os.environ["HOME"]
        return super().validate(request)


Wrong().run()
