#!/bin/sh
# Answers another operation than the requested one.
. "${0%/*}/base.sh"
header line_based
while request; do
    if trouble evaluate_promise; then
        printf 'operation=validate_promise\nresult=valid\n\n'
        continue
    fi
    answer_line
done
