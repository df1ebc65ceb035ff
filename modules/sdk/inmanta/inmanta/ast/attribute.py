"""Attributes of types."""


class Attribute:
    """A plain attribute, with the name of its type in the language."""

    def __init__(self, entity, name, type_name=None):
        self.entity, self.name, self.type_name = entity, name, type_name

    def get_name(self):
        return self.name

    def is_optional(self):
        return bool(self.type_name) and self.type_name.endswith("?")

    def is_multi(self):
        return bool(self.type_name) and self.type_name.removesuffix("?").endswith("[]")


class RelationAttribute(Attribute):
    """A side of a relation: `end` is the other one, None if the relation has one side alone."""

    def __init__(self, entity, name, target, low, high, inverse):
        super().__init__(entity, name)
        self.low, self.high = low, high
        self._target, self._inverse = target, inverse

    @property
    def end(self):
        return None if self._inverse is None else self._target().get_attribute(self._inverse)

    def is_optional(self):
        return self.low == 0 and self.high == 1

    def is_multi(self):
        return self.high != 1
