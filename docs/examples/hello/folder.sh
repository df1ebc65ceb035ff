#!/bin/sh
# The promise type `folder`: the promiser is a folder that exists, with the permissions of the attribute `mode`.
# It speaks the line based protocol: a message is lines of `key=value`, ended by an empty line.

answer() { # answer RESULT
    printf 'operation=%s\nresult=%s\n\n' "$operation" "$1"
}

log() { # log LEVEL TEXT
    printf 'log_%s=%s\n' "$1" "$2"
}

receive() {
    operation= promiser= mode= policy=fix
    while IFS= read -r line; do
        case "$line" in
            '') return 0 ;;
            operation=*) operation=${line#*=} ;;
            promiser=*) promiser=${line#*=} ;;
            attribute_mode=*) mode=${line#*=} ;;
            attribute_action_policy=*) policy=${line#*=} ;;
        esac
    done
    return 1
}

validate() {
    case "$promiser" in
        /*) ;;
        *) log error "'$promiser' is not an absolute path"; answer invalid; return ;;
    esac
    case "$mode" in
        '' | *[!0-7]*) log error "mode '$mode' is not an octal number"; answer invalid ;;
        *) answer valid ;;
    esac
}

evaluate() {
    found=$(stat -c %a "$promiser" 2>&1)
    if [ -d "$promiser" ] && [ "$found" = "$mode" ]; then
        answer kept
    elif [ "$policy" = warn ]; then
        log warning "Should make folder '$promiser' with mode $mode, but only warning promised"
        answer not_kept
    elif problem=$(mkdir -p "$promiser" 2>&1 && chmod "$mode" "$promiser" 2>&1); then
        log info "Made folder '$promiser' with mode $mode"
        answer repaired
    else
        log error "$problem"
        answer not_kept
    fi
}

receive # the agent's header
printf 'folder 1.0 v1 line_based action_policy\n\n'
while receive; do
    case "$operation" in
        validate_promise) validate ;;
        evaluate_promise) evaluate ;;
        terminate) answer success; exit 0 ;;
    esac
done
