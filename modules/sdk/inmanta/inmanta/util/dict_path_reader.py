"""The text of a path into dicts and lists: its sections, and the keys and values in them (dict_path.py)."""

import re
import typing

SPECIAL = frozenset("\\[]*.=")
ESCAPED = re.compile(r"\\([\\\[\]*.=])")
NOTHING = "\\0"


class InvalidPathException(Exception):
    """A text that is not a path."""


class ContainerStructureException(LookupError):
    """A dict or a list is missing where the path needs one."""


@typing.runtime_checkable
class Mapping(typing.Protocol):
    """All that a path needs of a dict to read it."""

    def __getitem__(self, key): ...

    def items(self): ...


@typing.runtime_checkable
class MutableMapping(Mapping, typing.Protocol):
    """All that a path needs of a dict to change it."""

    def __setitem__(self, key, value): ...

    def __delitem__(self, key): ...


def mapping(container):
    if not isinstance(container, Mapping):
        raise ContainerStructureException(f"{container} is not a Mapping")
    return container


def changeable(container):
    if not isinstance(container, MutableMapping):
        raise ContainerStructureException(f"{container} is not a MutableMapping")
    return container


class DictPathValue:
    """A key or a value of a path, as it is written or as it is meant."""

    value = None

    @staticmethod
    def create(written):
        if written == "*":
            return WildCardValue()
        if written == NOTHING:
            return NullValue()
        return NormalValue(ESCAPED.sub(r"\1", written))

    @staticmethod
    def from_object(value):
        return NullValue() if value is None else NormalValue(str(value))

    def __eq__(self, other):
        return type(self) is type(other) and self.value == other.value

    def __hash__(self):
        return hash((type(self).__name__, self.value))


class NormalValue(DictPathValue):
    def __init__(self, value):
        self.value = value
        try:
            self.number = float(value)
        except (TypeError, ValueError):
            self.number = None

    def escape(self):
        return "".join("\\" + each if each in SPECIAL else each for each in self.value)

    def matches(self, value):
        """Numbers are compared as such, all else by its text."""
        if value is None:
            return False
        if self.number is not None and isinstance(value, (int, float)):
            return self.number == value
        return self.value == str(value)


class WildCardValue(DictPathValue):
    value = "*"

    def escape(self):
        return "*"

    def matches(self, value):
        return True


class NullValue(DictPathValue):
    def escape(self):
        return NOTHING

    def matches(self, value):
        return value is None


class Reader:
    """Reads the sections of a path, escapes included."""

    def __init__(self, text):
        self.text, self.at = text, 0

    def refuse(self):
        raise InvalidPathException(f"Could not parse path {self.text}")

    def word(self, end):
        """Up to one of the characters of `end`, which is left, or to the end of the text."""
        first = self.at
        while self.at < len(self.text) and self.text[self.at] not in end:
            self.at += 2 if self.text[self.at] == "\\" else 1
        if self.at > len(self.text):
            self.refuse()
        return self.text[first : self.at]

    def takes(self, character):
        if self.text[self.at : self.at + 1] != character:
            return False
        self.at += 1
        return True

    def checked(self, word):
        is_escaped = "\\" not in ESCAPED.sub("", word)
        if word not in ("*", NOTHING) and ("*" in ESCAPED.sub("", word) or not is_escaped):
            self.refuse()
        return word

    def name(self, end):
        word = self.word(end)
        if not word or word == NOTHING:
            self.refuse()
        return self.checked(word)

    def section(self):
        """A key, and the pairs that select an element of a list."""
        key, pairs = self.name(".[]="), []
        while self.takes("["):
            member = self.name("=.[]")
            if not self.takes("="):
                self.refuse()
            value = self.checked(self.word("]=["))
            if not self.takes("]"):
                self.refuse()
            pairs.append((member, value))
        return key, pairs

    def sections(self):
        sections = [self.section()]
        while self.at < len(self.text):
            if not self.takes("."):
                self.refuse()
            sections.append(self.section())
        return sections
