"""Options: each has its default, since there is no server to configure."""


class Option:
    def __init__(self, section, name, default=None, documentation="", validator=None, predecessor_option=None):
        self.section, self.name, self.default = section, name, default

    def get(self):
        return self.default() if callable(self.default) else self.default


class Config:
    @classmethod
    def get(cls, section=None, name=None, default_value=None):
        return default_value

    @classmethod
    def set(cls, section, name, value):
        """Has no effect: nothing reads what is set."""

    @classmethod
    def getboolean(cls, section, name, default_value=None):
        return default_value


def is_str(value):
    return str(value)


def is_bool(value):
    return str(value).lower() in ("1", "true", "yes", "on")


state_dir = Option("config", "state-dir", "/var/lib/inmanta")
