#!/usr/bin/python3 -SE
"""Does not end its answers with an empty line.

Caught by: RES-ANSWER
"""
import json

from right import Right


class Wrong(Right):
    def answer(self, request, result, **more):
        self.write(json.dumps(self.reply(request, result, **more)) + "\n")


Wrong().run()
