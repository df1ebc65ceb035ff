#!/bin/sh
# The promise type `@NAME@`: the promiser is a file that holds the text of the attribute `content`.

. "$(dirname "$0")/vow_module.sh"

summary="keeps the text of a file"
promiser pattern='/.+' summary="the file, an absolute path"
attribute content required summary="the text of the file"

do_evaluate() {
    file=$request_promiser wanted=$request_attribute_content
    # A dot keeps the line ends that $(...) would take away.
    if [ -f "$file" ] && [ "$(cat "$file"; echo .)" = "$wanted." ]; then
        kept "'$file' is as promised"
        return
    fi
    would "write '$file'" path="$file" && return
    if ! problem=$(printf '%s' "$wanted" | write_file "$file" 644 2>&1); then
        not_kept "$problem"
        return
    fi
    repaired "Wrote '$file'"
}

module_main @NAME@ 0.1
