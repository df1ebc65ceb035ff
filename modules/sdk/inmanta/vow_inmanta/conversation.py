"""The conversation of the compiler with this process: each request is a line of JSON, and so is its reply.

While a call runs, this side sends questions as well: for an attribute of an instance, a name in the caller's scope, a call of a
plugin that is the compiler's own. Instances are {"$instance": N, "type": T}, unknown values {"$unknown": true}.

References are {"$reference": N, "type": T, "text": ...}: a deployment resolves them. Dataclasses that plugins return are made
instances of the entity of their name, and so are references to dataclasses, whose attributes are references then.
"""

import dataclasses
import json

from inmanta import plugins, references
from inmanta.ast import OptionalValueException
from inmanta.execute.proxy import AttributeNotFound, DynamicProxy, UnknownException, UnsetException
from inmanta.execute.util import NoneValue, Unknown


class Ended(Exception):
    """The compiler has closed the conversation."""


class Conversation:
    """Both directions of it."""

    #: The only one of this process; there is none while handlers are served.
    current = None
    environment = "00000000-0000-0000-0000-000000000000"

    def __init__(self, requests, answers, answer_to):
        """`answer_to` makes the reply to a request."""
        self._requests, self._answers, self._answer_to = requests, answers, answer_to
        self._references, self._numbers = [], {}
        self._stand_ins, self._entities = {}, {}
        references.secret_listeners.append(lambda value: self.keep_secret(encoded(value)))
        Conversation.current = self

    def receive(self):
        line = self._requests.readline()
        if not line:
            raise Ended()
        return json.loads(line)

    def send(self, message):
        self._answers.write(json.dumps(message) + "\n")
        self._answers.flush()

    def answer_next(self):
        self.send(self._answer_to(self.receive()))

    def _asked(self, question):
        """The answer to a question, for which the compiler may make requests itself."""
        self.send(question)
        received = self.receive()
        while "do" in received:
            self.send(self._answer_to(received))
            received = self.receive()
        return received

    def attribute(self, instance, number, name):
        answer = self._asked({"ask": "attribute", "instance": number, "name": name})
        if "unset" in answer:
            raise UnsetException(instance, name)
        if "missing" in answer:
            raise AttributeNotFound(None, name, answer["missing"])
        if "empty" in answer:
            raise OptionalValueException(instance, name, answer["empty"])
        return self._known(answer["value"])

    def description(self, number):
        """The text of an instance, the types that it has, its own first, and the places where it was made."""
        return self._asked({"ask": "instance", "instance": number})["value"]

    def entity(self, name):
        """The parents, attributes and indexes of an entity, as the compiler describes it."""
        if name not in self._entities:
            answer = self._asked({"ask": "entity", "name": name})
            if "missing" in answer:
                raise LookupError(answer["missing"])
            self._entities[name] = answer["value"]
        return self._entities[name]

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

    def fact(self, resource, name):
        """A fact of a resource by its id; raises LookupError if none is known."""
        answer = self._asked({"ask": "fact", "resource": resource, "name": name})
        if "missing" in answer:
            raise LookupError(answer["missing"])
        return answer["value"]

    def native_plugins(self):
        """The full names of the plugins of the compiler's own."""
        return self._asked({"ask": "plugins"})["value"]

    def number_of(self, reference):
        """Equal references have one number, by which the model compares them."""
        parts = {name: self._number_in(value) for name, value in reference.__dict__.items() if name not in ("_model", "_model_type", "_resolved")}
        key = (type(reference), repr(parts))
        if key not in self._numbers:
            self._numbers[key] = len(self._references)
            self._references.append(reference)
        return self._numbers[key]

    def _number_in(self, value):
        if isinstance(value, references.Reference):
            return ("reference", self.number_of(value))
        if isinstance(value, dict):
            return {name: self._number_in(each) for name, each in value.items()}
        return [self._number_in(each) for each in value] if isinstance(value, (list, tuple)) else value

    def stand_in(self, reference):
        """The instance for a reference to a dataclass, encoded: its attributes are references."""
        number = self.number_of(reference)
        made = reference.get_reference_type()
        names = [each.name for each in dataclasses.fields(made)]
        attributes = {name: encoded(references.AttributeReference(reference, name)) for name in names}
        instance = self.make(plugins.entity_of(made), attributes)
        self._stand_ins[instance["$instance"]] = number
        return instance

    def reference_of(self, instance):
        """The reference that an instance stands for, by its number; None for any other."""
        number = self._stand_ins.get(instance)
        return None if number is None else self._references[number]

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
        if "$reference" in value:
            return self._references[value["$reference"]]
        return {name: self.decoded(each) for name, each in value.items()}


def encoded_reference(reference):
    if plugins.entity_of(reference.get_reference_type()):
        return Conversation.current.stand_in(reference)
    return {"$reference": Conversation.current.number_of(reference), "type": plugins.referred_name(reference), "text": repr(reference)}


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
