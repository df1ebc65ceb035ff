# Shared by the broken modules in this folder: correct behaviour, so that each of them contains
# only its fault. Sourced, not run.
#
# They misbehave for the promiser "trouble" and keep every other promise.

# Reads the agent's header and sends ours: header FLAG...
header() {
    read -r agent_header
    read -r empty
    printf '%s 1.0 v1 %s\n\n' "$(basename "$0" .sh)" "$*"
}

# Reads one request of either variant, and sets operation and promiser. False: the agent has gone.
request() {
    operation= promiser=
    while IFS= read -r line && [ -n "$line" ]; do
        case $line in
        operation=*) operation=${line#*=} ;;
        promiser=*) promiser=${line#*=} ;;
        '{'*)
            operation=${line#*\"operation\":\"} operation=${operation%%\"*}
            promiser=${line#*\"promiser\":\"} promiser=${promiser%%\"*}
            ;;
        esac
    done
    [ -n "$operation" ]
}

# Whether this is the operation to go wrong in: trouble OPERATION
trouble() {
    [ "$operation" = "$1" ] && [ "$promiser" = trouble ]
}

# The correct answers.
result() {
    case $operation in
    validate_promise) echo valid ;;
    evaluate_promise) echo kept ;;
    *) echo success ;;
    esac
}

# Sends this answer, and exits after terminate.
answer_line() {
    printf 'operation=%s\nresult=%s\n\n' "$operation" "$(result)"
    [ "$operation" != terminate ] || exit 0
}

answer_json() {
    printf '{"operation":"%s","result":"%s"}\n\n' "$operation" "$(result)"
    [ "$operation" != terminate ] || exit 0
}
