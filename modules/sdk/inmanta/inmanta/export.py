"""The fields of resources. A dependency manager, which adds requirements after the compilation, has no effect here."""

import sys

from inmanta.resources import fields_of


class Exporter:
    """Given to the getters of fields, which seldom look at it."""

    def __init__(self, fetch=None):
        self._fetch = fetch

    def upload_file(self, content=None):
        return content


def dependency_manager(function):
    print(f"{function.__module__}.{function.__name__}: a dependency manager has no effect under vow", file=sys.stderr)
    return function


def exported(made, instance):
    """The fields of an instance, in the order of their declaration. A getter may raise IgnoreResourceException."""
    exporter = Exporter()
    found = {}
    for name in fields_of(made):
        getter = getattr(made, "get_" + name, None)
        found[name] = getter(exporter, instance) if getter else getattr(instance, name)
    return found
