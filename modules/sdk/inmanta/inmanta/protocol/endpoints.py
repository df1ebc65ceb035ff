"""Clients under the name that modules import them by."""

from inmanta.protocol import Client, SessionClient, SyncClient

__all__ = ["Client", "SessionClient", "SyncClient"]
