#!/bin/sh
# Pretty-prints its JSON.
. "${0%/*}/base.sh"
header json_based
while request; do
    if trouble evaluate_promise; then
        printf '{\n    "operation": "evaluate_promise",\n    "promiser": "}",\n    "result": "kept"\n}\n\n'
        continue
    fi
    answer_json
done
