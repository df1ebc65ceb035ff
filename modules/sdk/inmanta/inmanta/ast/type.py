"""The types of the language, as modules make them to name or compare them. Values are checked by vow itself."""


class Type:
    name = "any"

    def type_string(self):
        return self.name

    def __str__(self):
        return self.name

    def __eq__(self, other):
        return type(self) is type(other) and str(self) == str(other)

    def __hash__(self):
        return hash(str(self))


class Primitive(Type):
    pass


class Any(Type):
    pass


class Bool(Primitive):
    name = "bool"


class Dict(Type):
    name = "dict"


class Float(Primitive):
    name = "float"


class Integer(Primitive):
    name = "int"


class List(Type):
    name = "list"


class Number(Primitive):
    name = "number"


class String(Primitive):
    name = "string"


class OfElements(Type):
    suffix = ""

    def __init__(self, element_type):
        self.element_type = element_type

    name = property(lambda self: str(self.element_type) + self.suffix)


class TypedList(OfElements):
    suffix = "[]"


class NullableType(OfElements):
    suffix = "?"
