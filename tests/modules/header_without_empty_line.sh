#!/bin/sh
# Does not end its header with an empty line.
echo 'header_without_empty_line 1.0 v1 line_based'
exec sleep 1000
