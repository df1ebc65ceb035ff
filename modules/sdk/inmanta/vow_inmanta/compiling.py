"""Serves the compiler: imports modules, calls plugins, exports resources, renders templates."""

import importlib
import logging
import os
import traceback

from inmanta import compiler, export, plugins, references, resources
from inmanta.agent import handler
from inmanta.ast import RuntimeException
from inmanta.execute.proxy import UnknownException, UnsetException
from inmanta.execute.util import Unknown
from inmanta.module import Project
from vow_inmanta import modules, templates
from vow_inmanta.conversation import Conversation, Ended, encoded
from vow_inmanta.streams import private_streams

OUR_FOLDER = os.path.dirname(os.path.dirname(os.path.abspath(__file__))) + os.sep


def serve(_arguments):
    conversation = Conversation(*private_streams(), lambda request: _answer(steps[request["do"]], request))
    folders = {}
    modules.prepare(folders)
    steps = {"load": lambda request: _load(folders, request)}
    steps["finish"] = lambda request: _finish()
    steps["call"] = lambda request: _call(conversation, request)
    steps["export"] = lambda request: _export(conversation, request)
    steps["refer"] = lambda request: _refer(conversation, request)
    steps["serialize"] = lambda request: _serialize(conversation, request)
    steps["resolve"] = lambda request: _resolve(conversation, request)
    steps["identify"] = lambda request: _identify(conversation, request)
    steps["depend"] = lambda request: _depend(conversation, request)
    steps["render"] = lambda request: templates.rendered(conversation, request)
    try:
        while True:
            conversation.answer_next()
    except (Ended, BrokenPipeError):
        _finish()


def _answer(step, request):
    try:
        return step(request)
    except UnsetException as unset:
        return {"unset": encoded(unset.instance) if not isinstance(unset.instance, str) else None, "attribute": unset.attribute}
    except UnknownException:
        return {"value": encoded(Unknown())}
    except RuntimeException as failure:
        return {"failure": "wrapping-runtime", "message": failure.get_message(), "trace": _trace(failure)}
    except plugins.PluginException as failure:
        return {"failure": "explicit-plugin", "message": str(failure)}
    except BaseException as failure:
        return {"failure": "external", "message": _described(failure), "trace": _trace(failure)}


def _described(failure):
    """The text of an exception, with its type where the text alone would not explain it."""
    return f"{type(failure).__name__}: {failure}" if str(failure) else type(failure).__name__


def _trace(failure):
    """A line for each call of the modules' own code, the innermost last."""
    frames = traceback.extract_tb(failure.__traceback__)
    theirs = [each for each in frames if not each.filename.startswith((OUR_FOLDER, "<frozen ", importlib.__path__[0]))]
    return "\n".join(f"at {each.filename}:{each.lineno} in {each.name}: {each.line}" for each in theirs)


def _load(folders, request):
    """Imports the modules, then describes all that is defined."""
    folders.update(request["modules"])
    Project.set(Project(request["project"], request["paths"]))
    for name, folder in request["modules"].items():
        try:
            modules.load(name, folder)
        except ModuleNotFoundError as failure:
            return {"failure": "missing-python", "message": modules.missing_package(name, failure), "trace": _trace(failure)}
        except SyntaxError as failure:
            return {"failure": "missing-python", "message": modules.wrong_syntax(name, folder, failure)}
    return {
        "plugins": [each.description() for each in plugins.registry.values()],
        "resources": [
            {"entity": name, "agent": made.agent, "id_attribute": made.id_attribute, "has_handler": name in handler.registry}
            for name, made in resources.registry.items()
        ],
    }


def _finish():
    """Calls each function that modules left for the end of the compilation, whatever the others do. Raises the first failure."""
    failures = []
    while compiler.finalizers:
        finish = compiler.finalizers.pop(0)
        try:
            finish()
        except Exception as failure:
            failures.append(failure)
    if failures:
        raise failures[0]
    return {"value": None}


def _call(conversation, request):
    plugin = plugins.registry[request["plugin"]]
    positional = [conversation.decoded(each) for each in request["arguments"]]
    named = {name: conversation.decoded(each) for name, each in request["named"].items()}
    return {"value": encoded(plugin.call(conversation, positional, named))}


def _export(conversation, request):
    """The name and the fields of an instance, or that it is not a resource."""
    made = resources.registry[request["entity"]]
    try:
        name, fields, files = export.exported(made, conversation.decoded(request["instance"]))
    except resources.IgnoreResourceException:
        return {"ignored": True}
    return {"value": {"name": encoded(name), "fields": {field: encoded(value) for field, value in fields.items()}, "files": files}}


def _refer(conversation, request):
    """A reference of a class of std's."""
    importlib.import_module(f"{modules.PREFIX}.std")
    return {"value": encoded(references.registry[request["type"]](**conversation.decoded(request["arguments"])))}


def _resource(request, fields):
    return resources.Resource(resources.Id.parse_id(request["id"])).populate(fields)


def _serialize(conversation, request):
    """Fields as a resource is exported with them."""
    fields = conversation.decoded(request["fields"])
    return {"value": references.exported(_resource(request, {}), fields)}


def _resolve(conversation, request):
    """Exported fields with the values of references."""
    fields = conversation.decoded(request["fields"])
    resource = _resource(request, fields)
    try:
        resource.resolve_all_references(handler.PythonLogger(logging.getLogger("references")))
    except handler.SkipResource as reason:
        return {"failure": "skip-resource", "message": str(reason) or "a reference skipped it"}
    return {"value": {name: encoded(getattr(resource, name)) for name in fields if name not in ("references", "mutators")}}


def _identify(conversation, request):
    """The name of an instance as a resource."""
    made = resources.registry[request["entity"]]
    return {"value": encoded(resources.field_of(made, made.id_attribute, conversation.decoded(request["instance"])))}


def _depend(conversation, request):
    """The requirements that dependency managers add."""
    decoded = conversation.decoded
    instances = {entity: decoded(found) for entity, found in request["instances"].items()}
    exported = [(each["id"], each["entity"], decoded(each["instance"]), decoded(each["fields"]), each["requires"]) for each in request["resources"]]
    return {"value": [list(pair) for pair in export.managed(instances, exported)]}
