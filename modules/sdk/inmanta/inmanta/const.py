"""Names of states and changes."""

import enum
import re

#: The variable of the environment by which programs show colors without a terminal.
ENVIRON_FORCE_TTY = "FORCE_TTY"

RESOURCE_ID = re.compile(
    r"(?P<type>[\w-]+(?:::[\w-]+)*::[\w-]+)\[(?P<agent>[^,]+),(?P<attribute>[^=]+)=(?P<value>[^\]]+)\](?:,v=(?P<version>\d+))?"
)


class ResourceState(str, enum.Enum):
    unavailable = "unavailable"
    skipped = "skipped"
    dry = "dry"
    deployed = "deployed"
    failed = "failed"
    deploying = "deploying"
    available = "available"
    cancelled = "cancelled"
    undefined = "undefined"
    skipped_for_undefined = "skipped_for_undefined"
    non_compliant = "non_compliant"


class Change(str, enum.Enum):
    nochange = "nochange"
    created = "created"
    purged = "purged"
    updated = "updated"


class LogLevel(str, enum.Enum):
    CRITICAL = "CRITICAL"
    ERROR = "ERROR"
    WARNING = "WARNING"
    INFO = "INFO"
    DEBUG = "DEBUG"
    TRACE = "TRACE"


class ParameterSource(str, enum.Enum):
    fact = "fact"
    plugin = "plugin"
    user = "user"
    report = "report"
