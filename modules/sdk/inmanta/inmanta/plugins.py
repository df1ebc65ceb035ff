"""@plugin makes a function callable from models."""

import dataclasses
import inspect
import os
import typing

from inmanta.ast import NotFoundException, PluginException
from inmanta.execute.proxy import DynamicProxy
from inmanta.module import Project
from inmanta.protocol import Client
from inmanta.references import AttributeReference, Reference

#: Plugins by full name, in the order of their definition.
registry = {}


class PluginMeta(type):
    """There for modules that import it."""


class ModelType:
    """ModelType["std::Host"] in typing.Annotated[...]: the type of the model that a parameter has."""

    def __init__(self, model_type):
        self.model_type = model_type

    def __class_getitem__(cls, name):
        return cls(name)


def allow_reference_values(instance):
    """An instance whose attributes may be references; any other value itself."""
    return instance._allow_references() if isinstance(instance, DynamicProxy) else instance


@dataclasses.dataclass
class CheckedArgs:
    """The arguments of a call, and whether one of them is unknown."""

    args: list
    kwargs: dict
    unknowns: bool


class Context:
    """The caller of a plugin: an argument annotated with it does not come from the model."""

    def __init__(self, conversation, name):
        self._conversation, self.plugin = conversation, name

    def get_environment_id(self):
        return self._conversation.environment

    def get_data_dir(self):
        """A folder of the project for this namespace, made at its first use."""
        folder = os.path.join(Project.get().path, "data", self.plugin.rpartition("::")[0])
        os.makedirs(folder, exist_ok=True)
        return folder

    def get_client(self):
        return Client("compiler")

    def run_sync(self, function, timeout=5):
        """The result of a coroutine."""
        import asyncio

        return asyncio.run(asyncio.wait_for(function(), timeout))

    def get_resolver(self):
        return Resolver(self._conversation)

    resolver = property(get_resolver)
    queue = None

    def get_compiler(self):
        return Compiler(self._conversation)

    def __getattr__(self, name):
        raise AttributeError(f"vow gives plugins no access to the compiler: Context has no '{name}'")


class Compiler:
    """Knows the plugins of the modules; all else of the compiler is vow's own."""

    def __init__(self, conversation):
        self._conversation = conversation

    def get_plugins(self):
        """Functions by the full names of plugins."""
        own = {name: Caller(self._native(name)) for name in self._conversation.native_plugins()}
        return {**own, **{name: Caller(self._of_module(made)) for name, made in registry.items()}}

    def _native(self, name):
        return lambda *positional: self._conversation.call(name, positional)

    def _of_module(self, made):
        return lambda *positional, **named: made.call(self._conversation, positional, named)


class Caller:
    """A plugin as plugins call it. It gets its Context itself."""

    _context = -1

    def __init__(self, call):
        self._call = call

    def __call__(self, *positional, **named):
        return self._call(*positional, **named)

    def call_in_context(self, processed_args, resolver=None, queue=None, location=None):
        return self(*processed_args.args, **processed_args.kwargs)


class Resolver:
    """Looks names up in the scope of a call."""

    def __init__(self, conversation):
        self._conversation = conversation

    def lookup(self, name, root=None):
        try:
            return Found(self._conversation.name(name))
        except LookupError:
            raise NotFoundException(None, name) from None


class Found:
    def __init__(self, value):
        self._value = value

    def get_value(self):
        return self._value


NAMES = {str: "string", int: "int", float: "float", bool: "bool", list: "list", dict: "dict", None: "null", type(None): "null"}
LISTS = ("list", "Sequence", "Collection", "Iterable", "set", "frozenset", "tuple", "List", "Set")
DICTIONARIES = ("dict", "Mapping", "MutableMapping", "Dict")


def is_reference(annotation):
    """Whether it is Reference, one of its values as in Reference[str], or a class derived from it."""
    made = typing.get_origin(annotation) or annotation
    return isinstance(made, type) and issubclass(made, Reference)


def referred_type(annotation):
    """The type of the values of a reference."""
    arguments = typing.get_args(annotation)
    found = arguments[0] if arguments else (typing.get_origin(annotation) or annotation).get_reference_type()
    return typing.Any if found is None else found


def is_union(annotation):
    return getattr(typing.get_origin(annotation), "__name__", str(typing.get_origin(annotation))) in ("Union", "UnionType", "typing.Union")


def entity_of(annotation):
    """The entity that a dataclass of a module is in the model; None for any other type."""
    module = getattr(annotation, "__module__", "")
    if not isinstance(annotation, type) or not dataclasses.is_dataclass(annotation) or not module.startswith("inmanta_plugins."):
        return None
    return f"{module.partition('.')[2]}.{annotation.__name__}".replace(".", "::")


def union_type_name(arguments):
    """The one type of a union with null, or with references to values of the same type."""
    given = [each for each in arguments if each is not type(None)]
    plain = [each for each in given if not is_reference(each)] or [referred_type(each) for each in given]
    if len(plain) != 1:
        return "any"
    name = type_name(plain[0])
    return name if name.endswith("?") or name == "any" or len(given) == len(arguments) else name + "?"


def type_name(annotation):
    """The name in the language of a type that an annotation gives: as text, or as a type of Python."""
    if annotation is inspect.Parameter.empty:
        return "any"
    if isinstance(annotation, str):
        return annotation.strip() or "any"
    if annotation in NAMES:
        return NAMES[annotation]
    if hasattr(annotation, "__value__"):  # of `type NAME = ...`
        return type_name(annotation.__value__)
    origin, arguments = typing.get_origin(annotation), typing.get_args(annotation)
    name = getattr(origin, "__name__", "")
    if name == "Annotated":
        declared = [each for each in arguments[1:] if isinstance(each, (str, ModelType))]
        return type_name(getattr(declared[0], "model_type", declared[0]) if declared else arguments[0])
    if name in LISTS:
        return type_name(arguments[0]) + "[]" if arguments else "list"
    if name in DICTIONARIES:
        return "dict"
    if is_union(annotation):
        return union_type_name(arguments)
    if is_reference(annotation):
        return type_name(referred_type(annotation))
    return entity_of(annotation) or "any"


def takes_references(annotation):
    """Whether values of a type may be references, as those of `str | Reference[str]` may."""
    if hasattr(annotation, "__value__"):
        return takes_references(annotation.__value__)
    return is_reference(annotation) or any(takes_references(each) for each in typing.get_args(annotation))


def referred_name(reference):
    """The type in the language of the value that a reference has."""
    if not isinstance(reference, AttributeReference):
        return type_name(reference.get_reference_type() or inspect.Parameter.empty)
    owner = reference.reference
    made = owner.get_reference_type() if isinstance(owner, Reference) else type(owner)
    return type_name(typing.get_type_hints(made).get(reference.attribute_name, typing.Any))


class Taken:
    """The value that a parameter takes for an instance: a dataclass, or the reference that the instance stands for."""

    def __init__(self, annotation):
        candidates = typing.get_args(annotation) if is_union(annotation) else (annotation,)
        self._made = next((each for each in candidates if entity_of(each)), None)
        self._takes_references = any(is_reference(each) for each in candidates)

    def value_of(self, value):
        if not isinstance(value, DynamicProxy):
            return value
        reference = value._reference() if self._takes_references else None
        return self._as_dataclass(value) if reference is None else reference

    def _as_dataclass(self, value):
        if self._made is None:
            return value
        kind = value._type()
        if entity_of(self._made) not in (str(kind), *kind.get_all_parent_names()):
            return value
        hints = typing.get_type_hints(self._made)
        fields = [each.name for each in dataclasses.fields(self._made) if each.init]
        return self._made(**{each: getattr(allow_reference_values(value) if takes_references(hints[each]) else value, each) for each in fields})


def spread_type_name(parameter):
    """The type of a parameter: *values are a list, **values a dict."""
    if parameter.kind is inspect.Parameter.VAR_KEYWORD:
        return "dict"
    name = type_name(parameter.annotation)
    return f"{name}[]" if parameter.kind is inspect.Parameter.VAR_POSITIONAL else name


def encoded_default(value):
    """A default value as JSON; null for one that the language does not have."""
    return value if value is None or isinstance(value, (str, int, float, bool, list, dict)) else None


class Plugin:
    """A function that models call, with the types of its arguments."""

    def __init__(self, function, name, allow_unknown):
        self.function, self.allow_unknown = function, allow_unknown
        self.namespace = function.__module__.split("inmanta_plugins.", 1)[-1].replace(".", "::")
        self.name = name or function.__name__
        self.full_name = f"{self.namespace}::{self.name}"
        signature = inspect.signature(function)
        self.context_name = None
        self.arguments = []
        for parameter in signature.parameters.values():
            if parameter.annotation in (Context, "Context"):
                self.context_name = parameter.name
                continue
            self.arguments.append(parameter)
        self.returns = type_name(signature.return_annotation)
        self._returns_references = takes_references(signature.return_annotation)
        self._taken = {each.name: Taken(each.annotation) for each in self.arguments}

    def description(self):
        """The signature, by which the compiler checks calls."""
        return {
            "name": self.full_name,
            "returns": self.returns,
            "returns_references": self._returns_references,
            "allow_unknown": self.allow_unknown,
            "arguments": [self._argument(each) for each in self.arguments],
        }

    def _argument(self, parameter):
        kinds = {inspect.Parameter.VAR_POSITIONAL: "rest", inspect.Parameter.VAR_KEYWORD: "named_rest", inspect.Parameter.KEYWORD_ONLY: "named"}
        return {
            "name": parameter.name,
            "type": spread_type_name(parameter),
            "takes_references": takes_references(parameter.annotation),
            "kind": kinds.get(parameter.kind, "plain"),
            **({} if parameter.default is inspect.Parameter.empty else {"default": encoded_default(parameter.default)}),
        }

    def call(self, conversation, positional, named):
        names = [each.name for each in self.arguments]
        positional = [self._taken[names[i]].value_of(each) if i < len(names) else each for i, each in enumerate(positional)]
        named = {name: self._taken[name].value_of(each) if name in self._taken else each for name, each in named.items()}
        if self.context_name:
            named = {**named, self.context_name: Context(conversation, self.full_name)}
            signature = inspect.signature(self.function)
            names = [each for each in signature.parameters if each != self.context_name]
            if list(signature.parameters)[0] == self.context_name or len(positional) < len(names):
                named.update(zip(names, positional))
                positional = positional[len(names) :]
        return self.function(*positional, **named)


def plugin(function=None, commands=None, emits_statements=False, allow_unknown=False):
    """@plugin, @plugin("other_name") or @plugin(allow_unknown=True)."""

    def register(wrapped, name=None):
        made = Plugin(wrapped, name, allow_unknown)
        registry[made.full_name] = made
        wrapped.__plugin__ = made
        return wrapped

    if callable(function):
        return register(function)
    return lambda wrapped: register(wrapped, function)


def deprecated(function=None, *, replaced_by=None):
    """Marks a plugin that has a better one."""
    return function if callable(function) else lambda wrapped: wrapped
