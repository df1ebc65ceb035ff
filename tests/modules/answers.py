#!/usr/bin/env python3
"""Keeps nothing: attribute `answer` selects how a promise is answered, by the rules of the protocol except for `silence`."""
import json
import sys

DESCRIPTION = {
    "summary": "answers as its attribute selects",
    "promise_types": {"answers": {"summary": "answers as its attribute selects", "attributes": {"answer": {"type": "string"}}}},
}
CHANGES = {
    "repair_with_changes": [{"what": "repair 'thing'"}],
    "create": [{"object": "thing", "action": "create", "before": None}],
    "create_in_words": [{"what": "create 'thing'"}],
}


def request():
    line = sys.stdin.readline()
    if not line:
        sys.exit(0)
    sys.stdin.readline()
    return json.loads(line)


def log(level, text):
    print("log_%s=%s" % (level, text), flush=True)


def answer(request, result, **more):
    print(json.dumps(dict(operation=request["operation"], result=result, **more)) + "\n", flush=True)


def evaluate(request):
    attributes = request["attributes"]
    kind, thing = attributes["answer"], request["promiser"]
    warns = attributes.get("action_policy") == "warn"
    if kind == "kept":
        return answer(request, "kept")
    if kind == "silence":
        return answer(request, "not_kept")
    if kind != "failure" and warns:
        log("warning", "Should repair '%s', but only warning promised" % thing)
    if kind in ("failure", "both"):
        log("error", "Cannot look at '%s'" % thing)
        return answer(request, "not_kept")
    changes = CHANGES.get(kind, [])
    if warns:
        return answer(request, "not_kept", changes=changes)
    log("info", "Repaired '%s'" % thing)
    answer(request, "repaired", changes=changes)


sys.stdin.readline()
sys.stdin.readline()
print("answers 1.0 v1 json_based action_policy describe changes\n", flush=True)
while True:
    read = request()
    operation = read["operation"]
    if operation == "validate_promise":
        answer(read, "valid")
    elif operation == "evaluate_promise":
        evaluate(read)
    elif operation == "describe":
        answer(read, "success", description=DESCRIPTION)
    else:
        answer(read, "success")
        sys.exit(0)
