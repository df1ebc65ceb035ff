#!/bin/sh
# Ends as soon as the headers are exchanged.
. "${0%/*}/base.sh"
header line_based
exit 5
