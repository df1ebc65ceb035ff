#!/bin/sh
# Never answers a request to validate.
. "${0%/*}/base.sh"
header line_based
while request; do
    if trouble validate_promise; then exec sleep 1000; fi
    answer_line
done
