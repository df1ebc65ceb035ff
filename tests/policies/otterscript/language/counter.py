#!/usr/bin/env python3
"""A module that logs how many promises its process has kept."""
import json
import sys

sys.stdin.readline()
sys.stdin.readline()
print("counter 1.0 v1 json_based\n", flush=True)
kept = 0
while line := sys.stdin.readline():
    sys.stdin.readline()
    request = json.loads(line)
    result = {"validate_promise": "valid", "terminate": "success"}.get(request["operation"], "kept")
    if result == "kept":
        kept += 1
        print(f"log_info={request['promiser']} is promise {kept}")
    print(json.dumps(dict(request, result=result)) + "\n", flush=True)
    if request["operation"] == "terminate":
        break
