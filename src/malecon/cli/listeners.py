"""The listening sockets of a server, on one port of all hosts that the settings name."""

import errno
import os
import socket
from collections.abc import Sequence
from contextlib import ExitStack
from typing import Final

from malecon.core.errors import MaleconError
from malecon.core.message import N_
from malecon.core.site_address import Host
from malecon.web.http.machine import LOCALHOST
from malecon.web.http.setting_types import ALL

BACKLOG: Final = 128
SEVERAL: Final = {Host(ALL): (Host("0.0.0.0"), Host("::")), LOCALHOST: (Host("127.0.0.1"), Host("::1"))}
"""Words for an address of IPv4 and one of IPv6, of which a machine may lack one."""
MISSING: Final = (errno.EAFNOSUPPORT, errno.EADDRNOTAVAIL, errno.EPROTONOSUPPORT)
"""Errors of a machine that lacks IPv4 or IPv6."""
OF_A_PORT: Final = (errno.EADDRINUSE, errno.EACCES)
"""Errors that another port cures."""
OTHER_PORT = N_(
    "{host} port {port}: cannot be used: {reason}; choose another port, or any free one: malecon serve --open --port 0"
)
OTHER_HOST = N_(
    "{host} port {port}: cannot be used: {reason}; "
    "name an address of this computer, or all of them: malecon serve --host all"
)
MOST_TRIES: Final = 20
"""Free ports that are tried until one is free on all hosts."""


class CannotListen(MaleconError):
    """An address cannot be listened on."""

    def __init__(self, host: Host, port: int, error: OSError) -> None:
        is_port = error.errno in OF_A_PORT
        reason = os.strerror(error.errno) if is_port and error.errno else error.strerror or str(error)
        super().__init__(OTHER_PORT if is_port else OTHER_HOST, host=str(host), port=port, reason=reason)
        self.errno = error.errno


def listen(hosts: Sequence[Host], port: int) -> list[socket.socket]:
    """Return listening sockets on one port of all hosts; port 0 is any that is free on all of them.

    Raises:
        CannotListen: an address cannot be used, or is in use.
    """
    for tries_left in range(MOST_TRIES if port == 0 else 1, 0, -1):
        try:
            return _listen_on_one(hosts, port)
        except CannotListen as error:
            if port or error.errno != errno.EADDRINUSE or tries_left == 1:
                raise
    raise AssertionError  # the last try has returned or raised


def _listen_on_one(hosts: Sequence[Host], port: int) -> list[socket.socket]:
    """Return listening sockets as ``listen`` does, with one try."""
    listeners: dict[Host, socket.socket] = {}
    with ExitStack() as opened:
        for host in hosts:
            missing: CannotListen | None = None
            addresses = _addresses_of(host, port)
            for address in addresses:
                if address in listeners:
                    continue
                try:
                    listeners[address] = opened.enter_context(_listener(address, port))
                except CannotListen as error:
                    if host not in SEVERAL or error.errno not in MISSING:
                        raise
                    missing = error
                else:
                    port = listeners[address].getsockname()[1]
            if missing and not listeners.keys() & addresses:
                raise missing
        opened.pop_all()
    return list(listeners.values())


def _addresses_of(host: Host, port: int) -> list[Host]:
    """Return the IP addresses of a host.

    Raises:
        CannotListen: it is a name that has none.
    """
    if host in SEVERAL:
        return list(SEVERAL[host])
    if host.ip is not None:
        return [host]
    try:
        found = socket.getaddrinfo(host.name, port, type=socket.SOCK_STREAM)
    except OSError as error:
        raise CannotListen(host, port, error) from None
    names = (str(sockname[0]) for *_, sockname in found)
    return list(dict.fromkeys(Host.read(name) for name in names if "%" not in name))


def _listener(address: Host, port: int) -> socket.socket:
    """Return a listening socket on an IP address.

    Raises:
        CannotListen: it cannot be used, or is in use.
    """
    family = socket.AF_INET6 if address.ip is not None and address.ip.version == 6 else socket.AF_INET
    try:
        listener = socket.create_server((address.name, port), family=family, backlog=BACKLOG)  # IPv6 alone
        # Its connections have this too. Without it a body waits up to 40 ms until the other side has confirmed the
        # head; asyncio sets it only where a socket was made with the number of TCP, which this one was not.
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return listener
    except OSError as error:
        raise CannotListen(address, port, error) from None
