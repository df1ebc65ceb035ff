"""Operations of handlers on a machine."""


def get_io(cache=None, uri="local:", version=0):
    from inmanta.agent.io.local import LocalIO

    if not uri.startswith("local"):
        raise Exception(f"vow keeps the resources of this machine alone: it has no connection to '{uri}'")
    return LocalIO()
