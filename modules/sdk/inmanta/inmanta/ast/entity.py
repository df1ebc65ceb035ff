"""The types of the model, by which modules recognise what they get."""


class Entity:
    """A type of instances, known by its name alone."""

    def __init__(self, name):
        self._name = name

    def get_full_name(self):
        return self._name

    type_string = get_full_name
    __str__ = get_full_name
