#!/bin/sh
# Writes without end, and without a line end.
. "${0%/*}/base.sh"
header line_based
while request; do
    ! trouble evaluate_promise || tr '\0' x </dev/zero
    answer_line
done
