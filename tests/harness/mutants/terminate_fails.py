#!/usr/bin/python3 -SE
"""Answers terminate with `failure`.

Caught by: END-TERMINATE
"""
from right import Right


class Wrong(Right):
    def terminate(self):
        return "failure"


Wrong().run()
