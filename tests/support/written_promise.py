"""One promise, written as a policy of each language."""

import json


def quoted(text):
    return '"' + str(text).replace("\\", "\\\\").replace('"', '\\"') + '"'


def text_of(value):
    """A value where all are texts."""
    return json.dumps(value) if isinstance(value, (bool, dict)) else str(value)


def policy(kind, promiser, attributes):
    words, bodies = [], []
    for name, value in attributes.items():
        if isinstance(value, dict) and value:
            items = "".join(f"{key} => " + ("{ %s }" % ", ".join(map(quoted, item)) if isinstance(item, list) else quoted(item)) + "; "
                            for key, item in value.items())
            bodies.append(f"body {name} own {{ {items} }}\n")
            words.append(f"{name} => own")
        else:
            words.append(f"{name} => {quoted(text_of(value))}")
    return f"bundle agent main {{ {kind}: {quoted(promiser)} {', '.join(words)}; }}\n" + "".join(bodies)


def plan(kind, promiser, attributes):
    arguments = json.dumps({"promiser": promiser, **attributes})
    return ("doctype: com.datagridsys.doctype/skopos/deploy-plan\nversion: alpha/1\nsteps:\n"
            "  - id: web\n    class: group\n    on_fail: fail\n    steps:\n"
            f"      - {{id: kept, class: action, plugin: {kind}, action: promise, arguments: {arguments}, on_fail: fail}}\n")


def script_value(value):
    if isinstance(value, dict) and value:
        return "%(" + ", ".join(f"{key}: {script_value(item)}" for key, item in value.items()) + ")"
    if isinstance(value, list):
        return "@(" + ", ".join(map(script_value, value)) + ")"
    return quoted(text_of(value))


def script(kind, promiser, attributes):
    words = ", ".join(f"{name}: {script_value(value)}" for name, value in attributes.items())
    return f"Ensure-{kind} {quoted(promiser)} ({words});\n"


def model(kind, promiser, attributes):
    words = "".join(f", {name}={json.dumps(value)}" for name, value in attributes.items())
    entity = "".join(part.capitalize() for part in kind.split("_"))
    return ("import vow\nimport std\n"
            'host = std::Host(name="internal", ip="127.0.0.1", os=std::linux)\n'
            f"vow::{entity}(host=host, promiser={quoted(promiser)}{words})\n")


LANGUAGES = {
    "main.cf": (policy, []),
    "plan.yaml": (plan, []),
    "plan.otter": (script, []),
    "model.cf": (model, ["--language", "inmanta"]),
}
