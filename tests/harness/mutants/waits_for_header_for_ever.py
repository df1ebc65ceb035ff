#!/usr/bin/python3 -SE
"""Does not exit when its input ends before a header.

Caught by: HDR-EOF
"""
import signal

from right import Right


class Wrong(Right):
    def at_end_before_header(self):
        signal.pause()


Wrong().run()
