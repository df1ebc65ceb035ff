"""Checks of values against types of Python and pydantic, by the name of the type."""

import importlib

FAMILIES = ("pydantic", "datetime", "ipaddress", "uuid")


def regex_string(regex):
    """A type of texts whose beginning matches a pattern of Python."""
    import re
    import typing

    import pydantic

    if not hasattr(pydantic, "TypeAdapter"):  # pydantic 1, as in Debian 12
        return pydantic.constr(regex=regex)
    pattern = re.compile(regex)

    def matched(text):
        if not pattern.match(text):
            raise ValueError(f"'{text}' does not match '{regex}'")
        return text

    return typing.Annotated[str, pydantic.AfterValidator(matched)]


def parametrize_type(base_type, validation_parameters=None, *, type_name=None):
    """A type with its bounds: pydantic.conint and {"ge": 0}."""
    import inspect
    import typing

    import pydantic

    bounds = dict(validation_parameters or {})
    regex = bounds.pop("regex", None) if base_type is pydantic.constr else None
    if not inspect.isroutine(base_type):
        if bounds:
            raise ValueError(f"{type_name or base_type} does not take bounds, such as {bounds}")
        return base_type
    made = base_type(**bounds)
    if regex is None:
        return made
    if not hasattr(pydantic, "TypeAdapter"):
        return base_type(**bounds, regex=str(regex))
    return typing.Annotated[made, typing.get_args(regex_string(str(regex)))[1]]


def validate_type(fq_type_name, value, validation_parameters=None):
    """Raises ValueError if the value is none of that type, or the type is unknown."""
    import pydantic

    family, _, name = fq_type_name.partition(".")
    if family not in FAMILIES or not name:
        raise ValueError(f"Unknown fq_type_name: {fq_type_name}")
    made = parametrize_type(getattr(importlib.import_module(family), name), validation_parameters, type_name=fq_type_name)
    if hasattr(pydantic, "TypeAdapter"):
        pydantic.TypeAdapter(made).validate_python(value)
    else:
        pydantic.parse_obj_as(made, value)
