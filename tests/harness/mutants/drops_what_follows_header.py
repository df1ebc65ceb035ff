#!/usr/bin/python3 -SE
"""Drops the bytes that it read together with the header.

Caught by: HDR-FOLLOWED
"""
from right import Right


class Wrong(Right):
    def check_header(self, header):
        self.unread = b""


Wrong().run()
