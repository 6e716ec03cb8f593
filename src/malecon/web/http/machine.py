"""This machine in its networks: its names, and its own IP addresses.

Nothing is sent to find them: what is asked is the kernel, which knows them also where there is no DNS.
"""

import socket
import struct
import sys
from collections.abc import Iterator
from contextlib import suppress
from ipaddress import IPv6Address
from pathlib import Path

from malecon.core.site_address import Host, InvalidAddress

LOCALHOST = Host("localhost")
HOME_DOMAINS = ("local", "lan", "home", "home.arpa", "internal", "localdomain", "fritz.box")
"""What routers append to the names of machines in a house; nobody can register a domain below them."""
FAR = {socket.AF_INET: "192.0.2.1", socket.AF_INET6: "2001:db8::1"}
"""Addresses of documents, which nobody has: a route to them is one to the world."""
DISCARD = 9
SIOCGIFADDR = 0x8915
"""The request for the IPv4 address of an interface, on Linux."""
INTERFACE_BYTES = 256
IPV6_FILE = Path("/proc/net/if_inet6")
TEMPORARY, DEPRECATED = 0x01, 0x20
"""Flags of an IPv6 address that changes every day, or is about to go."""


def machine_names() -> tuple[Host, ...]:
    """Return the names by which other machines in the house may call this one; none if its own can be no name."""
    try:
        name = Host.read(socket.gethostname()).name
    except InvalidAddress:
        return ()
    first = name.partition(".")[0]
    return tuple(dict.fromkeys(map(Host, [name, first, *(f"{first}.{domain}" for domain in HOME_DOMAINS)])))


def own_addresses() -> tuple[Host, ...]:
    """Return the IP addresses by which others can reach this machine, the most useful first; none on a lonely one."""
    found = (*_routed(socket.AF_INET), *_of_ipv6(), *_routed(socket.AF_INET6), *_of_interfaces())
    return tuple(
        dict.fromkeys(host for host in found if host.ip and not host.is_loopback and not host.ip.is_link_local)
    )


def _routed(family: socket.AddressFamily) -> Iterator[Host]:
    """Yield the address from which this machine would send to the world: a UDP socket is connected without a word."""
    with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as asking:
        asking.connect((FAR[family], DISCARD))
        yield Host.read(asking.getsockname()[0])


def _of_interfaces() -> Iterator[Host]:
    """Yield the IPv4 address of each interface, where the system is Linux."""
    if sys.platform != "linux":
        return
    from fcntl import ioctl

    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        for _, name in socket.if_nameindex():
            with suppress(OSError):  # it has none
                asked = struct.pack(f"{INTERFACE_BYTES}s", name.encode())
                yield Host.read(socket.inet_ntoa(ioctl(asking.fileno(), SIOCGIFADDR, asked)[20:24]))


def _of_ipv6() -> Iterator[Host]:
    """Yield the lasting IPv6 addresses, where the system is Linux."""
    with suppress(OSError):
        for line in IPV6_FILE.read_text("ascii").splitlines():
            digits, _, _, _, flags, _ = line.split()
            if not int(flags, 16) & (TEMPORARY | DEPRECATED):
                yield Host.read(str(IPv6Address(int(digits, 16))))
