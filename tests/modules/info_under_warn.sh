#!/bin/sh
# Claims to understand warnings, but logs changes and repairs.
. "${0%/*}/base.sh"
header line_based action_policy
while request; do
    if trouble evaluate_promise; then
        echo 'log_info=Changed the thing'
        printf 'operation=evaluate_promise\nresult=repaired\n\n'
        continue
    fi
    answer_line
done
