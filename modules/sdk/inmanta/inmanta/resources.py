"""@resource makes the instances of an entity resources, whose fields a class names."""

from inmanta import references
from inmanta.const import RESOURCE_ID

#: Classes of resources by the full name of their entity.
registry = {}


class IgnoreResourceException(Exception):
    """Raised by the getter of a field: this instance is not a resource."""


class ResourceException(Exception):
    """A resource that cannot be exported."""


class ResourceNotFoundExcpetion(Exception):
    """A resource that is not there. The name is misspelt as modules import it."""


def resource(name, id_attribute, agent):
    """The class holds the fields of the entity `name`. `agent` is the path of attributes to the agent's name, and the
    attribute `id_attribute` distinguishes the resources of an agent."""

    def register(wrapped):
        wrapped.entity, wrapped.id_attribute, wrapped.agent = name, id_attribute, agent
        registry[name] = wrapped
        return wrapped

    return register


def fields_of(made):
    """The fields of a class and of those it is derived from, each once, the inherited ones first."""
    found = []
    for each in reversed(made.__mro__):
        declared = each.__dict__.get("fields", ())
        found += [field for field in declared if field not in found]
    return tuple(found)


def field_of(made, field, instance, exporter=None):
    """The value of a field: by its getter, by the function that `map` names for it, or of the attribute of that name."""
    getter = getattr(made, "get_" + field, None) or getattr(made, "map", {}).get(field)
    return getter(exporter, instance) if getter else getattr(instance, field)


class Id:
    """Type[agent,attribute=value], with ",v=N" where a version is known."""

    def __init__(self, entity_type, agent_name, attribute, attribute_value, version=0):
        self.entity_type, self.agent_name, self.attribute = entity_type, agent_name, attribute
        self.attribute_value, self.version = attribute_value, version

    def resource_str(self):
        return f"{self.entity_type}[{self.agent_name},{self.attribute}={self.attribute_value}]"

    def resource_version_str(self):
        return f"{self.resource_str()},v={self.version}"

    def __str__(self):
        return self.resource_version_str() if self.version else self.resource_str()

    def __eq__(self, other):
        return isinstance(other, Id) and str(self) == str(other)

    def __hash__(self):
        return hash(str(self))

    def get_entity_type(self):
        return self.entity_type

    def get_agent_name(self):
        return self.agent_name

    def get_attribute(self):
        return self.attribute

    def get_attribute_value(self):
        return self.attribute_value

    def get_version(self):
        return self.version

    def set_version(self, version):
        self.version = version

    def copy(self, *, version):
        return Id(self.entity_type, self.agent_name, self.attribute, self.attribute_value, version)

    def get_instance(self):
        return None

    @classmethod
    def parse_id(cls, text, version=None):
        found = RESOURCE_ID.fullmatch(str(text))
        if not found:
            raise ValueError(f"Invalid id for resource {text}")
        return cls(found["type"], found["agent"], found["attribute"], found["value"], version or int(found["version"] or 0))


def to_id(instance):
    """The text of the id of an instance. Returns None if it is not a resource."""
    kind = instance._type()
    made = next((registry[name] for name in (str(kind), *kind.get_all_parent_names()) if name in registry), None)
    if made is None:
        return None
    agent = instance
    for attribute in made.agent.split("."):
        agent = getattr(agent, attribute)
    agent = agent if isinstance(agent, str) else agent.name
    return str(Id(made.entity, agent, made.id_attribute, field_of(made, made.id_attribute, instance)))


class Resource:
    """A resource as handlers get it: its fields are attributes."""

    fields = ("send_event",)

    def __init__(self, id=None):
        self.id = id
        self.requires = set()
        self.references, self.mutators, self._resolution = [], [], None

    @staticmethod
    def get_send_event(exporter, obj):
        return getattr(obj, "send_event", False)

    def populate(self, fields, force_fields=False):
        for name, value in fields.items():
            setattr(self, name, value)
        return self

    def get_reference_value(self, id, logger):
        """The value of a reference that the resource was exported with."""
        if self._resolution is None:
            self._resolution = references.Resolution(self, self.references)
        return self._resolution.value(str(id), logger)

    def resolve_all_references(self, logger):
        """Lets the mutators put the values of references into the fields."""
        for each in self.mutators:
            references.mutators[each["type"]].deserialize(each, self, logger).run(logger)

    def clone(self, **changed):
        made = type(self)(self.id)
        made.__dict__.update(_copied(self.__dict__))
        return made.populate(changed)

    def serialize(self):
        return {**{name: getattr(self, name, None) for name in fields_of(type(self))}, "id": str(self.id)}

    def resource_str(self):
        return self.id.resource_str()

    def __str__(self):
        return str(self.id)

    __repr__ = __str__


def _copied(value):
    if isinstance(value, dict):
        return {name: _copied(each) for name, each in value.items()}
    if isinstance(value, (list, set)):
        return type(value)(_copied(each) for each in value)
    return value


class PurgeableResource(Resource):
    """A resource that can be absent."""

    fields = ("purged", "purge_on_delete")


class ManagedResource(Resource):
    """A resource that may be left alone: one with `managed = false` is not exported."""

    fields = ("managed",)

    @staticmethod
    def get_managed(exporter, obj):
        if not obj.managed:
            raise IgnoreResourceException()
        return obj.managed


class DiscoveryResource(Resource):
    """Discovery needs a server of Inmanta; such a resource has no handler here."""
