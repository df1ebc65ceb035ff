#!/bin/sh
# Fails without a log line.
. "${0%/*}/base.sh"
header line_based
while request; do
    if trouble evaluate_promise; then
        printf 'operation=evaluate_promise\nresult=not_kept\n\n'
        continue
    fi
    answer_line
done
