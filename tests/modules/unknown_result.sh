#!/bin/sh
# Answers with a result that does not exist.
. "${0%/*}/base.sh"
header line_based
while request; do
    if trouble evaluate_promise; then
        printf 'operation=evaluate_promise\nresult=success\n\n'
        continue
    fi
    answer_line
done
