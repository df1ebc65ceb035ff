#!/bin/sh
# Ends before its header, with words on standard error.
echo "ImportError: no module named 'non_existing'" >&2
exit 3
