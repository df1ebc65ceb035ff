#!/usr/bin/env python3
"""Plays the module's part of a transcript, and insists on the agent's.

usage: replay.py TRANSCRIPT. Ends with status 1, and the difference on standard error, when the
agent sends anything else than the lines marked "> ".
"""
import sys

with open(sys.argv[1], encoding="utf-8") as transcript:
    for line in transcript:
        who, text = line[:1], line[1:].strip("\n")[1:]
        if who == "<":
            print(text, flush=True)
        elif who == ">":
            heard = sys.stdin.readline().rstrip("\n")
            if heard != text:
                sys.exit("expected %r\nbut heard %r" % (text, heard))
