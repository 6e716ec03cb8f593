"""Connections of the application: their types, and the address from which each comes."""

from typing import Any

from litestar import Request, WebSocket
from litestar.connection import ASGIConnection
from litestar.types import Scope

AppRequest = Request[Any, Any, Any]
AppSocket = WebSocket[Any, Any, Any]
Connection = ASGIConnection[Any, Any, Any, Any]
"""A request or a WebSocket."""


def client_host(scope: Scope) -> str:
    """Return the IP address of a client; behind a proxy, that of the proxy unless the settings name it."""
    client = scope.get("client")
    return client[0] if client else ""


def client_address(connection: Connection) -> str:
    """Return the IP address of a client, as ``client_host`` does."""
    return client_host(connection.scope)
