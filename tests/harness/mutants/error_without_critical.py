#!/usr/bin/python3 -SE
"""Logs an error only when it answers `error`.

Caught by: LOG-ERROR
"""
from right import Right


class Wrong(Right):
    def meet_trouble(self, result):
        self.log("error", "There is trouble")
        return result


Wrong().run()
