#!/usr/bin/python3 -SE
"""Takes the access list from a file that it replaces.

Caught by: TST-KEEPS
"""
import os

from right import Right


class Wrong(Right):
    def adopt(self, file, path):
        super().adopt(file, path)
        if "system.posix_acl_access" in os.listxattr(file):
            os.removexattr(file, "system.posix_acl_access")
            os.fchmod(file, os.stat(path).st_mode & 0o777)


Wrong().run()
