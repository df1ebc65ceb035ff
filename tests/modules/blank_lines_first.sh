#!/bin/sh
# Prints empty lines before each reply.
. "${0%/*}/base.sh"
echo
header json_based
while request; do
    printf '\n\n\n'
    answer_json
done
