"""Values that a handler resolves when it deploys. Modules define them; models of vow cannot hold one."""

import typing

T = typing.TypeVar("T")

#: Values that a reference is made of.
ArgumentTypes = typing.Any

#: Classes of references by name, and those of mutators.
registry = {}
mutators = {}


class Reference(typing.Generic[T]):
    """Resolved by resolve(), which a class derived from this one has."""

    def __init__(self):
        self._model_type = None

    def resolve(self, logger):
        raise NotImplementedError(f"{type(self).__name__} has no resolve()")

    def resolve_other(self, value, logger):
        """Of another reference its value, of anything else itself."""
        return value.get(logger) if isinstance(value, Reference) else value

    def get(self, logger):
        if not hasattr(self, "_resolved"):
            self._resolved = self.resolve(logger)
        return self._resolved


def reference(name):
    def register(made):
        registry[name] = made
        return made

    return register


class Mutator:
    """Changes a resource before it is deployed: run(), which a class derived from this one has."""

    def run(self, logger):
        raise NotImplementedError(f"{type(self).__name__} has no run()")


def mutator(name):
    def register(made):
        mutators[name] = made
        return made

    return register


def is_reference_of(instance, type_class):
    return isinstance(instance, Reference)
