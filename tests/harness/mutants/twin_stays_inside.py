#!/usr/bin/python3 -SE
"""Starts and signals programs of its own, serves a socket of its own, and reads settings, also in a warn run."""
import os
import signal
import socket

from right import Right


class Twin(Right):
    def evaluate(self, request):
        self.signal_a_child()
        self.call_itself()
        socket.if_nameindex()
        open("/proc/sys/kernel/pid_max").close()
        open(os.devnull, "w").close()
        return super().evaluate(request)

    def signal_a_child(self):
        child = os.fork()
        if child == 0:
            signal.pause()
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        try:
            os.kill(child, 0)  # it is gone, but was never outside
        except ProcessLookupError:
            pass

    def call_itself(self):
        with socket.create_server(("127.0.0.1", 0)) as server:
            socket.create_connection(server.getsockname()).close()


Twin().run()
