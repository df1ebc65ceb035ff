#!/bin/sh
# Answers twice.
. "${0%/*}/base.sh"
header json_based
reply='{"operation":"evaluate_promise","result":"kept"}'
while request; do
    if trouble evaluate_promise; then
        printf '%s\n\n%s\n\n' "$reply" "$reply"
        continue
    fi
    answer_json
done
