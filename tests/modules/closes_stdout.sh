#!/bin/sh
# Closes its standard output, but does not exit.
. "${0%/*}/base.sh"
header line_based
while request; do
    if trouble evaluate_promise; then
        exec >&-
        exec sleep 1000
    fi
    answer_line
done
