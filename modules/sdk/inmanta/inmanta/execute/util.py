"""Values that are not known yet."""


class Unknown:
    """A value that becomes known only once a resource is deployed. An expression over it is unknown as well."""

    def __init__(self, source=None):
        self.source = source

    def __repr__(self):
        return "<Unknown>"


class NoneValue:
    """The value null, where None means "no value"."""
