"""Templates, rendered by Jinja2 in the scope of the call."""

import os

try:
    import jinja2
    from jinja2.runtime import Context
except ImportError:
    jinja2, Context = None, object

from inmanta import plugins
from inmanta.ast import OptionalValueException


class Scope(Context):
    """Looks names up in the scope of the call that renders the template."""

    def resolve_or_missing(self, key):
        if key in self.vars:
            return self.vars[key]
        if key in self.parent and key not in ("std",):
            return self.parent[key]
        if self.environment.is_closed:
            return jinja2.runtime.missing
        try:
            return self.environment.conversation.name(key)
        except LookupError:
            return jinja2.runtime.missing


class Environment(jinja2.Environment if jinja2 else object):
    """An optional relation without a value is undefined."""

    def getattr(self, obj, attribute):
        try:
            return super().getattr(obj, attribute)
        except OptionalValueException as reason:
            return self.undefined(reason.get_message(), obj=obj, name=attribute)


class Filters(dict):
    """Jinja2's own filters, and plugins by name: `x | std.upper`."""

    def __init__(self, own, conversation):
        super().__init__(own)
        self._conversation = conversation

    def __contains__(self, name):
        return super().__contains__(name) or "." in str(name)

    def get(self, name, default=None):
        return self[name] if name in self else default

    def __missing__(self, name):
        if "." not in name:
            raise KeyError(name)
        full = name.replace(".", "::")
        known = plugins.registry.get(full)

        def call(*arguments):
            if known:
                return known.call(self._conversation, list(arguments), {})
            return self._conversation.call(full, arguments)

        return call


class Loader(jinja2.BaseLoader if jinja2 else object):
    """Reads a template, and those that it includes or extends, through the compiler, which checks their files."""

    def __init__(self, folder, conversation):
        self._folder, self._conversation = folder, conversation

    def get_source(self, environment, template):
        path = os.path.join(self._folder, *jinja2.loaders.split_template_path(template))
        if not os.path.exists(path):
            raise jinja2.TemplateNotFound(template)
        try:
            return self._conversation.template(path), path, None
        except LookupError as failure:
            raise jinja2.TemplateRuntimeError(f"cannot read '{path}': {failure.args[0]}") from None


def rendered(conversation, request):
    if jinja2 is None:
        return {"failure": "missing-python", "message": "templates need Jinja2 for Python 3: install python3-jinja2"}
    environment = Environment(loader=Loader(request["folder"], conversation), undefined=jinja2.StrictUndefined)
    environment.context_class = Scope
    environment.conversation = conversation
    variables = conversation.decoded(request["variables"])
    environment.is_closed = bool(variables)
    environment.filters = Filters(environment.filters, conversation)
    try:
        return {"value": environment.get_template(request["name"]).render(variables)}
    except jinja2.TemplateSyntaxError as failure:
        return {"failure": "explicit-plugin", "message": f"{failure.message} ({failure.filename or request['name']}:{failure.lineno})"}
    except jinja2.UndefinedError as failure:
        return {"failure": "wrapping-runtime", "message": failure.message}
    except jinja2.TemplateRuntimeError as failure:
        return {"failure": "explicit-plugin", "message": failure.message}
