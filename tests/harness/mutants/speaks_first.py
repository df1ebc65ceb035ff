#!/usr/bin/python3 -SE
"""Sends its header before it has read the agent's.

Caught by: HDR-FIRST
"""
from right import Right


class Wrong(Right):
    def before_header(self):
        self.write(self.header + "\n\n")

    def send_header(self):
        pass


Wrong().run()
