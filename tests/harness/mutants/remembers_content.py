#!/usr/bin/python3 -SE
"""Uses the text of the last promise if one is missing.

Caught by: TST-LEAK
"""
from right import Right


class Wrong(Right):
    content = None

    def attributes(self, request):
        attributes = super().attributes(request)
        self.content = attributes.get("content", self.content)
        return dict(attributes, content=self.content)


Wrong().run()
