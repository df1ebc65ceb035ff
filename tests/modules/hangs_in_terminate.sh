#!/bin/sh
# Does not exit after terminate.
. "${0%/*}/base.sh"
header line_based
while request; do
    [ "$operation" != terminate ] || exec sleep 1000
    answer_line
done
