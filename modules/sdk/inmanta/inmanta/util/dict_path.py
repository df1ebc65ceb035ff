"""Paths into dicts and lists: `servers[name=web].port`. A wild path has `*` for any key or value.

A section is a key, or a key of a list of dicts with the members that select one of them. Special characters of a key or
a value are escaped by a backslash; the value `\\0` is None.
"""

import itertools
import logging

from inmanta.util.dict_path_reader import (
    NOTHING,
    ContainerStructureException,
    DictPathValue,
    InvalidPathException,
    Mapping,
    MutableMapping,
    NormalValue,
    NullValue,
    Reader,
    WildCardValue,
    changeable,
    mapping,
)


class WildDictPath:
    """Leads to any number of elements."""

    is_wild = True

    def get_elements(self, container):
        raise NotImplementedError

    def resolve_wild_cards(self, container):
        """The paths without `*` that lead to the same elements."""
        raise NotImplementedError

    def to_str(self):
        raise NotImplementedError

    def get_path_sections(self):
        return [self]

    def __str__(self):
        return self.to_str()

    def __repr__(self):
        return f"{type(self).__name__}({self.to_str()!r})"

    def __eq__(self, other):
        return type(self) is type(other) and self.to_str() == other.to_str()

    def __hash__(self):
        return hash(self.to_str())

    def __add__(self, other):
        if not isinstance(other, WildDictPath):
            return NotImplemented
        sections = [*self.get_path_sections(), *other.get_path_sections()]
        is_wild = self.is_wild or other.is_wild
        return WildComposedPath(path=sections) if is_wild else ComposedPath(path=sections)

    @classmethod
    def parse(cls, inp):
        """None for a text that is not a path of this class."""
        try:
            sections = Reader(inp).sections()
        except InvalidPathException:
            return None
        return cls._made_of(sections)

    @classmethod
    def _made_of(cls, sections):
        raise NotImplementedError

    def _only(self, found, container):
        if len(found) != 1:
            raise KeyError(f"Found no or multiple items matching {self.to_str()} in {container}: {found}")
        return found[0]


class DictPath(WildDictPath):
    """Leads to one element at most."""

    is_wild = False

    def get_element(self, container, construct=False):
        raise NotImplementedError

    def set_element(self, container, value, construct=True):
        raise NotImplementedError

    def get_key(self):
        raise NotImplementedError(f"{type(self).__name__} has no key")

    def remove(self, container):
        raise NotImplementedError(f"{type(self).__name__} cannot be removed")


class WildInDict(WildDictPath):
    """A member of a dict."""

    def __init__(self, key):
        self.key = DictPathValue.create(key)
        if isinstance(self.key, NullValue):
            raise InvalidPathException(f"Invalid dictionary key {key}")
        if isinstance(self.key, WildCardValue) and not self.is_wild:
            raise ValueError("The Wildcard ('*') can not be used in DictPath's")

    @classmethod
    def _made_of(cls, sections):
        key, pairs = sections[0]
        return cls(key) if len(sections) == 1 and not pairs else None

    def get_elements(self, container):
        return [value for key, value in mapping(container).items() if self.key.matches(key)]

    def resolve_wild_cards(self, container):
        return [
            WildInDict(NormalValue(str(key)).escape()) for key, _ in mapping(container).items() if self.key.matches(key)
        ]

    def to_str(self):
        return self.key.escape()


class InDict(WildInDict, DictPath):
    is_wild = False

    def get_element(self, container, construct=False):
        found = self.get_elements(container)
        if not found and construct:
            changeable(container)[self.key.value] = {}
            return container[self.key.value]
        return self._only(found, container)

    def set_element(self, container, value, construct=True):
        changeable(container)[self.key.value] = value

    def get_key(self):
        return self.key.value

    def remove(self, container):
        for key in [key for key, _ in changeable(container).items() if self.key.matches(key)]:
            del container[key]


class WildKeyedList(WildDictPath):
    """Elements of a list of dicts, which is a member of a dict: those that have some members."""

    def __init__(self, relation, key_value_pairs, key_value=None):
        if isinstance(key_value_pairs, str):
            name = type(self).__name__
            logging.getLogger(__name__).warning("the three arguments of %s are deprecated: pass a list of pairs", name)
            key_value_pairs = [(key_value_pairs, key_value)]
        self.relation = DictPathValue.create(relation)
        if not isinstance(self.relation, NormalValue):
            raise InvalidPathException(f"Invalid relation name: {relation}")
        names = [name for name, _ in key_value_pairs]
        if not names:
            raise ValueError("A keyed list path requires at least one key-value pair.")
        if len(set(names)) != len(names):
            raise ValueError("No duplicate keys allowed in keyed list path")
        self.key_value_pairs = [
            (DictPathValue.create(name), DictPathValue.create(value)) for name, value in key_value_pairs
        ]
        if any(isinstance(name, NullValue) for name, _ in self.key_value_pairs):
            raise InvalidPathException("Invalid dictionary key name: " + NOTHING)
        has_wild = any(isinstance(each, WildCardValue) for pair in self.key_value_pairs for each in pair)
        if has_wild and not self.is_wild:
            raise ValueError("The Wildcard ('*') can not be used in DictPath's")

    @classmethod
    def _made_of(cls, sections):
        relation, pairs = sections[0]
        return cls(relation, pairs) if len(sections) == 1 and pairs else None

    def _list(self, container):
        """None without the member."""
        if not isinstance(container, dict):
            raise ContainerStructureException(f"{container} is not a Dict")
        if self.relation.value not in container:
            return None
        found = container[self.relation.value]
        if not isinstance(found, list):
            raise ContainerStructureException(f"{found} is not a List or Set")
        return found

    def _made_list(self, container):
        found = self._list(container)
        return container.setdefault(self.relation.value, []) if found is None else found

    def _selects(self, element):
        return isinstance(element, dict) and all(
            any(name.matches(key) and value.matches(each) for key, each in element.items())
            for name, value in self.key_value_pairs
        )

    def get_elements(self, container):
        return [each for each in self._list(container) or [] if self._selects(each)]

    def resolve_wild_cards(self, container):
        if any(isinstance(name, WildCardValue) for name, _ in self.key_value_pairs):
            raise NotImplementedError(f"Can not resolve the wild cards of {self}: a key is one")
        resolved = []
        for element in self._list(container) or []:
            if not isinstance(element, dict):
                continue
            choices = [
                [
                    (NormalValue(str(key)).escape(), DictPathValue.from_object(each).escape())
                    for key, each in element.items()
                    if name.matches(key) and value.matches(each)
                ]
                for name, value in self.key_value_pairs
            ]
            relation = self.relation.escape()
            resolved += [WildKeyedList(relation, list(pairs)) for pairs in itertools.product(*choices)]
        return resolved

    def get_key_value_pairs(self):
        return [(name.value, value.value) for name, value in self.key_value_pairs]

    def to_str(self):
        pairs = "".join(f"[{name.escape()}={value.escape()}]" for name, value in self.key_value_pairs)
        return self.relation.escape() + pairs


class KeyedList(WildKeyedList, DictPath):
    is_wild = False

    def get_element(self, container, construct=False):
        found = self.get_elements(container)
        if not found and construct:
            element = dict(self.get_key_value_pairs())
            self._made_list(container).append(element)
            return element
        return self._only(found, container)

    def set_element(self, container, value, construct=True):
        elements = self._made_list(container)
        places = [at for at, each in enumerate(elements) if self._selects(each)]
        if len(places) == 1:
            elements[places[0]] = value
        else:
            elements.append(value)

    def get_key(self):
        return self.relation.value

    def remove(self, container):
        elements = self._list(container)
        if elements is not None:
            container[self.relation.value] = [each for each in elements if not self._selects(each)]


class WildComposedPath(WildDictPath):
    """Sections, each of which leads on from the elements of the one before."""

    def __init__(self, path_str=None, path=None):
        if (path_str is None) == (path is None):
            raise ValueError("Either path or path_str should be set")
        if path is None:
            in_dict, keyed_list = (WildInDict, WildKeyedList) if self.is_wild else (InDict, KeyedList)
            path = [
                keyed_list(key, pairs) if pairs else in_dict(key)
                for key, pairs in Reader(path_str).sections()
            ]
        self.expanded_path = list(path)
        self.path = self.un_parse() if path_str is None else path_str

    @classmethod
    def parse(cls, inp):
        try:
            return cls(path_str=inp)
        except InvalidPathException:
            return None

    def un_parse(self):
        return ".".join(section.to_str() for section in self.expanded_path)

    def get_path_sections(self):
        return self.expanded_path

    def get_elements(self, container):
        if container is None:
            raise IndexError("Can not get anything from None")
        found = [container]
        for section in self.expanded_path:
            found = [element for each in found for element in section.get_elements(each)]
        return found

    def resolve_wild_cards(self, container):
        if container is None:
            raise IndexError("Can not get anything from None")
        paths = [([], container)] if self.expanded_path else []
        for section in self.expanded_path:
            paths = [
                ([*before, resolved], element)
                for before, each in paths
                for resolved in section.resolve_wild_cards(each)
                for element in resolved.get_elements(each)
            ]
        return [WildComposedPath(path=path) for path, _ in paths]

    def to_str(self):
        return self.path


class ComposedPath(WildComposedPath, DictPath):
    is_wild = False

    def get_element(self, container, construct=False):
        found = self.get_elements(container)
        if found or not construct:
            return self._only(found, container)
        for section in self.expanded_path:
            container = section.get_element(container, True)
        return container

    def set_element(self, container, value, construct=True):
        for section in self.expanded_path[:-1]:
            container = section.get_element(container, construct)
        self.expanded_path[-1].set_element(container, value)

    def remove(self, container):
        for section in self.expanded_path[:-1]:
            found = section.get_elements(container)
            if len(found) != 1:
                return
            container = found[0]
        self.expanded_path[-1].remove(container)


class WildNullPath(WildDictPath):
    """The container itself."""

    def get_elements(self, container):
        return [mapping(container)]

    def resolve_wild_cards(self, container):
        mapping(container)
        return [WildNullPath()]

    def get_path_sections(self):
        return []

    def to_str(self):
        return "."

    @classmethod
    def parse(cls, inp):
        raise NotImplementedError("a path to the container itself is made by its class")


class NullPath(WildNullPath, DictPath):
    is_wild = False

    def get_element(self, container, construct=False):
        return mapping(container)

    def set_element(self, container, value, construct=True):
        for key, each in mapping(value).items():
            changeable(container)[key] = each


def path_of(text, composed, nothing):
    if text == ".":
        return nothing()
    try:
        return composed(path_str=text[1:] if text.startswith(".") else text)
    except ValueError as error:
        raise InvalidPathException(str(error)) from error


def to_wild_path(inp):
    return path_of(inp, WildComposedPath, WildNullPath)


def to_path(inp):
    return path_of(inp, ComposedPath, NullPath)
