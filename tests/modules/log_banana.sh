#!/bin/sh
# Logs at a level that does not exist.
. "${0%/*}/base.sh"
header line_based
while request; do
    ! trouble evaluate_promise || echo 'log_banana=yellow'
    answer_line
done
