#!/bin/sh
# Writes a zero byte into a log line.
. "${0%/*}/base.sh"
header line_based
while request; do
    ! trouble evaluate_promise || printf 'log_info=a\0b\n'
    answer_line
done
