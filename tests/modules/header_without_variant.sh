#!/bin/sh
# Does not name a variant; uses the line based one.
. "${0%/*}/base.sh"
header action_policy
while request; do answer_line; done
