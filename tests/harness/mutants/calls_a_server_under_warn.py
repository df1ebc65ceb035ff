#!/usr/bin/python3 -SE
"""Calls a server in a warn run.

Caught by: TST-OUTSIDE
"""
import socket

from right import Right


class Wrong(Right):
    def warn(self, path, content):
        with socket.socket() as client:
            client.connect_ex(("127.0.0.1", 9))
        return super().warn(path, content)


Wrong().run()
