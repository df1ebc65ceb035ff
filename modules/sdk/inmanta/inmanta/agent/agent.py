"""The agent of a handler."""


class AgentInstance:
    """Its name, and the machine that it keeps: this one."""

    def __init__(self, name, uri="local:"):
        self.name = self._instance_name = name
        self.uri = uri

    def get_client(self):
        from inmanta.protocol import Client

        return Client("agent")
