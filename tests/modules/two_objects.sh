#!/bin/sh
# Answers with two JSON objects in one reply.
. "${0%/*}/base.sh"
header json_based
reply='{"operation":"evaluate_promise","result":"kept"}'
while request; do
    if trouble evaluate_promise; then
        printf '%s\n%s\n\n' "$reply" "$reply"
        continue
    fi
    answer_json
done
