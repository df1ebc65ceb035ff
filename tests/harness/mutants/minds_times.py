#!/usr/bin/python3 -SE
"""Takes a file that was touched for a changed one.

Caught by: TST-FRESH
"""
import os

from right import Right


class Wrong(Right):
    def evaluate(self, request):
        path, stamp = request["promiser"], request["promiser"] + ".time"
        if os.path.exists(stamp) and open(stamp).read() != str(os.stat(path).st_mtime_ns):
            os.remove(path)
        return super().evaluate(request)

    def repair(self, path, content):
        result = super().repair(path, content)
        with open(path + ".time", "w") as file:
            file.write(str(os.stat(path).st_mtime_ns))
        return result


Wrong().run()
