#!/usr/bin/python3 -SE
"""Locks the promised file, and links a new one that has no name until it is complete, or renames it over the old one."""
import fcntl
import os

from right import Right


class Twin(Right):
    def replace(self, path, content):
        folder = os.path.dirname(path)
        file = os.open(folder, os.O_TMPFILE | os.O_WRONLY, 0o644)
        os.write(file, content.encode())
        if not os.path.exists(path):
            self.link(file, path)
        else:
            with open(path, "r+") as old:
                fcntl.flock(old, fcntl.LOCK_EX)
                self.adopt(file, path)
                fresh = "%s/.fresh-%d" % (folder, os.getpid())
                self.link(file, fresh)
                os.rename(fresh, path)
        os.close(file)

    def link(self, file, path):
        os.link("/proc/self/fd/%d" % file, path, src_dir_fd=file)  # follows the link only if given a folder


Twin().run()
