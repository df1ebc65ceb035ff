#!/usr/bin/python3 -SE
"""Does not exit when its input ends.

Caught by: END-EOF
"""
import signal

from right import Right


class Wrong(Right):
    def at_end_of_input(self):
        signal.pause()


Wrong().run()
