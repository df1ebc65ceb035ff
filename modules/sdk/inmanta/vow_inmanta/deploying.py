"""Serves handlers as a promise module: the type is the entity, the promiser the id, the attribute `fields` the resource."""

import base64
import json
import logging

from inmanta.agent import handler
from inmanta.const import ResourceState
from inmanta.resources import Id, fields_of, registry
from vow_inmanta import modules
from vow_inmanta.streams import private_streams

LEVELS = ((logging.ERROR, "error"), (logging.WARNING, "warning"), (logging.INFO, "info"), (logging.DEBUG, "verbose"))
RESULTS = {ResourceState.deployed: "kept", ResourceState.dry: "kept"}


def serve(arguments):
    folders = dict(each.split("=", 1) for each in arguments)
    requests, answers = private_streams()
    while requests.readline().strip():
        pass
    _write(answers, "vow_inmanta 1.0 v1 json_based action_policy variables changes")
    modules.prepare(folders)
    broken = _load_all(folders)
    for line in iter(requests.readline, ""):
        if line.strip() and not _served(json.loads(line), answers, broken):
            break


def _load_all(folders):
    try:
        for name, folder in folders.items():
            modules.load(name, folder)
    except Exception as failure:
        return f"the Python of a module cannot be imported: {type(failure).__name__}: {failure}"
    return None


def _write(answers, text):
    answers.write(text + "\n\n")
    answers.flush()


def _served(request, answers, broken):
    """Answers one request; False after the last."""
    operation = request["operation"]
    answer = {"operation": operation}
    if operation == "evaluate_promise":
        answer.update(_evaluated(request, answers, broken))
    else:
        answer["result"] = "valid" if operation == "validate_promise" else "success"
    _write(answers, json.dumps(answer))
    return operation != "terminate"


def _log(answers, level, text):
    name = next((name for least, name in LEVELS if level >= least), "debug")
    for line in text.splitlines():
        answers.write(f"log_{name}={line}\n")
    answers.flush()


def _evaluated(request, answers, broken):
    def log(level, text):
        _log(answers, level, text)

    attributes = request["attributes"]
    if broken:
        log(logging.ERROR, broken)
        return {"result": "error"}
    resource = _resource(request)
    dry_run = attributes.get("action_policy") == "warn"
    try:
        kept = handler.available_handler(resource, request["promise_type"], handler.Agent(resource.id.agent_name))
    except Exception as failure:
        log(logging.ERROR, str(failure))
        return {"result": "not_kept", "result_classes": [ResourceState.unavailable.value]}
    handler.files.update({digest: base64.b64decode(content) for digest, content in attributes.get("files", {}).items()})
    context = handler.HandlerContext(resource, log, dry_run)
    kept.execute(context, resource, dry_run)
    expected = logging.WARNING if dry_run else logging.ERROR
    if context.status not in RESULTS and context.worst_level < expected:
        context.log_msg(expected, "the handler leaves it %(state)s", state=context.status.value)
    reloaded = context.status is ResourceState.deployed and attributes.get("reload") == "true" and kept.can_reload()
    if reloaded and not _reloaded(kept, context, resource):
        context.set_status(ResourceState.failed)
    context.facts.update(_facts(kept, context, resource))
    _log_changes(context, resource)
    return _outcome(context, resource, reloaded)


def _resource(request):
    made = registry[request["promise_type"]]
    resource = made(Id.parse_id(request["promiser"]))
    fields = request["attributes"].get("fields", {})
    return resource.populate({name: fields.get(name) for name in fields_of(made)})


def _reloaded(kept, context, resource):
    try:
        kept.do_reload(context, resource)
    except Exception as failure:
        context.error("The reload of %(id)s failed: %(what)r", id=resource.id, what=failure)
        return False
    return True


def _facts(kept, context, resource):
    if context.status is not ResourceState.deployed:
        return {}
    try:
        return {name: str(value) for name, value in kept.check_facts(context, resource).items()}
    except Exception as failure:
        context.warning("The facts of %(id)s cannot be read: %(what)r", id=resource.id, what=failure)
        return {}


def _outcome(context, resource, reloaded):
    """The state is a result class, and so is the change: a promise's result alone has fewer."""
    changes = [_change_of(name, str(resource.id), **each) for name, each in context.changes.items()]
    classes = [context.status.value]
    if context.status in (ResourceState.deployed, ResourceState.dry):
        classes.append(_change(context))
    if reloaded:
        classes.append("reloaded")
    result = RESULTS.get(context.status, "not_kept")
    if result == "kept" and classes[1] != "nochange":
        result = "not_kept" if context.status is ResourceState.dry else "repaired"
    return {"result": result, "result_classes": classes, "changes": changes, "variables": context.facts}


def _change_of(name, resource, current, desired):
    """As the protocol has it; "purged" is the field for whether a resource is to be absent."""
    if name == "purged":
        return {"what": name, "object": resource, "action": "remove" if desired else "create"}
    change = {"what": name, "object": resource, "action": "update", "field": name, "after": _shown(desired)}
    return change if current is None else {**change, "before": _shown(current)}


def _log_changes(context, resource):
    """A promise that was repaired logs at info, one that would be logs at warning."""
    change = _change(context)
    if context.status is ResourceState.dry and change != "nochange":
        context.warning(f"Should make a change ({change}) of {_fields_of(context)}{resource.id.resource_str()}")
    elif context.status is ResourceState.deployed and change != "nochange":
        context.info(f"Made a change ({change}) of {_fields_of(context)}{resource.id.resource_str()}")


def _fields_of(context):
    names = [name for name in context.changes if name != "purged"]
    return f"{', '.join(names)} of " if names else ""


def _change(context):
    """The change that a dry run would make follows from the differences."""
    if context.status is not ResourceState.dry:
        return context.change.value
    purged = context.changes.get("purged")
    if purged:
        return "purged" if purged["desired"] else "created"
    return "updated" if context.changes else "nochange"


def _shown(value):
    return value if isinstance(value, str) else json.dumps(value)
