"""Small tools that modules share."""

import datetime
import enum
import hashlib
import inspect
import uuid
from pathlib import PurePath


def hash_file(content):
    """The digest that files are known by."""
    return hashlib.sha1(content).hexdigest()


def internal_json_encoder(value):
    """For json.dumps(default=): what is none of JSON's types."""
    if isinstance(value, enum.Enum):
        return value.value
    if isinstance(value, datetime.datetime):
        return value.isoformat(timespec="microseconds")
    if isinstance(value, (uuid.UUID, PurePath)):
        return str(value)
    if isinstance(value, (set, frozenset)):
        return sorted(value)
    if hasattr(value, "model_dump"):
        return value.model_dump(by_alias=True)
    raise TypeError(f"{value!r} is not JSON serializable")


api_boundary_json_encoder = custom_json_encoder = internal_json_encoder


def is_call_ok(result):
    return 200 <= result.code < 300


def ensure_future_and_handle_exception(*_arguments, **_named):
    raise Exception("vow runs handlers one after another: it has no event loop to leave a task in")


def get_compiler_version():
    return "vow"


async def retry_limited(condition, timeout, interval=0.1, *arguments, **named):
    """Waits until a condition holds; raises TimeoutError if it does not in time."""
    import asyncio

    loop = asyncio.get_running_loop()
    end = loop.time() + timeout
    while True:
        held = condition(*arguments, **named)
        if inspect.isawaitable(held):
            held = await held
        if held:
            return
        if loop.time() > end:
            raise TimeoutError("a condition did not hold in time")
        await asyncio.sleep(interval)
