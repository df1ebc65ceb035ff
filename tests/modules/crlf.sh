#!/bin/sh
# Ends its lines as on Windows.
. "${0%/*}/base.sh"
header line_based | sed 's/$/\r/'
while request; do answer_line | sed 's/$/\r/'; done
