#!/bin/sh
# Names both variants; speaks the one that it names last.
. "${0%/*}/base.sh"
header line_based json_based
while request; do answer_json; done
