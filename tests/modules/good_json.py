#!/usr/bin/env python3
"""A module as it should be, on the JSON variant: keeps a file's text, and echoes what it was sent."""
import json
import sys


def request():
    line = sys.stdin.readline()
    if not line:
        sys.exit(0)
    sys.stdin.readline()
    return json.loads(line)


def log(level, text):
    print("log_%s=%s" % (level, text), flush=True)


def answer(request, result, **more):
    print(json.dumps(dict(request, result=result, **more)) + "\n", flush=True)


def evaluate(request):
    path, text = request["promiser"], request["attributes"].get("content", "")
    try:
        with open(path) as file:
            if file.read() == text:
                return answer(request, "kept")
    except FileNotFoundError:
        pass
    if request["attributes"].get("action_policy") == "warn":
        log("warning", "Should write '%s', but only warning promised" % path)
        return answer(request, "not_kept")
    with open(path, "w") as file:
        file.write(text)
    log("info", "Wrote '%s'" % path)
    answer(request, "repaired", result_classes=["wrote_" + path, "wrote"])


sys.stdin.readline()
sys.stdin.readline()
print("good_json 1.0 v1 json_based action_policy\n", flush=True)
while True:
    request_read = request()
    operation = request_read["operation"]
    if operation == "validate_promise":
        if "content" in request_read.get("attributes", {}):
            answer(request_read, "valid")
        else:
            log("error", "Attribute 'content' is missing")
            answer(request_read, "invalid")
    elif operation == "evaluate_promise":
        evaluate(request_read)
    else:
        answer(request_read, "success")
        sys.exit(0)
