#!/bin/sh
# Hangs, and ignores SIGTERM.
. "${0%/*}/base.sh"
header line_based
while request; do
    if trouble evaluate_promise; then
        trap '' TERM
        echo 'log_info=Ignoring SIGTERM'
        exec sleep 1000
    fi
    answer_line
done
