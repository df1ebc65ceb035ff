"""Runs a program and measures what it took."""

import os
import subprocess
import tempfile
import threading
from dataclasses import dataclass

PATIENCE = 150  # seconds until a run is killed
MOST_OUTPUT = 20_000  # bytes that are kept


@dataclass
class BoundedRun:
    """The end of a run: its exit status, or the negative number of the signal that ended it."""

    code: int
    seconds: float  # of the processor
    bytes: int  # of memory, at most
    output: str


def bounded_run(words, folder, environment=None):
    """A run without input, which is killed if it takes too long. The clock of a busy machine does not count."""
    with tempfile.TemporaryFile() as output:
        process = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=output, stderr=output, cwd=folder, env=environment)
        patience = threading.Timer(PATIENCE, process.kill)
        patience.start()
        _, status, usage = os.wait4(process.pid, 0)
        patience.cancel()
        process.returncode = os.waitstatus_to_exitcode(status)
        output.seek(0)
        text = output.read(MOST_OUTPUT).decode("utf-8", "replace")
    return BoundedRun(process.returncode, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024, text)
