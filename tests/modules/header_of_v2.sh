#!/bin/sh
# Wants a protocol version that the agent does not offer.
printf 'header_of_v2 1.0 v2 json_based\n\n'
exec sleep 1000
