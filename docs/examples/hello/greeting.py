#!/usr/bin/env python3
"""The promise type `greeting`: the promiser is a file that holds the attribute `text` as its only line.

It speaks the JSON based protocol: a message is one line of JSON, ended by an empty line.
"""

import json
import sys
from pathlib import Path


def validate(promiser, attributes):
    if not promiser.startswith("/"):
        log("error", f"'{promiser}' is not an absolute path")
        return "invalid"
    if not isinstance(attributes.get("text"), str):
        log("error", "the attribute 'text' must be a string")
        return "invalid"
    return "valid"


def evaluate(promiser, attributes):
    path, wanted = Path(promiser), attributes["text"] + "\n"
    try:
        if path.is_file() and path.read_text() == wanted:
            return "kept"
        if attributes.get("action_policy") == "warn":
            log("warning", f"Should write '{promiser}', but only warning promised")
            return "not_kept"
        path.write_text(wanted)
    except OSError as problem:
        log("error", str(problem))
        return "not_kept"
    log("info", f"Wrote '{promiser}'")
    return "repaired"


def log(level, text):
    print(f"log_{level}={text}", flush=True)


def main():
    while sys.stdin.readline().strip():  # the agent's header
        pass
    print("greeting 1.0 v1 json_based action_policy\n", flush=True)
    operations = {"validate_promise": validate, "evaluate_promise": evaluate}
    for line in filter(str.strip, sys.stdin):
        request = json.loads(line)
        operation = request["operation"]
        if operation == "terminate":
            result = "success"
        else:
            result = operations[operation](request["promiser"], request.get("attributes", {}))
        print(json.dumps({"operation": operation, "result": result}) + "\n", flush=True)
        if operation == "terminate":
            return


if __name__ == "__main__":
    main()
