#!/usr/bin/python3 -SE
"""Does not exit when its input ends in the middle of a request.

Caught by: END-CUT
"""
import signal

from right import Right


class Wrong(Right):
    def at_end_in_request(self):
        signal.pause()


Wrong().run()
