"""The names of the module std that the Python of other modules imports. All functions that are not here are vow's own plugins."""

import os

from inmanta.ast import OptionalValueException
from inmanta.execute.proxy import DynamicProxy
from inmanta.execute.util import Unknown
from inmanta.module import Project
from inmanta.plugins import Context
from inmanta.references import Reference, reference
from vow_inmanta.conversation import Conversation

try:
    from jinja2 import Undefined
except ImportError:
    Undefined = None


def determine_path(ctx, module_dir, path):
    """The path of "MODULE/PATH" in a folder of the module, of "./PATH" in the calling one's, of "/PATH" in the project's."""
    name, _, rest = path.partition("/")
    project = Project.get()
    if name == ".":
        name = ctx.plugin.partition("::")[0]
    if not name:
        return os.path.join(project.path, module_dir, rest)
    if name not in project.modules:
        raise Exception(f"Module {name} does not exist for path {path}")
    return os.path.join(project.modules[name].path, module_dir, rest)


def get_file_content(ctx, module_dir, path):
    filename = determine_path(ctx, module_dir, path)
    if not os.path.isfile(filename):
        raise Exception(f"{path} isn't a valid file ({filename})")
    with open(filename) as file:
        return file.read()


def source(ctx, path):
    return get_file_content(ctx, "files", path)


def is_unknown(value):
    return isinstance(value, Unknown)


def inmanta_reset_state():
    """Nothing is kept between compilations."""


def __getattr__(name):
    """A plugin of vow. Python calls it with a Context where its own has one, which vow's does not need."""
    if name.startswith("_"):
        raise AttributeError(name)

    def call(*arguments):
        given = [each for each in arguments if not isinstance(each, Context)]
        return Conversation.current.call(f"std::{name}", given, known_only=False)

    return call


@reference("std::IntReference")
class IntReference(Reference[int]):
    def __init__(self, value):
        super().__init__()
        self.value = value

    @property
    def is_public(self):
        return getattr(self.value, "is_public", False)

    def resolve(self, logger):
        return int(self.resolve_other(self.value, logger))


@reference("std::Environment")
class EnvironmentReference(Reference[str]):
    def __init__(self, name):
        super().__init__()
        self.name = name

    def resolve(self, logger):
        name = self.resolve_other(self.name, logger)
        if name not in os.environ:
            raise LookupError(f"Environment variable {name} is not set")
        return os.environ[name]


@reference("std::FactReference")
class FactReference(Reference[str]):
    """A fact that the handler of a resource has found, in this run or before."""

    is_public = True

    def __init__(self, environment=None, resource_id=None, fact_name=None, mocked_facts=None):
        super().__init__()
        self.environment, self.resource_id, self.fact_name, self.mocked_facts = environment, resource_id, fact_name, mocked_facts

    def resolve(self, logger):
        if self.mocked_facts is None:
            return Conversation.current.fact(self.resource_id, self.fact_name)
        return self.mocked_facts[self.resource_id][self.fact_name]

    def __str__(self):
        return f"FactReference[resource_id={self.resource_id},fact_name={self.fact_name}]"


class JinjaDynamicProxy(DynamicProxy):
    """An instance as templates see it: an attribute without a value is undefined."""

    def __getattr__(self, name):
        try:
            value = super().__getattr__(name)
        except (AttributeError, OptionalValueException):
            if Undefined is None or name.startswith("__"):
                raise
            return Undefined(f"variable {name} not set on {self!r}", self, name)
        return self.wrap(value)

    @classmethod
    def return_value(cls, value, *, context=None):
        return cls.wrap(value)

    @classmethod
    def wrap(cls, value):
        if isinstance(value, list):
            return [cls.wrap(each) for each in value]
        if isinstance(value, dict):
            return {name: cls.wrap(each) for name, each in value.items()}
        return JinjaDynamicProxy(value) if isinstance(value, DynamicProxy) else value
