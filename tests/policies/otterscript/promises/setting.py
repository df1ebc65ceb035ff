#!/usr/bin/env python3
"""Keeps KEY=VALUE in the file that the promiser names; each request leaves a line in FILE.log."""
import json
import sys


def main():
    while sys.stdin.readline().strip():
        pass
    print("setting 1.0 v1 json_based action_policy variables\n", flush=True)
    for line in filter(str.strip, sys.stdin):
        request = json.loads(line)
        answer = {"operation": request["operation"], "result": "success"}
        if request["operation"] == "validate_promise":
            answer["result"] = validate(request["attributes"])
        elif request["operation"] == "evaluate_promise":
            answer |= evaluate(request["promiser"], request["attributes"])
        print(json.dumps(answer) + "\n", flush=True)
        if request["operation"] == "terminate":
            return


def validate(attributes):
    if {"key", "value"} <= attributes.keys():
        return "valid"
    print("log_error=key and value are needed", flush=True)
    return "invalid"


def evaluate(path, attributes):
    warns = attributes.get("action_policy") == "warn"
    with open(path + ".log", "a") as log:
        log.write("look\n" if warns else "fix\n")
    lines = read(path)
    old = next((line[1] for line in lines if line[0] == attributes["key"]), "")
    reply = {"variables": {"old": old}}
    if old == attributes["value"]:
        return reply | {"result": "kept"}
    if warns:
        print("log_warning=Should set " + attributes["key"], flush=True)
        return reply | {"result": "not_kept"}
    lines = [line for line in lines if line[0] != attributes["key"]] + [(attributes["key"], attributes["value"])]
    with open(path, "w") as file:
        file.writelines(f"{key}={value}\n" for key, value in lines)
    print("log_info=Set " + attributes["key"], flush=True)
    return reply | {"result": "repaired", "result_classes": ["changed"]}


def read(path):
    try:
        with open(path) as file:
            return [tuple(line.rstrip("\n").split("=", 1)) for line in file]
    except FileNotFoundError:
        return []


main()
