"""The types of the model, by which modules recognise what they get."""

from inmanta.ast.attribute import Attribute, RelationAttribute


class Entity:
    """A type of instances. `describe` returns what the compiler knows of an entity, by its name."""

    def __init__(self, name, parents=(), describe=None):
        self._name, self._parents, self._describe = name, parents, describe

    def get_full_name(self):
        return self._name

    def get_all_parent_names(self):
        """All that it extends, the nearest first."""
        return list(self._parents)

    def _other(self, name):
        return Entity(name, self._describe(name)["types"][1:], self._describe)

    @property
    def parent_entities(self):
        return [self._other(each) for each in self._describe(self._name)["parents"]]

    @property
    def attributes(self):
        """Its own, by their names."""
        return {each["name"]: self._attribute(each) for each in self._describe(self._name)["attributes"]}

    def _attribute(self, described):
        if "target" not in described:
            return Attribute(self, described["name"], described["type"])
        return RelationAttribute(
            self, described["name"], lambda: self._other(described["target"]), described["low"], described["high"], described.get("inverse")
        )

    def get_attribute(self, name):
        """Its own or the nearest parent's; None without one."""
        for each in (self._name, *self._parents):
            found = self._other(each).attributes.get(name)
            if found is not None:
                return found
        return None

    def get_indices(self):
        """Lists of the names of attributes, those of parents included."""
        return self._describe(self._name)["indexes"]

    type_string = get_full_name
    __str__ = get_full_name
