#!/usr/bin/env python3
"""A module of the simplest kind: it knows no dry run and reports no changes. Makes the promiser a file with the text of
attribute `content`, or without one a folder."""
import json
import os
import sys

DESCRIPTION = {
    "summary": "makes files and folders",
    "promise_types": {"quiet": {"summary": "makes a file or a folder", "attributes": {"content": {"type": "string"}}}},
}


def request():
    line = sys.stdin.readline()
    if not line:
        sys.exit(0)
    sys.stdin.readline()
    return json.loads(line)


def answer(request, result, **more):
    print(json.dumps(dict(operation=request["operation"], result=result, **more)) + "\n", flush=True)


def evaluate(path, content):
    if content is None:
        if os.path.isdir(path):
            return "kept"
        os.mkdir(path)
        return "repaired"
    if os.path.exists(path) and open(path).read() == content:
        return "kept"
    with open(path, "w") as file:
        file.write(content)
    return "repaired"


sys.stdin.readline()
sys.stdin.readline()
print("quiet 1.0 v1 json_based describe\n", flush=True)
while True:
    read = request()
    if read["operation"] == "validate_promise":
        answer(read, "valid")
    elif read["operation"] == "describe":
        answer(read, "success", description=DESCRIPTION)
    elif read["operation"] == "evaluate_promise":
        try:
            result = evaluate(read["promiser"], read.get("attributes", {}).get("content"))
            if result == "repaired":
                print("log_info=Made '%s'" % read["promiser"], flush=True)
            answer(read, result)
        except OSError as error:
            print("log_error=%s" % error, flush=True)
            answer(read, "not_kept")
    else:
        answer(read, "success")
        sys.exit(0)
