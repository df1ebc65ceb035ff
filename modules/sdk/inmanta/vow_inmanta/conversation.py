"""The conversation of the compiler with this process: each request is a line of JSON, and so is its reply.

While a call runs, this side sends questions as well: for an attribute of an instance, a name in the caller's scope, a call of a
plugin that is the compiler's own. Instances are {"$instance": N, "type": T}, unknown values {"$unknown": true}.

Dataclasses that plugins return are made instances of the entity of their name, and references are resolved.
"""

import dataclasses
import json
import logging

from inmanta import references
from inmanta.ast import OptionalValueException
from inmanta.execute.proxy import DynamicProxy, UnknownException, UnsetException
from inmanta.execute.util import NoneValue, Unknown


class Ended(Exception):
    """The compiler has closed the conversation."""


class Conversation:
    """Both directions of it."""

    #: The only one of this process; there is none while handlers are served.
    current = None
    environment = "00000000-0000-0000-0000-000000000000"

    def __init__(self, requests, answers):
        self._requests, self._answers = requests, answers
        self._warnings = set()
        Conversation.current = self

    def receive(self):
        line = self._requests.readline()
        if not line:
            raise Ended()
        return json.loads(line)

    def send(self, message):
        self._answers.write(json.dumps(message) + "\n")
        self._answers.flush()

    def _asked(self, question):
        self.send(question)
        return self.receive()

    def attribute(self, instance, number, name):
        answer = self._asked({"ask": "attribute", "instance": number, "name": name})
        if "unset" in answer:
            raise UnsetException(instance, name)
        if "missing" in answer:
            raise AttributeError(answer["missing"])
        if "empty" in answer:
            raise OptionalValueException(instance, name, answer["empty"])
        return self._known(answer["value"])

    def description(self, number):
        """The text of an instance, the types that it has, its own first, and the places where it was made."""
        return self._asked({"ask": "instance", "instance": number})["value"]

    def name(self, name):
        """The value of a name in the caller's scope; raises LookupError if it has none."""
        answer = self._asked({"ask": "name", "name": name})
        if "unset" in answer:
            raise UnsetException("the scope", name)
        if "missing" in answer or "empty" in answer:
            raise LookupError(name)
        return self._known(answer["value"])

    def call(self, plugin, arguments, known_only=True):
        """Calls a plugin of the compiler's own; raises LookupError if there is none of that name. An unknown result makes
        the calling plugin's result unknown, unless that can take it."""
        answer = self._asked({"ask": "call", "plugin": plugin, "arguments": [encoded(each) for each in arguments]})
        if "missing" in answer:
            raise LookupError(plugin)
        if "error" in answer:
            raise Exception(answer["error"])
        return self._known(answer["value"]) if known_only else self.decoded(answer["value"])

    def make(self, entity, attributes):
        """A new instance of an entity, encoded."""
        answer = self._asked({"ask": "make", "name": entity, "attributes": attributes})
        if "missing" in answer:
            raise TypeError(answer["missing"])
        return answer["value"]

    def keep_secret(self, value):
        """Masks an encoded value wherever it is shown."""
        self._asked({"ask": "secret", "value": value})

    def warn(self, text):
        if text not in self._warnings:
            self._warnings.add(text)
            self._asked({"ask": "warning", "name": text})

    def template(self, path):
        """The text of a file, unless another user could change it; raises LookupError with the reason."""
        answer = self._asked({"ask": "template", "name": path})
        if "missing" in answer:
            raise LookupError(answer["missing"])
        return answer["value"]

    def _known(self, value):
        decoded = self.decoded(value)
        if isinstance(decoded, Unknown):
            raise UnknownException(decoded)
        return decoded

    def decoded(self, value):
        if isinstance(value, list):
            return [self.decoded(each) for each in value]
        if not isinstance(value, dict):
            return value
        if "$instance" in value:
            return DynamicProxy((self, value["$instance"], value["type"]))
        if "$unknown" in value:
            return Unknown()
        return {name: self.decoded(each) for name, each in value.items()}


def encoded_reference(reference):
    """The value of a reference, unknown if it cannot be resolved. No class declares which ones are secret."""
    from inmanta.agent.handler import PythonLogger

    try:
        value = reference.get(PythonLogger(logging.getLogger("references")))
    except Exception as failure:
        Conversation.current.warn(f"the reference {reference!r} is unknown: {type(failure).__name__}: {failure}")
        return {"$unknown": True}
    made = encoded(value)
    if not reference.is_public and not dataclasses.is_dataclass(value) and made is not None:
        Conversation.current.keep_secret(made)
    return made


def encoded_dataclass(value):
    """An instance of the entity whose name the class has: shop.Item is shop::Item."""
    module = type(value).__module__
    if not module.startswith("inmanta_plugins."):
        raise TypeError(f"the dataclass {module}.{type(value).__qualname__} is not of a module's, and has no entity")
    entity = f"{module.partition('.')[2]}.{type(value).__name__}".replace(".", "::")
    fields = {field.name: encoded(getattr(value, field.name)) for field in dataclasses.fields(value)}
    return Conversation.current.make(entity, fields)


def encoded(value):
    """A value of Python as JSON; raises TypeError if it is none of the language's."""
    if isinstance(value, references.Reference):
        return encoded_reference(value)
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return encoded_dataclass(value)
    if value is None or isinstance(value, NoneValue):
        return None
    if isinstance(value, DynamicProxy):
        if len(value._vow) == 4:
            return encoded(value._vow[3])
        _, number, entity = value._vow
        return {"$instance": number, "type": entity}
    if isinstance(value, Unknown):
        return {"$unknown": True}
    if isinstance(value, (bool, int, float)):
        return value
    if isinstance(value, str):
        return str(value)
    if isinstance(value, dict):
        return {str(name): encoded(each) for name, each in value.items()}
    if isinstance(value, (list, tuple, set, frozenset)) or hasattr(value, "__iter__"):
        return [encoded(each) for each in value]
    raise TypeError(f"a value of Python's type {type(value).__name__} is none of the model's")
