"""Values that are looked up when they are needed. An agent does so when it deploys; here, a model that runs is deployed
at once, so that a reference is resolved when a plugin returns it, and the model has its value."""

import dataclasses
import hashlib
import json
import typing
import uuid

T = typing.TypeVar("T")

#: Values that a reference is made of.
ArgumentTypes = typing.Any

#: Classes of references by name, and those of mutators.
registry = {}
mutators = {}


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
        """The id of the class with these arguments, and the arguments by name."""
        given = {name: str(value.serialize_arguments()[0]) if isinstance(value, Reference) else value for name, value in self.arguments.items()}
        text = json.dumps({"type": self.type, "args": given}, default=str, sort_keys=True)
        return uuid.uuid3(uuid.NAMESPACE_OID, hashlib.sha256(text.encode()).hexdigest()), given

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

    def resolve(self, logger):
        return getattr(self.resolve_other(self.reference, logger), self.attribute_name)


def unwrap_reference(value):
    return value if isinstance(value, Reference) else None


def is_reference_of(instance, type_class):
    return isinstance(instance, Reference) and instance.get_reference_type() == type_class
