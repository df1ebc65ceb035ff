#!/usr/bin/env python3
"""A module that logs and returns the attribute 'password' wherever it can, though it describes it as secret."""
import json
import sys

sys.stdin.readline(), sys.stdin.readline()
print("tells_secrets 1.0 v1 json_based describe variables changes progress action_policy\n", flush=True)
for line in filter(str.strip, sys.stdin):
    request = json.loads(line)
    operation, attributes = request["operation"], request.get("attributes", {})
    reply = {"operation": operation, "result": "success"}
    word = attributes.get("password", "none")
    if operation == "describe":
        secret = {"password": {"secret": True}, "pin": {"secret": True}, "how": {}}
        reply["description"] = {"promise_types": {"account": {"attributes": secret}}}
    elif operation in ("validate_promise", "evaluate_promise"):
        reply["result"] = "valid" if operation == "validate_promise" else "repaired"
        print(f"stderr {word}", file=sys.stderr, flush=True)
        print(f"log_info=password is {word}, and how is {attributes.get('how')}")
        print(f"stray {word}")
        print(f"progress=50 setting {word}")
        reply.update(attributes=attributes, promiser=request["promiser"], log=[{"level": "info", "message": word}])
        if operation == "evaluate_promise":
            reply["result_classes"] = ["set_" + word]
            reply["variables"] = {"word": word}
            reply["changes"] = [{"what": f"set {word}", "after": word}]
            if attributes.get("how") == "badly":
                print(json.dumps([word]) + "{" + "x" * 190 + word + "\n\n", flush=True)
                sys.exit(1)
            if attributes.get("how") == "result":
                reply["result"] = word
    print(json.dumps(reply) + "\n", flush=True)
    if operation == "terminate":
        break
