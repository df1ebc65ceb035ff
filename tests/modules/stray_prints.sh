#!/bin/sh
# Prints to standard output while it works, like a forgotten debug print.
. "${0%/*}/base.sh"
header json_based
while request; do
    if trouble evaluate_promise; then
        echo "DEBUG: got here"
        echo
        echo "DEBUG: and here"
    fi
    answer_json
done
