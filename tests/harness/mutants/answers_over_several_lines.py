#!/usr/bin/python3 -SE
"""Spreads its answers over several lines.

Caught by: RES-ONE-LINE
"""
import json

from right import Right


class Wrong(Right):
    def answer(self, request, result, **more):
        self.write(json.dumps(self.reply(request, result, **more), indent=1) + "\n\n")


Wrong().run()
