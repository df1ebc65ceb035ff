"""Instances of the model, whose attributes are fetched when they are read."""

import contextlib
import contextvars

from inmanta.ast import Location, NotFoundException, UnexpectedReference, UnsetException  # noqa: F401
from inmanta.ast.entity import Entity
from inmanta.execute.util import Unknown
from inmanta.references import Reference

#: Whether attributes may be references wherever they are read: those of resources may.
_takes_references = contextvars.ContextVar("takes_references", default=False)


@contextlib.contextmanager
def taking_references():
    token = _takes_references.set(True)
    try:
        yield
    finally:
        _takes_references.reset(token)


class UnknownException(BaseException):
    """An attribute is unknown, and so is what depends on it."""

    def __init__(self, unknown=None):
        super().__init__("the value is unknown")
        self.unknown = unknown or Unknown()


class AttributeNotFound(NotFoundException, AttributeError):
    """An instance does not have an attribute: modules catch it under either name."""


class ProxyContext:
    """The path to a value, for messages. It may be a reference only where that is declared."""

    def __init__(self, *, path="", validated=False, allow_reference_values=None):
        self.path, self.validated, self.allow_reference_values = path, validated, allow_reference_values

    def nested(self, *, relative_path):
        return ProxyContext(path=self.path + relative_path, validated=self.validated, allow_reference_values=self.allow_reference_values)

    def allow_references(self):
        return ProxyContext(path=self.path, validated=self.validated, allow_reference_values=True)

    def should_allow_references(self):
        if self.allow_reference_values is None:
            return self.validated or _takes_references.get()
        return self.allow_reference_values


class DynamicProxy:
    """An instance. `==` and hash() are those of its identity in the model. Classes derived from it wrap another proxy, or
    any value of Python."""

    def __init__(self, instance, *, context=None):
        """`instance` is a proxy, what identifies one (a conversation, a number and an entity), or a value of Python."""
        identity = instance._vow if isinstance(instance, DynamicProxy) else instance
        is_value = not (isinstance(identity, tuple) and len(identity) in (3, 4))
        object.__setattr__(self, "_vow", (None, id(identity), type(identity).__name__, identity) if is_value else identity)
        object.__setattr__(self, "_vow_context", context or ProxyContext(path=self._vow[2]))

    def __getattr__(self, name):
        if name.startswith("__") and name.endswith("__"):
            raise AttributeError(name)
        if len(self._vow) == 4:
            return getattr(self._vow[3], name)
        conversation, number, _ = self._vow
        return self._return_value(conversation.attribute(self, number, name), relative_path=f".{name}")

    def _return_value(self, value, *, relative_path):
        """The value of an attribute, a reference only where that is declared; a derived class may wrap it."""
        context = self._get_context()
        nested = context.nested(relative_path=relative_path)
        if isinstance(value, Reference) and not context.should_allow_references():
            raise UnexpectedReference(
                None,
                f"Encountered unexpected reference value during plugin execution: {nested.path} (= `{value!r}`) has its value only"
                " when a resource is deployed. A plugin that takes it reads it by `inmanta.plugins.allow_reference_values()`.",
            )
        return DynamicProxy.return_value(value, context=nested)

    def _get_context(self):
        return self._vow_context

    def _allow_references(self):
        return type(self)(self, context=self._get_context().allow_references())

    def __setattr__(self, name, value):
        raise Exception(f"Readonly object: the attribute '{name}' of a {self._vow[2]} cannot be set by a plugin")

    def _type(self):
        conversation, number, entity = self._vow
        return Entity(entity, conversation.description(number)["types"][1:], conversation.entity)

    def _get_instance(self):
        return Instance(self._vow) if len(self._vow) == 3 else self._vow[3]

    def _reference(self):
        """The reference to a dataclass that the instance stands for; None for any other."""
        return self._vow[0].reference_of(self._vow[1]) if len(self._vow) == 3 else None

    def is_unknown(self):
        return False

    def __eq__(self, other):
        return isinstance(other, DynamicProxy) and self._vow[1] == other._vow[1]

    def __hash__(self):
        return hash(self._vow[1])

    def __repr__(self):
        return f"{self._vow[2]} {self._vow[1]:x}"

    @classmethod
    def return_value(cls, value, *, context=None):
        return value

    @classmethod
    def unwrap(cls, value, *, dynamic_context=None):
        return value


class Instance(DynamicProxy):
    """An instance as the compiler has it: with the places where it was made."""

    def __str__(self):
        conversation, number, _ = self._vow
        return conversation.description(number)["text"]

    @property
    def locations(self):
        conversation, number, _ = self._vow
        return [Location(*place.rsplit(":", 1)) for place in conversation.description(number)["places"]]

    @property
    def location(self):
        return self.locations[0]

    def get_location(self):
        return self.location

    def get_locations(self):
        return self.locations

    @property
    def type(self):
        return self._type()

    def get_type(self):
        return self._type()

    def get_attribute(self, name):
        return Variable(self, name)


class Variable:
    """An attribute of an instance, which is read when its value is requested."""

    def __init__(self, instance, name):
        self._instance, self._name = instance, name

    def get_value(self):
        conversation, number, _ = self._instance._vow
        return conversation.attribute(self._instance, number, self._name)


class PlainValues(type):
    """The type of classes whose instances are values of Python: a list, a dict."""

    def __instancecheck__(cls, value):
        return isinstance(value, cls.plain)


class SequenceProxy(metaclass=PlainValues):
    """The lists of the model, which plugins get as lists."""

    plain = list


class DictProxy(metaclass=PlainValues):
    """The dicts of the model, which plugins get as dicts."""

    plain = dict


class IteratorProxy(DynamicProxy):
    """There for modules that derive from it: plugins get the iterators of Python."""


class CallProxy(DynamicProxy):
    """There for modules that derive from it: plugins get functions."""
