#!/bin/sh
# Says nothing about the variant; speaks the line based one.
. "${0%/*}/base.sh"
header action_policy
while request; do answer_line; done
