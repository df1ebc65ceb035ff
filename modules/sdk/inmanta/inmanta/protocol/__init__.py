"""Connections to a server of Inmanta, which vow lacks: every call is refused when it is made."""

import base64
import json

#: Contents by their digests, which exporters and handlers keep for one another. They last as long as the process.
files = {}


def json_encode(value, tz_aware=True):
    """The text of a value as JSON; of what JSON does not have, its text."""
    return json.dumps(value, default=str)


class ServerMissing(Exception):
    """Something needs a server of Inmanta."""

    def __init__(self, what):
        super().__init__(f"vow has no server of Inmanta, which '{what}' needs: leave out what calls it, or use the reference's server for this project")


class Client:
    """Any of its methods is a call of the server."""

    def __init__(self, name="", *_arguments, **_named):
        self._name = name

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)

        def refused(*_arguments, **_named):
            raise ServerMissing(name)

        return refused


class Result:
    """The answer to a call: a status of HTTP, and what it brings."""

    def __init__(self, code, result=None):
        self.code, self.result = code, result


class SyncClient(Client):
    def get_file(self, hash_id):
        """The content that something of this run was exported with."""
        if hash_id not in files:
            return Result(404)
        return Result(200, {"content": base64.b64encode(files[hash_id]).decode()})


class SessionClient(Client):
    pass
