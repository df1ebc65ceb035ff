#!/bin/sh
# Echoes 70 MB in its reply, more than the limit.
. "${0%/*}/base.sh"
header json_based
while request; do
    if trouble evaluate_promise; then
        printf '{"operation":"evaluate_promise","promiser":"'
        head -c 70000000 /dev/zero | tr '\0' x
        printf '","result":"kept"}\n\n'
        continue
    fi
    answer_json
done
