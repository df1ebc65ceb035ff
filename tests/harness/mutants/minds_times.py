#!/usr/bin/python3 -SE
"""Takes a file that was touched for a changed one.

Caught by: TST-FRESH
"""
import os

from right import Right


WRITTEN_MODE, WRITTEN_TIME = 0o604, 10**18


class Wrong(Right):
    def evaluate(self, request):
        path = request["promiser"]
        if os.path.exists(path):
            status = os.stat(path)
            if status.st_mode & 0o777 == WRITTEN_MODE and status.st_mtime_ns != WRITTEN_TIME:
                os.remove(path)
        return super().evaluate(request)

    def repair(self, path, content):
        is_new = not os.path.exists(path)
        result = super().repair(path, content)
        if is_new:
            self.mark(path)
        return result

    def mark(self, path):
        os.chmod(path, WRITTEN_MODE)
        os.utime(path, ns=(WRITTEN_TIME, WRITTEN_TIME))


Wrong().run()
