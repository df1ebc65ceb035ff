"""Checks values against the JSON Schemas in docs, with nothing but Python."""

import re

TYPES = {"object": dict, "array": list, "string": str, "boolean": bool, "null": type(None)}


def is_type(value, name):
    if name in ("number", "integer"):
        return isinstance(value, int if name == "integer" else (int, float)) and not isinstance(value, bool)
    return isinstance(value, TYPES[name])


def faults(value, schema, root, where="value"):
    """Lists the faults of a value, by the parts of JSON Schema that our schemas use."""
    if "$ref" in schema:
        return faults(value, root["$defs"][schema["$ref"].rsplit("/", 1)[1]], root, where)
    found = []
    if "type" in schema and not is_type(value, schema["type"]):
        return [f"{where} is not of type {schema['type']}: {value!r}"]
    if "const" in schema and value != schema["const"]:
        found.append(f"{where} is {value!r} and not {schema['const']!r}")
    if "enum" in schema and value not in schema["enum"]:
        found.append(f"{where} is {value!r} and not one of {schema['enum']}")
    if "pattern" in schema and not re.search(schema["pattern"], value):
        found.append(f"{where} does not match {schema['pattern']}: {value!r}")
    if "minimum" in schema and value < schema["minimum"]:
        found.append(f"{where} is less than {schema['minimum']}")
    found += [f"{where} has no {name!r}" for name in schema.get("required", []) if name not in value]
    for name, member in schema.get("properties", {}).items():
        if name in value:
            found += faults(value[name], member, root, f"{where}.{name}")
    for item in value if "items" in schema else []:
        found += faults(item, schema["items"], root, where + "[]")
    if "oneOf" in schema and sum(not faults(value, each, root, where) for each in schema["oneOf"]) != 1:
        found.append(f"{where} fits not one of its forms: {value!r}")
    for each in schema.get("allOf", []):
        if not faults(value, each["if"], root, where):
            found += faults(value, each["then"], root, where)
    return found
