"""The types of the model, by which modules recognise what they get."""


class Entity:
    """A type of instances, known by its name and the names of those that it extends."""

    def __init__(self, name, parents=()):
        self._name, self._parents = name, parents

    def get_full_name(self):
        return self._name

    def get_all_parent_names(self):
        """All that it extends, the nearest first."""
        return list(self._parents)

    type_string = get_full_name
    __str__ = get_full_name
