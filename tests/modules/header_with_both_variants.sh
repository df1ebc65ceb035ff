#!/bin/sh
# Names both variants; uses the last one.
. "${0%/*}/base.sh"
header line_based json_based
while request; do answer_json; done
