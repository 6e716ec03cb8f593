"""The HTTPS client for push services: no proxy, no redirect, and a connection to public addresses only.

The host is resolved here, each of its addresses is checked, and the connection is made to an address that was checked:
a name that means another address a moment later (DNS rebinding) changes nothing. The certificate is that of the host.
"""

import http.client
import socket
import ssl
from collections.abc import Mapping
from contextlib import closing
from functools import cache
from ipaddress import IPv6Address, IPv6Network, ip_address, ip_network
from typing import Final

from msgspec import Struct, field

from malecon.services.push_subscription import PushAddress

PORT: Final = 443
GLOBAL_UNICAST = IPv6Network("2000::/3")
NAT64 = IPv6Network("64:ff9b::/96")
"""Addresses of IPv6 that stand for those of IPv4, in networks that have IPv6 only (RFC 6052)."""
TUNNELS = IPv6Network("2001::/32"), IPv6Network("2002::/16")
"""Teredo and 6to4: addresses of IPv6 with one of IPv4 in it."""
EXAMPLES = IPv6Network("3fff::/20")
"""Addresses of documents (RFC 9637), which Python does not know yet."""
RELAY = ip_network("192.88.99.0/24")
"""The former relay of 6to4 (RFC 7526)."""


class NotPublic(OSError):
    """A host has an address that is not public."""


def is_public(address: str) -> bool:
    """Tell whether an IP address belongs to the public internet, and to one machine there.

    >>> [is_public(address) for address in ("8.8.8.8", "2a00:1450:4001::a", "64:ff9b::808:808")]
    [True, True, True]
    >>> [is_public(address) for address in ("10.0.0.1", "::1", "::ffff:8.8.8.8", "64:ff9b::7f00:1", "fe80::1%eth0")]
    [False, False, False, False, False]
    """
    ip = ip_address(address)
    if isinstance(ip, IPv6Address):
        if ip in NAT64:
            return is_public(str(ip_address(int(ip) & 0xFFFF_FFFF)))
        if ip.scope_id is not None or ip not in GLOBAL_UNICAST or any(ip in net for net in (*TUNNELS, EXAMPLES)):
            return False
    elif ip in RELAY:
        return False
    return ip.is_global and not (ip.is_multicast or ip.is_reserved or ip.is_unspecified)


def public_addresses(host: str) -> list[str]:
    """Return the IP addresses of a host.

    Raises:
        NotPublic: one of them is not public.
        OSError: there are none.
    """
    found = socket.getaddrinfo(host, PORT, type=socket.SOCK_STREAM)
    addresses = list(dict.fromkeys(str(place[0]) for *_, place in found))
    for address in addresses:
        if not is_public(address):
            raise NotPublic(f"{host} has the address {address}, which is not public")
    return addresses


@cache
def tls_context() -> ssl.SSLContext:
    """Return the TLS settings, with the certificates of the package ``certifi``."""
    import certifi

    return ssl.create_default_context(cafile=certifi.where())


class PublicConnection(http.client.HTTPSConnection):
    """A connection to a host that has public addresses only."""

    def connect(self) -> None:
        """Connect to an address that was checked; the errors are those of ``public_addresses``."""
        plain = _connect_to_one(public_addresses(self.host), self.timeout)
        try:
            self.sock = tls_context().wrap_socket(plain, server_hostname=self.host)
        except BaseException:
            plain.close()
            raise


def _connect_to_one(addresses: list[str], timeout: float | None) -> socket.socket:
    """Return a connection to the first of some addresses that takes one.

    Raises:
        OSError: none does.
    """
    refused = OSError("there is no address")
    for address in addresses:
        try:
            return socket.create_connection((address, PORT), timeout)  # an address is not resolved again
        except OSError as error:
            refused = error
    raise refused


class PushAnswer(Struct, frozen=True):
    """The answer of a push service; its body is not read.

    Attributes:
        status_code, reason: of the first line.
        text, headers: empty; the library for web push reads them.
    """

    status_code: int
    reason: str
    text: str = ""
    headers: Mapping[str, str] = field(default_factory=dict)


class PushClient:
    """Sends requests to push services, in place of a session of ``requests``."""

    def post(self, endpoint: str, *, data: bytes, headers: Mapping[str, str], timeout: float) -> PushAnswer:
        """Send a request, and return the head of the answer; a redirect is an answer like others.

        Raises:
            UsageError: the endpoint is no address at a push service.
            OSError, HTTPException: the service cannot be reached, or does not answer.
        """
        address = PushAddress.parse(endpoint)
        with closing(PublicConnection(address.host, PORT, timeout=timeout, context=tls_context())) as connection:
            connection.request("POST", address.path, data, dict(headers))
            with connection.getresponse() as answer:
                return PushAnswer(answer.status, answer.reason)
