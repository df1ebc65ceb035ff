#!/bin/sh
# A module as it should be, on the line variant: answers kept, and records what it was sent in the
# file that attribute 'record' names.
read -r header
read -r empty
printf 'good_line 1.0 v1 line_based\n\n'
while :; do
    operation= request= record=
    while IFS= read -r line && [ -n "$line" ]; do
        case $line in
        operation=*) operation=${line#operation=} ;;
        attribute_record=*) record=${line#attribute_record=} ;;
        esac
        request="$request$line
"
    done
    [ -n "$operation" ] || exit 0
    [ -z "$record" ] || printf '%s\n' "$request" >>"$record"
    case $operation in
    validate_promise) result=valid ;;
    evaluate_promise) result=kept ;;
    *) result=success ;;
    esac
    printf 'operation=%s\nlog_verbose=did %s\nresult=%s\nresult_classes=%s\n\n' \
        "$operation" "$operation" "$result" "$([ "$result" != kept ] || echo one,two)"
    [ "$result" != success ] || exit 0
done
