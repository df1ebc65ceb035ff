"""Values that are looked up when a resource is deployed. The model holds the reference itself; an exported resource has null
in its place, the serialized `references`, and the `mutators` that put their values where they belong."""

import builtins
import dataclasses
import hashlib
import json
import re
import typing
import uuid

T = typing.TypeVar("T")

#: Values that a reference is made of.
ArgumentTypes = typing.Any

#: Classes of references by name, and those of mutators.
registry = {}
mutators = {}

#: Functions that get each value that must not be shown, once it is known.
secret_listeners = []


class ReferenceMissingError(TypeError):
    """No class of references has the name that a resource was exported with."""


class Serialized(dict):
    """A reference or mutator as JSON. Modules read its parts as attributes."""

    id = property(lambda self: uuid.UUID(self["id"]))
    type = property(lambda self: self["type"])
    args = property(lambda self: self["args"])


class ReferenceLike:
    """Its arguments are the attributes whose names begin with no underscore."""

    type = None

    def __init__(self):
        self._model, self._model_type = None, None

    @property
    def arguments(self):
        return {name: value for name, value in self.__dict__.items() if not name.startswith("_")}

    def resolve_other(self, value, logger):
        """Of another reference its value, of anything else itself."""
        return value.get(logger) if isinstance(value, Reference) else value

    def serialize_arguments(self):
        """The id of the class with these arguments, and these as JSON."""
        given = [_argument_of(name, value) for name, value in self.arguments.items()]
        text = json.dumps({"type": self.type, "args": given}, sort_keys=True)
        return uuid.uuid3(uuid.NAMESPACE_OID, hashlib.sha256(text.encode()).hexdigest()), given

    def serialize(self):
        if self._model is None:
            identity, given = self.serialize_arguments()
            self._model = Serialized(id=str(identity), type=self.type, args=given)
        return self._model

    @classmethod
    def deserialize(cls, ref, resource, logger):
        """The one that was exported with a resource."""
        return cls(**{each["name"]: _ARGUMENTS[each["type"]](each, resource, logger) for each in ref["args"]})

    def __eq__(self, other):
        return type(self) is type(other) and self.arguments == other.arguments

    def __hash__(self):
        return hash(self.serialize_arguments()[0])

    def __repr__(self):
        return f"{self.type or type(self).__name__}"


class Reference(ReferenceLike, typing.Generic[T]):
    """Resolved by resolve(), which a class derived from this one has."""

    #: Whether the value may be shown.
    is_public = False

    def resolve(self, logger):
        raise NotImplementedError(f"{type(self).__name__} has no resolve()")

    def get(self, logger):
        if not hasattr(self, "_resolved"):
            self._resolved = self.resolve(logger)
            if not self.is_public and not dataclasses.is_dataclass(self._resolved):
                for listen in secret_listeners:
                    listen(self._resolved)
        return self._resolved

    @classmethod
    def get_reference_type(cls):
        """The type of the value, as the class declares it: Reference[str]. Returns None if it declares none."""
        for base in (base for each in cls.__mro__ for base in each.__dict__.get("__orig_bases__", ())):
            origin = typing.get_origin(base)
            if isinstance(origin, type) and issubclass(origin, Reference):
                return typing.get_args(base)[0]
        return None

    @classmethod
    def is_dataclass_reference(cls):
        return dataclasses.is_dataclass(cls.get_reference_type())

    def __bool__(self):
        raise NotImplementedError(f"{self!r} is an inmanta reference, not a boolean.")


def reference(name):
    def register(made):
        made.type = name
        registry[name] = made
        return made

    return register


class Mutator(ReferenceLike):
    """Changes a resource before it is deployed: run(), which a class derived from this one has."""

    def run(self, logger):
        raise NotImplementedError(f"{type(self).__name__} has no run()")


def mutator(name):
    def register(made):
        made.type = name
        mutators[name] = made
        return made

    return register


@reference("core::AttributeReference")
class AttributeReference(Reference):
    """An attribute of a dataclass that is a reference itself."""

    def __init__(self, reference, attribute_name):
        super().__init__()
        self.reference, self.attribute_name = reference, attribute_name

    @property
    def is_public(self):
        return getattr(self.reference, "is_public", False)

    def resolve(self, logger):
        return getattr(self.resolve_other(self.reference, logger), self.attribute_name)


@mutator("core::Replace")
class ReplaceValue(Mutator):
    """Puts the value of a reference into a field of the resource: at "$.'options'.'key'[0]"."""

    def __init__(self, resource, value, destination):
        super().__init__()
        self.resource, self.value, self.destination = resource, value, destination

    def run(self, logger):
        replace_at(self.resource, self.destination, self.resolve_other(self.value, logger))


class Collector:
    """Replaces the references in a value by null, and notes their places."""

    def __init__(self):
        self.references, self.places = {}, {}

    def without_references(self, value, path):
        if isinstance(value, Reference):
            self._add(value)
            self.places[path] = value
            return None
        if isinstance(value, dict):
            return {name: self.without_references(each, path + _step_to(name)) for name, each in value.items()}
        if isinstance(value, (list, tuple)):
            return [self.without_references(each, f"{path}[{i}]") for i, each in enumerate(value)]
        return value

    def _add(self, value):
        """A reference, and all that its arguments hold."""
        if isinstance(value, Reference):
            made = value.serialize()
            self.references[made["id"]] = made
            self._add(list(value.arguments.values()))
        elif isinstance(value, (list, dict)):
            for each in value.values() if isinstance(value, dict) else value:
                self._add(each)


def exported(resource, fields):
    """Fields as a resource is exported with them: without references, but with `references` and `mutators`."""
    collector = Collector()
    plain = collector.without_references(fields, "$")
    places = sorted(collector.places.items())
    made = [ReplaceValue(resource, value, path).serialize() for path, value in places]
    return {**plain, "references": [collector.references[each] for each in sorted(collector.references)], "mutators": made}


class Resolution:
    """The references that a resource was exported with, each of which is resolved once."""

    def __init__(self, resource, serialized):
        self._resource = resource
        self._serialized = {each["id"]: each for each in serialized}
        self._made = {}

    def value(self, identity, logger):
        if identity not in self._made:
            found = self._serialized[identity]
            if found["type"] not in registry:
                raise ReferenceMissingError(f"There is no reference class registered with name {found['type']}")
            self._made[identity] = registry[found["type"]].deserialize(found, self._resource, logger)
        return self._made[identity].get(logger)


_STEP = re.compile(r"\.'((?:[^'\\]|\\.)*)'|\[(\d+)\]|\.([^.\[\]']+)")


def _step_to(name):
    return f""".'{name.replace("'", chr(92) + "'")}'"""


def replace_at(root, destination, value):
    """Sets an item below an object: its attribute, then members and items of dicts and lists."""
    steps = [(quoted.replace("\\'", "'") or plain) if not position else int(position) for quoted, position, plain in _STEP.findall(destination)]
    if len(steps) == 1:
        setattr(root, steps[0], value)
        return
    at = getattr(root, steps[0])
    for step in steps[1:-1]:
        at = at[step]
    at[steps[-1]] = value


def _argument_of(name, value):
    """A value as an argument in JSON."""
    from inmanta.resources import Resource

    if value is None or isinstance(value, (str, int, float, bool)):
        return {"type": "literal", "name": name, "value": value}
    if isinstance(value, Reference):
        return {"type": "reference", "name": name, "id": value.serialize()["id"]}
    if isinstance(value, (dict, list, tuple)):
        collector = Collector()
        plain = collector.without_references(value, "$")
        if not collector.places:
            return {"type": "json", "name": name, "value": plain}
        places = {path: _argument_of(path, each) for path, each in collector.places.items()}
        return {"type": "mjson", "name": name, "value": plain, "references": places}
    if isinstance(value, Resource):
        return {"type": "resource", "name": name, "id": str(value.id)}
    if value in (str, int, float, bool):
        return {"type": "python_type", "name": name, "value": value.__name__}
    raise TypeError(f"Unable to serialize argument `{name}` with value {value}")


class _Holder:
    """An object whose attribute `value` has places for references."""

    def __init__(self, value):
        self.value = value


def _mixed_value(argument, resource, logger):
    holder = _Holder(json.loads(json.dumps(argument["value"])))
    for path, each in argument["references"].items():
        replace_at(holder, "$.value" + path[1:], resource.get_reference_value(each["id"], logger))
    return holder.value


#: The value of an argument in JSON, by its type.
_ARGUMENTS = {
    "literal": lambda argument, resource, logger: argument["value"],
    "json": lambda argument, resource, logger: argument["value"],
    "reference": lambda argument, resource, logger: resource.get_reference_value(argument["id"], logger),
    "mjson": _mixed_value,
    "resource": lambda argument, resource, logger: resource,
    "python_type": lambda argument, resource, logger: getattr(builtins, argument["value"]),
}


def unwrap_reference(value):
    return value if isinstance(value, Reference) else None


def is_reference_of(instance, type_class):
    return isinstance(instance, Reference) and instance.get_reference_type() == type_class
