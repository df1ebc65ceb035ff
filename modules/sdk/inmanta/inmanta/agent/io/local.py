"""This machine."""

import grp
import hashlib
import os
import pwd
import shutil
import subprocess
import tempfile
from pathlib import Path


class IOBase:
    """The machine that a handler works on, whichever it is."""


class LocalIO(IOBase):
    """Files and commands of this machine. Errors are those of the system, as exceptions."""

    def is_remote(self):
        return False

    def close(self):
        """Nothing is open."""

    def hash_file(self, path):
        return hashlib.sha1(Path(path).read_bytes()).hexdigest()

    def run(self, command, arguments=(), env=None, cwd=None, timeout=None):
        """Returns standard output, standard error, both without blanks around them, and the exit status, which is 127 where
        nothing could be run."""
        try:
            done = subprocess.run(
                [command, *arguments],
                stdin=subprocess.DEVNULL,
                capture_output=True,
                env={**os.environ, **env} if env else None,
                cwd=cwd,
                timeout=timeout,
            )
        except FileNotFoundError as failure:
            return "", str(failure), 127
        return done.stdout.strip().decode(errors="replace"), done.stderr.strip().decode(errors="replace"), done.returncode

    def file_exists(self, path):
        return os.path.lexists(path)

    def readlink(self, path):
        return os.readlink(path)

    def is_symlink(self, path):
        return os.path.islink(path)

    def symlink(self, source, target):
        os.symlink(source, target)

    def read(self, path):
        return Path(path).read_text()

    def read_binary(self, path):
        return Path(path).read_bytes()

    def put(self, path, content):
        """Replaces the file by one rename: readers see the old content or the new one. Its permissions remain."""
        data = content.encode() if isinstance(content, str) else content
        place = os.path.realpath(path)
        descriptor, written = tempfile.mkstemp(dir=os.path.dirname(place) or ".", prefix=".vow-")
        try:
            with os.fdopen(descriptor, "wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            self._keep_status(place, written)
            os.replace(written, place)
        except BaseException:
            os.unlink(written)
            raise

    def _keep_status(self, place, written):
        try:
            status = os.stat(place)
        except FileNotFoundError:
            mask = os.umask(0)
            os.umask(mask)
            os.chmod(written, 0o666 & ~mask)
            return
        if (status.st_uid, status.st_gid) != (os.geteuid(), os.getegid()):
            os.chown(written, status.st_uid, status.st_gid)
        os.chmod(written, status.st_mode & 0o7777)

    def chown(self, path, user=None, group=None):
        shutil.chown(path, user, group)

    def chmod(self, path, permissions):
        os.chmod(path, int(str(permissions), 8))

    def mkdir(self, path):
        os.mkdir(path)

    def rmdir(self, path):
        shutil.rmtree(path)

    def remove(self, path):
        os.unlink(path)

    def file_stat(self, path):
        """Owner, group and permissions, the last as octal digits in a number: 644."""
        status = os.stat(path)
        return {
            "owner": _name(pwd.getpwuid, status.st_uid, "pw_name"),
            "group": _name(grp.getgrgid, status.st_gid, "gr_name"),
            "permissions": int(oct(status.st_mode)[-4:]),
        }


def _name(entry_of, number, member):
    try:
        return getattr(entry_of(number), member)
    except KeyError:
        return str(number)
