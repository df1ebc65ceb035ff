"""The helper of vow for the Python of Inmanta's modules: `python3 FOLDER compile` or `python3 FOLDER deploy MODULE=FOLDER...`."""

import sys

from vow_inmanta import compiling, deploying

MODES = {"compile": compiling.serve, "deploy": deploying.serve}

if len(sys.argv) < 2 or sys.argv[1] not in MODES:
    sys.exit("usage: python3 FOLDER compile | deploy MODULE=FOLDER...")
MODES[sys.argv[1]](sys.argv[2:])
