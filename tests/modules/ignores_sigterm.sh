#!/bin/sh
# Hangs, and will not be told.
. "${0%/*}/base.sh"
header line_based
while request; do
    if trouble evaluate_promise; then
        trap '' TERM
        echo 'log_info=Nobody stops me'
        exec sleep 1000
    fi
    answer_line
done
