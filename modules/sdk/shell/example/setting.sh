#!/bin/sh
# The promise type `setting`: the promiser is a file with the line KEY=VALUE, or without any for that key.

. "$(dirname "$0")/../vow_module.sh"

summary="keeps KEY=VALUE lines in files"
promiser pattern='/.+' summary="the file, an absolute path"
attribute key required pattern='[A-Za-z_][A-Za-z0-9_]*' summary="the name"
attribute value pattern='.*' secret summary="the value, which may be a password"
attribute state default=present choices="present absent" summary="whether it exists"
attribute create type=bool default=true summary="whether a missing file is created"
result_classes="setting_KEY_set setting_KEY_removed"

do_validate() {
    if [ "$request_attribute_state" = present ] && ! vow_given value; then
        invalid "Attribute 'value' is required unless 'state' is 'absent'"
    fi
}

do_evaluate() {
    file=$request_promiser key=$request_attribute_key
    if [ -d "$file" ]; then
        not_kept "'$file' is a directory"
        return
    fi
    case "$request_attribute_state" in
        present) line=$key=$request_attribute_value verb=set said=Set class=set ;;
        absent) line= verb=remove said=Removed class=removed ;;
    esac
    if [ -n "$line" ] && [ ! -e "$file" ] && [ "$request_attribute_create" = false ]; then
        not_kept "'$file' does not exist"
        return
    fi

    # A dot keeps the line ends that $(...) would take away.
    source=$file
    [ -e "$file" ] || source=/dev/null
    found=$(awk 1 "$source" 2>&1 && echo .) || { not_kept "$found"; return; }
    wanted=$(key=$key line=$line awk '
        BEGIN { key = ENVIRON["key"] "="; line = ENVIRON["line"] }
        index($0, key) != 1 { print; next }
        line != "" && !done { print line; done = 1 }
        END { if (line != "" && !done) print line }' "$source"; echo .)
    variable lines "$(printf '%s' "${wanted%.}" | wc -l | tr -d ' ')"
    if [ "$found" = "$wanted" ]; then
        kept "'$file' is as promised"
        return
    fi
    action=update
    [ -e "$file" ] || action=create
    would "$verb '$key' in '$file'" action="$action" path="$file" && return
    if ! problem=$(printf '%s' "${wanted%.}" | write_file "$file" 2>&1); then
        not_kept "$problem"
        return
    fi
    result_class "setting_${key}_$class"
    repaired "$said '$key' in '$file'"
}

module_main setting 1.0
