#!/bin/sh
# Ends in the middle of its header.
read -r agent_header
printf 'dies_in_header 1.0'
exit 4
