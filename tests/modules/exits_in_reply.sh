#!/bin/sh
# Ends in the middle of a reply.
. "${0%/*}/base.sh"
header json_based
while request; do
    if trouble evaluate_promise; then
        printf '{"operation":"evaluate_promise","resu'
        echo 'Killed by its own bug' >&2
        exit 6
    fi
    answer_json
done
