#!/usr/bin/python3 -SE
"""Does not end its header with an empty line.

Caught by: HDR-ANSWER
"""
from right import Right


class Wrong(Right):
    def send_header(self):
        self.write(self.header + "\n")


Wrong().run()
