#!/bin/sh
# Dies, and leaves a child that holds its pipes open.
. "${0%/*}/base.sh"
header line_based
while request; do
    if trouble evaluate_promise; then
        sleep 1000 &
        exit 7
    fi
    answer_line
done
