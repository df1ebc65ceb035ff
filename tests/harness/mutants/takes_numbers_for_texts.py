#!/usr/bin/python3 -SE
"""Accepts numbers where its description wants texts.

Caught by: FUZ-INVALID
"""
from right import Right


class Wrong(Right):
    def problem_with(self, attributes):
        as_texts = {name: str(value) if type(value) is int else value for name, value in attributes.items()}
        return super().problem_with(as_texts)


Wrong().run()
