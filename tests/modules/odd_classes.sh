#!/bin/sh
# Returns classes with invalid characters.
. "${0%/*}/base.sh"
header json_based
while request; do
    if trouble evaluate_promise; then
        printf '{"operation":"evaluate_promise","result":"kept","result_classes":["a b","é/ü","",7,["x"],"fine"]}\n\n'
        continue
    fi
    answer_json
done
