"""Conversions and names of settings."""

#: The setting of a server that names the agents that it starts.
AUTOSTART_AGENT_MAP = "autostart_agent_map"


def convert_boolean(value):
    """Words as in configuration files; raises ValueError for others."""
    if isinstance(value, bool):
        return value
    word = str(value).lower()
    if word in ("1", "yes", "true", "on"):
        return True
    if word in ("0", "no", "false", "off"):
        return False
    raise ValueError(f"'{value}' is not a boolean: write true or false")
