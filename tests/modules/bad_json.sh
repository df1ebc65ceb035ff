#!/bin/sh
# Answers with malformed JSON.
. "${0%/*}/base.sh"
header json_based
while request; do
    if trouble evaluate_promise; then
        printf '{"operation":"evaluate_promise","result":kept}\n\n'
        continue
    fi
    answer_json
done
