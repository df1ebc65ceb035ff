#!/usr/bin/python3 -SE
"""Opens a setting of the kernel for writing in a warn run.

Caught by: TST-PURE
"""
from right import Right


class Wrong(Right):
    def warn(self, path, content):
        try:
            open("/proc/sys/kernel/domainname", "r+").close()
        except OSError:
            pass
        return super().warn(path, content)


Wrong().run()
