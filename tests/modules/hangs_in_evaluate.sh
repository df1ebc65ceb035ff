#!/bin/sh
# Logs a line, then never answers a request to evaluate.
. "${0%/*}/base.sh"
header line_based
while request; do
    if trouble evaluate_promise; then
        echo 'log_info=Waiting for the lock'
        exec sleep 1000
    fi
    answer_line
done
