"""Attributes of types. The compiler keeps them to itself, so that no value is one."""


class Attribute:
    pass


class RelationAttribute(Attribute):
    pass
