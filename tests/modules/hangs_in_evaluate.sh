#!/bin/sh
# Logs a line, then never answers when asked to evaluate.
. "${0%/*}/base.sh"
header line_based
while request; do
    if trouble evaluate_promise; then
        echo 'log_info=Waiting for the lock'
        exec sleep 1000
    fi
    answer_line
done
