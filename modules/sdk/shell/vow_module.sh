# Promise modules in shell (POSIX sh or bash): copy this file next to yours, and source it.
#
#   . "$(dirname "$0")/vow_module.sh"
#   summary="keeps the message of the day"
#   attribute text required summary="the message itself"
#   do_evaluate() {
#       [ "$(cat "$request_promiser" 2>/dev/null)" = "$request_attribute_text" ] && { kept; return; }
#       would "write '$request_promiser'" path="$request_promiser" && return
#       echo "$request_attribute_text" | write_file "$request_promiser" || { not_kept "Cannot write '$request_promiser'"; return; }
#       repaired "Wrote '$request_promiser'"
#   }
#   module_main motd 1.0
#
# It uses the line based variant of the module protocol v1, with its extensions describe, variables, changes, progress
# and, after parallel=yes, parallel; protocol/README.md is the wire format. It is one long file on purpose: a copy of it is
# the whole installation. Modules written for the published shell library run with it unchanged: those declare
# `required_attributes`, `optional_attributes` and `all_attributes_are_valid`, and set `response_result` and
# `response_classes` themselves.

# ---- Declarations, before module_main.

# promiser [pattern=ERE] [summary=TEXT]
promiser() {
    for vow_fact; do
        case "$vow_fact" in
            pattern=*) vow_promiser_pattern=${vow_fact#*=} ;;
            summary=*) vow_promiser_summary=${vow_fact#*=} ;;
            *) vow_stop "promiser: unknown word '$vow_fact'" ;;
        esac
    done
}

# attribute NAME [type=string|int|real|bool] [required] [secret] [default=TEXT] [choices='A B'] [pattern=ERE] [summary=TEXT]
# Its value is $request_attribute_NAME: a bool is true or false. vow_given NAME is true if it was promised.
attribute() {
    vow_is_name "$1" || vow_stop "attribute: '$1' is not a name"
    vow_declared="$vow_declared $1"
    vow_name=$1
    shift
    vow_set "vow_${vow_name}_type" string
    for vow_fact; do
        case "$vow_fact" in
            required | secret) vow_set "vow_${vow_name}_$vow_fact" yes ;;
            default=*) vow_set "vow_${vow_name}_has_default" yes
                vow_set "vow_${vow_name}_default" "${vow_fact#*=}" ;;
            type=string | type=int | type=real | type=bool | choices=* | pattern=* | summary=*) vow_set "vow_${vow_name}_${vow_fact%%=*}" "${vow_fact#*=}" ;;
            *) vow_stop "attribute $vow_name: unknown word '$vow_fact'" ;;
        esac
    done
}

# rule [with='A B'] [needs='A B'] [excludes='A B'] [summary=TEXT]
# If all attributes in `with` are promised, which may be none, one of `needs` must be, and none of `excludes` may be. A bool
# that is false counts as not promised. The summary gives the reason. The attributes are declared before it.
rule() {
    vow_rules=$((${vow_rules:-0} + 1))
    for vow_fact; do
        case "$vow_fact" in
            with=* | needs=* | excludes=*)
                for vow_name in ${vow_fact#*=}; do
                    case " $vow_declared " in *" $vow_name "*) ;; *) vow_stop "rule: '$vow_name' is not one of$vow_declared" ;; esac
                done ;;
            summary=*) ;;
            *) vow_stop "rule: unknown word '$vow_fact'" ;;
        esac
        vow_set "vow_rule_${vow_rules}_${vow_fact%%=*}" "${vow_fact#*=}"
    done
}

# ---- For do_validate and do_evaluate.

# log LEVEL TEXT: errors to info are always sent, since the agent counts them; more verbose levels only on request.
log() {
    [ "$#" = 2 ] || vow_stop "log takes a level and a text"
    case "$1:$request_log_level" in
        verbose:verbose | verbose:debug | debug:debug) ;;
        verbose:* | debug:*) return 0 ;;
    esac
    vow_logged="$vow_logged $1"
    while IFS= read -r vow_line; do
        vow_without_return "$vow_line"
        printf 'log_%s=%s\n' "$1" "$vow_line" >&3
    done <<VOW_END
$2
VOW_END
}

# invalid TEXT: why the promise is invalid
invalid() {
    log error "$1"
    response_result=invalid
}

# kept [TEXT], repaired TEXT, not_kept TEXT: the result of the promise; the worst of several counts.
kept() {
    [ "$#" = 0 ] || log verbose "$1"
    vow_add_result kept
}

repaired() {
    if vow_may_change; then
        log info "$1"
        vow_add_result repaired
    else
        log critical "Changed something although only warning was promised: $1"
        vow_add_result error
    fi
    vow_commit_change
}

not_kept() {
    log error "$1"
    vow_add_result not_kept
    vow_change=
}

# would "create file '/x'" [action=create|update|remove] [path=PATH] [before=TEXT] [after=TEXT] [diff=TEXT]
#     [kind=KIND] [object=NAME] [field=NAME]
# True if only a warning is promised, which it logs: `would "..." && return`. It must not contain secrets.
would() {
    vow_warning="Should $1"
    vow_change="{\"what\":$(vow_json "$1")"
    shift
    for vow_fact; do
        case "$vow_fact" in
            action=create | action=update | action=remove | path=* | before=* | after=* | diff=* | kind=* | object=* | field=*)
                vow_change="$vow_change,\"${vow_fact%%=*}\":$(vow_json "${vow_fact#*=}")" ;;
            *) vow_stop "would: unknown word '$vow_fact'" ;;
        esac
    done
    vow_change="$vow_change}"
    ! vow_may_change || return 1
    case "$request_attribute_action_policy" in
        warn | nop) vow_warning="$vow_warning, but only warning promised" ;;
    esac
    log warning "$vow_warning"
    vow_add_result not_kept
    vow_commit_change
}

# result_class NAME: defines a class in the promising bundle
result_class() {
    response_classes="${response_classes:+$response_classes,}$(printf '%s' "$1" | LC_ALL=C tr -c 'A-Za-z0-9_' _)"
}

# variable NAME TEXT: defines a variable
variable() {
    vow_variables="${vow_variables:+$vow_variables,}$(vow_json "$1"):$(vow_json "$2")"
}

# progress PERCENT TEXT: reports the progress of a long promise; a number from 0 to 100, and a few words
progress() {
    [ "$VOW_PROGRESS" = 1 ] || return 0
    vow_percent=${1%%.*}
    case "$vow_percent" in
        -*) vow_percent=0 ;;
        '' | *[!0-9]*) vow_stop "progress: '$1' is not a number" ;;
        ????*) vow_percent=100 ;;
    esac
    [ "$vow_percent" -le 100 ] || vow_percent=100
    printf 'progress=%s %s\n' "$vow_percent" "$(printf '%s' "$2" | tr '\r\n' '  ')" >&3
}

vow_given() {
    case " $vow_given " in *" $1 "*) ;; *) return 1 ;; esac
}

# ---- Files, for modules that run as root in folders of other users. Both functions print the reason of a failure to
# standard error and return false. A link on the path is followed only if root or the running user owns it, or if it has
# the owner and group of its target.

# read_file PATH: prints the content of a regular file
read_file() (
    vow_place "$1" 40 && vow_status=$(vow_status_of "$vow_entry") || exit 1
    case "$vow_status" in 8*) ;; *) vow_refuse "'$1' is not a regular file" ;; esac
    dd if="./$vow_entry" iflag=nofollow,nonblock status=none
)

# write_file PATH [MODE] <CONTENT: replaces the content of a file at once, and keeps its owner and mode, or creates the file
# with MODE, 600 by default
write_file() (
    vow_place "$1" 40 || exit 1
    vow_old=$(vow_status_of "$vow_entry" 2>/dev/null)
    case "$vow_old" in '' | 8*) ;; *) vow_refuse "'$1' is not a regular file" ;; esac
    vow_fresh=$(mktemp -u ./.vow-XXXXXXXXXXXX) || exit 1
    umask 077
    set -C # the file must be new
    exec 4>"$vow_fresh" || exit 1
    cat >&4 && vow_adopt "${2:-600}" $vow_old && mv -f -T "$vow_fresh" "./$vow_entry" && exit 0
    rm -f "$vow_fresh"
    exit 1
)

# ---- The conversation. Output of commands goes to standard error; only modules for the published library may print
# protocol lines themselves.

module_main() {
    [ "$#" = 2 ] || vow_stop "module_main takes a name and a version"
    case "$1$2" in *" "*) vow_stop "module_main: '$1 $2' has a blank in the name or the version" ;; esac
    module_name=$1 module_version=$2
    exec 3>&1
    [ -z "$vow_declared$vow_promiser_pattern" ] || exec 1>&2
    skip_header
    printf '%s %s v1 line_based%s\n\n' "$1" "$2" "$(vow_flags)" >&3
    if vow_has do_initialize; then do_initialize </dev/null; fi
    while receive_request; do
        perform_operation
    done
}

skip_header() {
    IFS= read -r vow_line || exit 1
    case "$vow_line" in
        "cf-agent "*" v"*) ;;
        *) vow_stop "a promise module, which an agent starts; to try it: vow module probe FILE" ;;
    esac
    while IFS= read -r vow_line && vow_without_return "$vow_line" && [ -n "$vow_line" ]; do :; done
}

reset_state() {
    for vow_name in $vow_given $vow_declared action_policy; do
        unset "request_attribute_$vow_name"
    done
    request_operation= request_log_level= request_promise_type= request_promiser= request_filename= request_line_number=
    response_result= response_classes=
    vow_given= vow_unknown= vow_variables= vow_changes= vow_change= vow_logged=
}

# False at the end of input.
receive_request() {
    reset_state
    while IFS= read -r vow_line; do
        vow_without_return "$vow_line"
        if [ -n "$vow_line" ]; then
            handle_input_line "$vow_line"
        elif [ -n "$request_operation" ]; then
            return 0
        fi
    done
    return 1
}

handle_input_line() {
    vow_name=${1%%=*} vow_value=
    [ "$vow_name" != "$1" ] || return 0
    # The time to cut a prefix off grows with the square of its length.
    [ "${#vow_name}" -gt "$vow_longest_name" ] || vow_value=${1#*=}
    case "$vow_name" in
        operation | log_level | promise_type | promiser | filename | line_number)
            vow_set "request_$vow_name" "$vow_value" ;;
        attribute_*)
            vow_name=${vow_name#attribute_}
            if vow_is_name "$vow_name"; then
                vow_given="$vow_given $vow_name"
                vow_set "request_attribute_$vow_name" "$vow_value"
            fi
            vow_is_known "$vow_name" || vow_unknown="$vow_unknown$vow_name$vow_newline" ;;
    esac
}

perform_operation() {
    case "$request_operation" in
        validate_promise) operation_validate ;;
        evaluate_promise) operation_evaluate ;;
        describe) response_result=success; write_response "description=$(vow_description)" ;;
        terminate) operation_terminate ;;
        *) log critical "Unknown operation '$request_operation'"; response_result=error; write_response ;;
    esac
}

operation_validate() {
    response_result=valid
    vow_check_declarations
    for vow_name in $required_attributes; do
        eval "vow_value=\$request_attribute_$vow_name"
        [ -n "$vow_value" ] || invalid "Attribute '$vow_name' is missing"
    done
    [ "$response_result" = invalid ] || { ! vow_has do_validate || do_validate </dev/null; }
    response_classes=
    write_response
}

operation_evaluate() {
    vow_check_declarations # for the defaults
    if vow_has do_evaluate; then do_evaluate </dev/null; fi
    case "$response_result" in
        '' | error)
            [ -n "$response_result" ] || log critical "do_evaluate reported neither kept nor repaired nor not_kept"
            response_result=error
            vow_ensure_logged critical "do_evaluate failed" ;;
        repaired) vow_ensure_logged info "Repaired '$request_promiser'" ;;
        not_kept) vow_ensure_logged "error critical warning" "'$request_promiser' is not kept" ;;
    esac
    write_response "${vow_variables:+variables={$vow_variables\}}" "${vow_changes:+changes=[$vow_changes]}"
}

operation_terminate() {
    response_result=success
    if vow_has do_terminate; then do_terminate </dev/null; fi
    write_response
    exit 0
}

write_response() {
    printf 'operation=%s\nresult=%s\n' "$request_operation" "$response_result" >&3
    for vow_line in "${response_classes:+result_classes=$response_classes}" "$@" ""; do
        [ -z "$vow_line" ] || printf '%s\n' "$vow_line" >&3
    done
    echo >&3
}

# ---- Checks and description of declarations.

# Every fault of the request against the declarations; and defaults, and truth as true or false.
vow_check_declarations() {
    if [ -n "$vow_promiser_pattern" ] && ! vow_matches "$request_promiser" "$vow_promiser_pattern"; then
        invalid "Promiser must match '$vow_promiser_pattern', not '$request_promiser'"
    fi
    for vow_name in $vow_declared; do
        if vow_given "$vow_name"; then
            eval "vow_value=\$request_attribute_$vow_name"
            vow_find_fault "$vow_name" "$vow_value"
            [ -z "$vow_fault" ] || invalid "Attribute '$vow_name' $vow_fault"
        else
            eval "vow_fault=\$vow_${vow_name}_required"
            [ -z "$vow_fault" ] || invalid "Attribute '$vow_name' is missing"
            eval "[ -z \"\$vow_${vow_name}_has_default\" ] || request_attribute_$vow_name=\$vow_${vow_name}_default"
        fi
        eval "[ \$vow_${vow_name}_type != bool ]" || vow_make_truth "request_attribute_$vow_name"
    done
    [ -z "$vow_unknown" ] || [ "$all_attributes_are_valid" = yes ] || vow_refuse_unknown
    vow_rule=0
    while [ "$vow_rule" -lt "${vow_rules:-0}" ]; do
        vow_rule=$((vow_rule + 1))
        vow_check_rule "$vow_rule"
    done
}

vow_check_rule() { # NUMBER
    eval "vow_with=\$vow_rule_$1_with vow_needs=\$vow_rule_$1_needs vow_excludes=\$vow_rule_$1_excludes vow_reason=\$vow_rule_$1_summary"
    vow_reason=${vow_reason:+: $vow_reason}
    vow_first=${vow_with%% *} vow_condition= vow_lacks=$vow_needs
    for vow_name in $vow_with; do
        vow_is_promised "$vow_name" || return 0
        [ "$vow_name" = "$vow_first" ] || vow_condition="${vow_condition}with '$vow_name' "
    done
    for vow_name in $vow_needs; do
        ! vow_is_promised "$vow_name" || vow_lacks=
    done
    [ -z "$vow_lacks" ] || vow_refuse_lack $vow_needs
    for vow_name in ${vow_with:+$vow_excludes}; do
        ! vow_is_promised "$vow_name" || invalid "Attribute '$vow_first' ${vow_condition}excludes '$vow_name'$vow_reason"
    done
}

vow_refuse_lack() { # NAME...: none of them is promised, against the rule that is checked
    if [ -z "$vow_with" ] && [ "$#" -gt 1 ]; then
        vow_first=$1 vow_named=
        shift
        while [ "$#" -gt 1 ]; do
            vow_named="$vow_named${vow_named:+, }'$1'"
            shift
        done
        invalid "Attribute '$vow_first' is required unless $vow_named${vow_named:+ or }'$1' is promised$vow_reason"
    elif [ -z "$vow_with" ]; then
        invalid "Attribute '$1' is missing$vow_reason"
    else
        [ "$#" -gt 1 ] && vow_named="needs one of" || vow_named=needs
        invalid "Attribute '$vow_first' $vow_condition$vow_named $(vow_quoted "$@")$vow_reason"
    fi
}

vow_is_promised() { # NAME; a bool is true or false already
    vow_given "$1" && eval "[ \"\$vow_$1_type:\$request_attribute_$1\" != bool:false ]"
}

vow_quoted() { # NAME...
    vow_named=
    for vow_choice; do vow_named="$vow_named${vow_named:+, }'$vow_choice'"; done
    printf '%s' "$vow_named"
}

vow_refuse_unknown() {
    while IFS= read -r vow_name; do
        invalid "Unknown attribute '$vow_name'"
    done <<VOW_END
$(printf '%s' "$vow_unknown" | LC_ALL=C sort)
VOW_END
}

# vow_find_fault NAME VALUE: sets $vow_fault to the fault in words that follow the name, or to nothing.
vow_find_fault() {
    eval "vow_type=\$vow_$1_type vow_secret=\$vow_$1_secret vow_choices=\$vow_$1_choices vow_pattern=\$vow_$1_pattern"
    vow_fault= vow_instead=", not '$2'"
    [ -z "$vow_secret" ] || vow_instead=
    case "$vow_type:$2" in
        int:*) vow_matches "$2" '[+-]?[0-9]+' || vow_fault="must be an integer$vow_instead" ;;
        real:*) vow_matches "$2" '[+-]?[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]+)?' || vow_fault="must be a number$vow_instead" ;;
        bool:true | bool:yes | bool:on | bool:false | bool:no | bool:off) ;;
        bool:*) vow_fault="must be true or false$vow_instead" ;;
    esac
    [ -z "$vow_fault" ] || return 0
    if [ -n "$vow_choices" ]; then
        for vow_choice in $vow_choices; do
            [ "$vow_choice" != "$2" ] || return 0
        done
        vow_fault="must be one of $(vow_quoted $vow_choices)$vow_instead"
    elif [ -n "$vow_pattern" ] && ! vow_matches "$2" "$vow_pattern"; then
        vow_fault="must match '$vow_pattern'$vow_instead"
    fi
}

vow_make_truth() {
    eval "case \"\$$1\" in yes | on) $1=true ;; no | off) $1=false ;; esac"
}

vow_flags() {
    if [ -n "$vow_declared$vow_promiser_pattern" ]; then
        [ "$action_policy" = no ] || printf ' action_policy'
        printf ' describe variables changes progress'
        [ "$parallel" != yes ] || printf ' parallel'
    elif [ "$all_attributes_are_valid" != yes ]; then
        printf ' describe'
    fi
}

vow_description() {
    printf '{%s"promise_types":{%s:{' "$(vow_member summary "$summary")" "$(vow_json "$module_name")"
    vow_facts="$(vow_member summary "$vow_promiser_summary")$(vow_member pattern "$vow_promiser_pattern")"
    vow_facts=${vow_facts%,}
    printf '%s%s"attributes":{' "$(vow_member summary "$summary")" "${vow_facts:+\"promiser\":{$vow_facts\},}"
    vow_facts=
    for vow_name in $vow_declared; do
        vow_facts="$vow_facts,$(vow_json "$vow_name"):{$(vow_attribute_facts "$vow_name")}"
    done
    for vow_name in $required_attributes; do
        vow_facts="$vow_facts,$(vow_json "$vow_name"):{\"type\":\"string\",\"required\":true}"
    done
    for vow_name in $optional_attributes; do
        vow_facts="$vow_facts,$(vow_json "$vow_name"):{\"type\":\"string\"}"
    done
    printf '%s}%s' "${vow_facts#,}" "$(vow_rule_facts)"
    [ -z "$result_classes" ] || printf ',"result_classes":[%s]' "$(vow_list $result_classes)"
    printf '}}}\n'
}

vow_rule_facts() { # `,"rules":[...]`, or nothing
    vow_rule=0 vow_facts=
    while [ "$vow_rule" -lt "${vow_rules:-0}" ]; do
        vow_rule=$((vow_rule + 1))
        vow_fact=
        for vow_word in with needs excludes; do
            eval "vow_value=\$vow_rule_${vow_rule}_$vow_word"
            [ -z "$vow_value" ] || vow_fact="$vow_fact\"$vow_word\":[$(vow_list $vow_value)],"
        done
        eval "vow_value=\$vow_rule_${vow_rule}_summary"
        vow_fact="$vow_fact$(vow_member summary "$vow_value")"
        vow_facts="$vow_facts,{${vow_fact%,}}"
    done
    [ -z "$vow_facts" ] || printf ',"rules":[%s]' "${vow_facts#,}"
}

vow_attribute_facts() {
    eval "vow_type=\$vow_$1_type vow_choices=\$vow_$1_choices vow_default=\$vow_$1_default"
    printf '"type":"%s"' "$vow_type"
    eval "[ -z \"\$vow_$1_required\" ]" || printf ',"required":true'
    eval "[ -z \"\$vow_$1_has_default\" ]" || printf ',"default":%s' "$(vow_json "$vow_default")"
    [ -z "$vow_choices" ] || printf ',"enum":[%s]' "$(vow_list $vow_choices)"
    eval "vow_pattern=\$vow_$1_pattern vow_secret=\$vow_$1_secret vow_summary=\$vow_$1_summary"
    [ -z "$vow_pattern" ] || printf ',"pattern":%s' "$(vow_json "$vow_pattern")"
    [ -z "$vow_secret" ] || printf ',"secret":true'
    [ -z "$vow_summary" ] || printf ',"summary":%s' "$(vow_json "$vow_summary")"
}

# ---- Helpers.

vow_newline='
'
vow_return=$(printf '\r')
vow_longest_name=1000

vow_without_return() { # LINE, which becomes $vow_line; bash takes long to look for the end of a long text in another way
    vow_line=$1
    case "$1" in *"$vow_return") vow_line=${1%?} ;; esac
}

vow_set() { # NAME VALUE
    eval "$1=\$2"
}

vow_has() { # FUNCTION
    command -v "$1" >/dev/null 2>&1
}

vow_is_name() {
    [ "${#1}" -le "$vow_longest_name" ] || return 1
    case "$1" in '' | [0-9]* | *[!ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_]*) return 1 ;; esac
}

vow_is_known() {
    case " $vow_declared $required_attributes $optional_attributes handle comment action_policy " in
        *" $1 "*) ;;
        *) return 1 ;;
    esac
}

vow_may_change() {
    [ "${request_attribute_action_policy:-fix}" = fix ]
}

if [ -n "$BASH_VERSION" ]; then # without a process for each; in quotes, since another shell does not understand it
    eval 'vow_matches() { local whole="^($2)$"; [[ $1 =~ $whole ]]; }'
else
    vow_matches() { # TEXT ERE; a pipe would take one more process
        grep -Eqx -e "$2" <<VOW_END
$1
VOW_END
    }
fi

vow_add_result() { # RESULT: the worst one counts
    case "$response_result:$1" in
        :* | kept:* | repaired:not_kept | repaired:error | not_kept:error) response_result=$1 ;;
    esac
}

vow_commit_change() {
    [ -z "$vow_change" ] || vow_changes="${vow_changes:+$vow_changes,}$vow_change"
    vow_change=
}

vow_ensure_logged() { # LEVELS TEXT: logs it unless a line of one of those levels was logged
    for vow_level in $1; do
        case " $vow_logged " in *" $vow_level "*) return 0 ;; esac
    done
    log "${1%% *}" "$2"
}

vow_member() { # NAME TEXT: `"NAME":"TEXT",`, or nothing
    [ -z "$2" ] || printf '"%s":%s,' "$1" "$(vow_json "$2")"
}

vow_list() { # TEXT...
    vow_items=
    for vow_item; do vow_items="$vow_items,$(vow_json "$vow_item")"; done
    printf '%s' "${vow_items#,}"
}

vow_json() { # TEXT as a JSON string
    case "$1" in
        *[\\\"[:cntrl:]]*)
            printf '%s' "$1" | LC_ALL=C awk '
                BEGIN { for (code = 1; code < 32; code++) escape[sprintf("%c", code)] = sprintf("\\u%04x", code)
                    escape["\""] = "\\\""; escape["\\"] = "\\\\"; escape["\t"] = "\\t"; escape["\r"] = "\\r"
                    escape["\b"] = "\\b"; escape["\f"] = "\\f"; printf "\"" }
                { if (NR > 1) printf "\\n"
                    for (at = 1; at <= length($0); at++) { letter = substr($0, at, 1)
                        printf "%s", letter in escape ? escape[letter] : letter } }
                END { printf "\"" }' ;;
        *) printf '"%s"' "$1" ;;
    esac
}

vow_adopt() { # MODE [STATUS]: for the new file, open as 4; what it replaces has that status
    [ "$#" -gt 1 ] || { chmod "$1" /proc/self/fd/4; return; }
    chown "$4" /proc/self/fd/4 || return
    # The access list, if the system has such lists.
    cp -P --attributes-only --preserve=mode,ownership "./$vow_entry" /proc/self/fd/4 2>/dev/null || :
    chmod "$5" /proc/self/fd/4 && sync -d /proc/self/fd/4
}

vow_status_of() { # NAME: its mode in hexadecimal digits, beginning with 8: a file, 4: a folder, a: a link; and facts about it
    stat -c '%f %d:%i %u:%g %a' "./$1"
}

vow_place() { # PATH LINKS: enters the folder of the path, and sets $vow_entry to a name in it that is not a link
    case "$1" in */*) vow_enter "${1%/*}/" "$2" || return ;; esac
    set -- "${1##*/}" "$2" "$(vow_status_of "${1##*/}" 2>/dev/null)"
    vow_entry=$1
    case "$3" in
        a*) vow_text=$(vow_link_text "$@") && vow_place "$vow_text" $(($2 - 1)) && vow_may_follow "$3" "$vow_entry" ;;
    esac
}

vow_enter() { # PATH LINKS: name by name, since a folder may be replaced by a link at any time
    case "$1" in /*) cd / || return ;; esac
    set -- "$1" "$2" ""
    while [ -n "$1" ]; do
        vow_entry=${1%%/*}
        set -- "${1#*/}" "$2" ""
        case "$vow_entry" in '' | .) continue ;; esac
        set -- "$1" "$2" "$(vow_status_of "$vow_entry")"
        case "$3" in
            a*) vow_text=$(vow_link_text "$vow_entry" "$2" "$3") && vow_enter "$vow_text/" $(($2 - 1)) && vow_may_follow "$3" . ;;
            4*) cd -P "./$vow_entry" && [ "$(vow_status_of .)" = "$3" ] ;;
            '') false ;;
            *) vow_refuse "'$vow_entry' is not a folder" ;;
        esac || return
    done
}

vow_link_text() { # NAME LINKS STATUS: the text of the link that the status describes
    [ "$2" -gt 0 ] || vow_refuse "too many links"
    readlink "./$1" && [ "$(vow_status_of "$1")" = "$3" ] || vow_refuse "the link '$1' changed"
}

vow_may_follow() { # STATUS NAME: whether the link of that status may lead to the name
    vow_owners=${1#* * }
    vow_owners=${vow_owners%% *}
    case "${vow_owners%:*}" in 0 | "$(id -u)") return ;; esac
    [ "$(stat -c %u:%g "./$2" 2>/dev/null)" = "$vow_owners" ] ||
        vow_refuse "a link of user ${vow_owners%:*} leads to a file of another owner or group"
}

vow_refuse() {
    echo "$1" >&2
    exit 1
}

vow_stop() {
    echo "${module_name:-$0}: $1" >&2
    exit 1
}
