"""The answer of a server."""


class Result:
    """A status, as HTTP has them, and what the server sent."""

    def __init__(self, code=0, result=None):
        self.code, self.result = code, result

    def get_result(self):
        return self.result
