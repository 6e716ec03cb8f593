"""A connection of a client, a request or a WebSocket, with the address that it comes from."""

from ipaddress import IPv4Address, ip_address, ip_network
from typing import Any

from litestar import Request, WebSocket
from litestar.connection import ASGIConnection
from litestar.datastructures import State
from litestar.types import Scope

AppRequest = Request[object, object, State]
AppSocket = WebSocket[object, object, State]
Connection = ASGIConnection[Any, object, object, State]
"""A request or a WebSocket."""
IPV6_PREFIX_BITS = 64
"""Bits that the addresses of one IPv6 connection have in common."""


def client_host(scope: Scope) -> str:
    """Return the IP address of a client; behind a proxy, that of the proxy unless the settings name it."""
    client = scope.get("client")
    return client[0] if client else ""


def network_of(host: str) -> str:
    """Return the key of an IP address: for IPv6 its network, all of whose addresses belong to one connection.

    >>> network_of("192.0.2.7"), network_of("2001:db8:0:1:2:3:4:5"), network_of("::ffff:192.0.2.7")
    ('192.0.2.7', '2001:db8:0:1::', '192.0.2.7')
    """
    try:
        address = ip_address(host)
    except ValueError:
        return host
    if isinstance(address, IPv4Address):
        return str(address)
    if address.ipv4_mapped:
        return str(address.ipv4_mapped)
    return str(ip_network((address, IPV6_PREFIX_BITS), strict=False).network_address)


def client_address(connection: Connection) -> str:
    """Return the IP address of a client, as ``client_host`` does."""
    return client_host(connection.scope)
