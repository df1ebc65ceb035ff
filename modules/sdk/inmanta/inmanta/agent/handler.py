"""Handlers keep resources: @provider names the entity whose resources a class keeps."""

import abc
import functools
import inspect
import logging
import traceback
import typing

from inmanta.agent.agent import AgentInstance
from inmanta.agent.io.local import LocalIO
from inmanta.const import Change, ResourceState
from inmanta.protocol import Client, ServerMissing, files
from inmanta.resources import fields_of

#: Classes of handlers by the full name of their entity and by their own.
registry = {}


class SkipResource(Exception):
    """The resource cannot be kept now; later may be another matter."""


class ResourcePurged(Exception):
    """Raised by read_resource(): the resource is absent."""


class InvalidOperation(Exception):
    """A resource does not have the requested operation."""


def provider(resource_type, name=None):
    def register(wrapped):
        registry.setdefault(resource_type, {})[name or wrapped.__name__] = wrapped
        return wrapped

    return register


class NoHandler(Exception):
    """No handler of a resource fits this machine, or several do."""


def available_handler(resource, entity, agent):
    """The one handler of an entity that is available; raises NoHandler."""
    given = registry.get(entity, {})
    fitting = [each for each in (made(agent) for made in given.values()) if each.available(resource)]
    if len(fitting) == 1:
        return fitting[0]
    if fitting:
        raise NoHandler(f"several handlers are available for {resource.id.resource_str()}: {', '.join(type(each).__name__ for each in fitting)}")
    names = ", ".join(given)
    raise NoHandler(f"none of the handlers of '{entity}' ({names}) is available here" if names else f"no handler is provided for '{entity}'")


#: Results of methods with @cache by method, agent and arguments. They last as long as the process, which is a run.
cached = {}


def cache(function=None, ignore=(), cache_none=True, cacheNone=True, for_version=True, timeout=None, call_on_delete=None):
    """The method computes its result once for each list of arguments."""

    def wrap(method):
        names = list(inspect.signature(method).parameters)[1:]
        keeps_none = cache_none and cacheNone

        @functools.wraps(method)
        def found(self, *positional, **named):
            given = {**dict(zip(names, positional)), **named}
            key = (method.__qualname__, self._agent.name, *(f"{name}={value}" for name, value in sorted(given.items()) if name not in ignore))
            if key not in cached:
                result = method(self, *positional, **named)
                if result is None and not keeps_none:
                    return None
                cached[key] = result
            return cached[key]

        return found

    return wrap(function) if callable(function) else wrap


class LoggerABC(abc.ABC):
    """Logs a message, whose %-references are in the arguments or, by name, in the values."""

    @abc.abstractmethod
    def log_msg(self, level, message, *arguments, exc_info=False, **values):
        """Logs a message of any level."""

    def debug(self, message, *arguments, **values):
        self.log_msg(logging.DEBUG, message, *arguments, **values)

    def info(self, message, *arguments, **values):
        self.log_msg(logging.INFO, message, *arguments, **values)

    def warning(self, message, *arguments, **values):
        self.log_msg(logging.WARNING, message, *arguments, **values)

    warn = warning

    def error(self, message, *arguments, **values):
        self.log_msg(logging.ERROR, message, *arguments, **values)

    def critical(self, message, *arguments, **values):
        self.log_msg(logging.CRITICAL, message, *arguments, **values)

    def exception(self, message, *arguments, exc_info=True, **values):
        self.log_msg(logging.ERROR, message, *arguments, exc_info=exc_info, **values)


class PythonLogger(LoggerABC):
    """Logs to a logger of Python."""

    def __init__(self, logger):
        self.logger = logger

    def log_msg(self, level, message, *arguments, exc_info=False, **values):
        self.logger.log(level, message, *([values] if values else arguments), exc_info=exc_info)


class HandlerContext(LoggerABC):
    """The result of a handler for one resource: its state, its changes, its facts and its log."""

    def __init__(self, resource, log, dry_run=False):
        self._resource, self._log, self._dry_run = resource, log, dry_run
        self.status, self.change, self.changes, self.facts = None, Change.nochange, {}, {}
        self._cache = {}
        self.worst_level = logging.NOTSET
        self.logger = self

    resource = property(lambda self: self._resource)

    def is_dry_run(self):
        return self._dry_run

    def set_status(self, status):
        self.status = ResourceState(status)

    def set_resource_state(self, new_state):
        self.set_status(getattr(new_state, "value", new_state))

    def set_created(self):
        self.change = Change.created

    def set_updated(self):
        self.change = Change.updated

    def set_purged(self):
        self.change = Change.purged

    def set_fact(self, fact_id, value, expires=True):
        self.facts[fact_id] = str(value)

    def fields_updated(self, fields):
        for field in fields:
            self.add_change(field, getattr(self._resource, field, None))
        self.set_updated()

    def add_change(self, name, desired, current=None):
        self.changes[name] = {"current": current, "desired": desired}

    def add_changes(self, **changes):
        for name, desired in changes.items():
            self.add_change(name, desired)

    def update_changes(self, changes):
        for name, change in changes.items():
            if isinstance(change, tuple):
                change = {"current": change[0], "desired": change[1]}
            self.changes[name] = {"current": change.get("current"), "desired": change.get("desired")}

    def get(self, name):
        return self._cache[name]

    def set(self, name, value):
        self._cache[name] = value

    def contains(self, name):
        return name in self._cache

    def log_msg(self, level, message, *arguments, exc_info=False, **values):
        try:
            text = message % (values or arguments) if values or arguments else message
        except (KeyError, TypeError, ValueError):
            text = message
        if exc_info:
            text += "\n" + traceback.format_exc().rstrip()
        self.worst_level = max(self.worst_level, level)
        self._log(level, text)


#: The class of the resources that a handler keeps: CRUDHandler[Page].
R = typing.TypeVar("R")


class HandlerAPI(typing.Generic[R]):
    """The base of all handlers: hooks around the deployment, the machine as `_io`."""

    def __init__(self, agent=None, io=None):
        self._agent, self._io = agent, io or LocalIO()
        self._client = None

    def pre(self, ctx, resource):
        """Before anything else."""

    def post(self, ctx, resource):
        """After everything else, failures included."""

    def available(self, resource):
        return True

    def can_reload(self):
        return False

    def do_reload(self, ctx, resource):
        """After a requirement has changed."""

    def facts(self, ctx, resource):
        return {}

    def check_facts(self, ctx, resource):
        return self.facts(ctx, resource)

    def close(self):
        """After the last resource."""

    def set_cache(self, cache):
        """There for handlers that call it."""

    def run_sync(self, function):
        import asyncio

        return asyncio.run(function())

    def get_client(self):
        if self._client is None:
            self._client = Client("agent")
        return self._client

    def get_file(self, hash_id):
        """The content that the resource was exported with, or that a handler of this run has kept."""
        if hash_id not in files:
            raise ServerMissing("get_file")
        return files[hash_id]

    def stat_file(self, hash_id):
        return hash_id in files

    def upload_file(self, hash_id, content):
        files[hash_id] = content.encode() if isinstance(content, str) else content

    def execute(self, ctx, resource, dry_run=False):
        """Finds what differs and, unless this is a dry run, changes it."""
        try:
            self.pre(ctx, resource)
            self._keep(ctx, resource, dry_run)
            if ctx.status is None:
                ctx.set_status(ResourceState.dry if dry_run else ResourceState.deployed)
        except SkipResource as reason:
            ctx.set_status(ResourceState.skipped)
            # A promise that is not kept has an error, and one that would be kept has a warning.
            ctx.log_msg(logging.WARNING if dry_run else logging.ERROR, "%s", str(reason) or "the handler skipped it")
        except Exception as failure:
            ctx.set_status(ResourceState.failed)
            ctx.debug("%(trace)s", trace=traceback.format_exc().rstrip())
            ctx.error(
                "An error occurred during deployment of %(id)s (exception: %(what)s)",
                id=resource.id,
                what=f"{type(failure).__name__}({str(failure)!r})",
            )
        finally:
            self._finish(ctx, resource)

    def _finish(self, ctx, resource):
        try:
            self.post(ctx, resource)
        except Exception as failure:
            ctx.error("An error occurred after deployment of %(id)s: %(what)r", id=resource.id, what=failure)

    def _diff(self, current, desired):
        differences = {}
        for name in fields_of(type(desired)):
            before, after = getattr(current, name, None), getattr(desired, name, None)
            if before != after:
                differences[name] = {"current": before, "desired": after}
        return differences


Agent = AgentInstance


class ResourceHandler(HandlerAPI[R]):
    """A handler that reads the current state with check_resource() and changes it with do_changes()."""

    def check_resource(self, ctx, resource):
        raise NotImplementedError(f"{type(self).__name__} has no check_resource()")

    def list_changes(self, ctx, resource):
        return self._diff(self.check_resource(ctx, resource), resource)

    def do_changes(self, ctx, resource, changes):
        raise NotImplementedError(f"{type(self).__name__} has no do_changes()")

    def _keep(self, ctx, resource, dry_run):
        changes = self.list_changes(ctx, resource)
        ctx.update_changes(changes)
        if not dry_run:
            self.do_changes(ctx, resource, changes)


class CRUDHandler(HandlerAPI[R]):
    """A handler of a resource that can be absent."""

    def read_resource(self, ctx, resource):
        """Sets the fields to the present values, or raises ResourcePurged."""
        raise NotImplementedError(f"{type(self).__name__} has no read_resource()")

    def create_resource(self, ctx, resource):
        raise NotImplementedError(f"{type(self).__name__} has no create_resource()")

    def update_resource(self, ctx, changes, resource):
        raise NotImplementedError(f"{type(self).__name__} has no update_resource()")

    def delete_resource(self, ctx, resource):
        raise NotImplementedError(f"{type(self).__name__} has no delete_resource()")

    def calculate_diff(self, ctx, current, desired):
        return self._diff(current, desired)

    def _keep(self, ctx, resource, dry_run):
        changes = self._changes(ctx, resource)
        ctx.update_changes(changes)
        if dry_run or not changes:
            return
        if "purged" in changes:
            act = self.delete_resource if changes["purged"]["desired"] else self.create_resource
            act(ctx, resource)
        elif not getattr(resource, "purged", False):
            self.update_resource(ctx, dict(changes), resource)

    def _changes(self, ctx, desired):
        current = desired.clone(purged=False)
        try:
            self.read_resource(ctx, current)
        except ResourcePurged:
            current.purged = True
        if getattr(desired, "purged", False):
            return {} if current.purged else {"purged": {"current": False, "desired": True}}
        if current.purged:
            return {"purged": {"current": True, "desired": False}}
        return self.calculate_diff(ctx, current, desired)


Found, Unmanaged = typing.TypeVar("Found"), typing.TypeVar("Unmanaged")


class DiscoveryHandler(HandlerAPI, typing.Generic[Found, Unmanaged]):
    """A handler that reports resources which no model has. It reports them to a server."""

    def discover_resources(self, ctx, discovery_resource):
        raise NotImplementedError(f"{type(self).__name__} has no discover_resources()")

    def execute(self, ctx, resource, dry_run=False):
        raise ServerMissing("discovered_resource_create_batch")
