#!/bin/sh
# Writes a log line without its equals sign.
. "${0%/*}/base.sh"
header line_based
while request; do
    ! trouble evaluate_promise || echo 'log_info fetched the thing'
    answer_line
done
