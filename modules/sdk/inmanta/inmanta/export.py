"""The fields of resources, and the requirements that dependency managers add to them after the compilation."""

import base64
import contextlib
import typing

from inmanta.execute.proxy import UnknownException, taking_references
from inmanta.protocol import files
from inmanta.resources import Id, Resource, field_of, fields_of, registry
from inmanta.util import hash_file

#: What dependency managers are given: instances by entity, and resources by id.
ModelDict = typing.Dict[str, typing.Any]
ResourceDict = typing.Dict[Id, Resource]

#: The functions that add requirements, in the order of their definition.
managers = []

#: What is not known yet, as modules note it. Nothing waits for it here: the next run compiles again.
unknown_parameters = []


class Exporter:
    """Given to the getters of fields, which seldom look at it."""

    def __init__(self, fetch=None):
        self._fetch = fetch
        self.files = {}

    def upload_file(self, content):
        """The digest by which the handler gets the content."""
        data = content.encode() if isinstance(content, str) else content
        digest = hash_file(data)
        files[digest] = data
        self.files[digest] = base64.b64encode(data).decode()
        return digest


def export(*_arguments, **_named):
    """An exporter of a module's own, which the reference calls by option. vow exports resources alone."""
    return lambda function: function


def dependency_manager(function):
    """`function` gets the instances of the model by entity and the resources by id, and adds to their `requires`."""
    managers.append(function)
    return function


def exported(made, instance):
    """The name of an instance as a resource, its fields in the order of their declaration, and the contents that getters
    gave away. A field that cannot be read for an unknown value is unknown itself. A getter may raise
    IgnoreResourceException."""
    exporter = Exporter()

    def read(field):
        try:
            return field_of(made, field, instance, exporter)
        except UnknownException as reason:
            return reason.unknown

    with taking_references():
        found = {field: read(field) for field in fields_of(made)}
        name = found[made.id_attribute] if made.id_attribute in found else read(made.id_attribute)
    return name, found, exporter.files


def managed(instances, exported_resources):
    """Pairs of ids: a resource, and one that a manager makes it require. `exported_resources` are
    tuples of an id, an entity, an instance, fields and ids of requirements. A manager that reads an unknown value ends there."""
    made = {}
    for id_text, entity, instance, fields, _ in exported_resources:
        one = registry.get(entity, Resource)(Id.parse_id(id_text))
        one.model = instance
        made[one.id] = one.populate(fields)
    for id_text, _, _, _, required in exported_resources:
        made[Id.parse_id(id_text)].requires = {made[Id.parse_id(each)] for each in required}
    for manager in managers:
        with contextlib.suppress(UnknownException):
            manager(instances, made)
    for id_text, _, _, _, required in exported_resources:
        wanted = {_id_text(each) for each in made[Id.parse_id(id_text)].requires}
        yield from ((id_text, each) for each in sorted(wanted.difference(required)))


def _id_text(required):
    """Managers add resources, ids or texts."""
    return str(required.id if isinstance(required, Resource) else Id.parse_id(required))
