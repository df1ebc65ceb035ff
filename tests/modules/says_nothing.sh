#!/bin/sh
# Never sends a header.
exec sleep 1000
