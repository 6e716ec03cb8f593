"""The names under which a server answers.

Links in pages and e-mails are made of the name that was asked for. A stranger's name that leads to this machine must
not get into them, and no page of a stranger may read ours by giving its own name our address (DNS rebinding).
"""

import re
import socket
from fnmatch import fnmatchcase
from ipaddress import ip_address
from urllib.parse import urlsplit

from malecon.web.server.settings import Settings

LOOPBACK = ("localhost", "127.0.0.1", "[::1]")
HOME_DOMAINS = ("local", "lan", "home", "home.arpa", "internal", "localdomain", "fritz.box")
"""What routers append to the names of machines in a house; nobody can register a domain below them."""


class HostNames:
    """The names of one server."""

    def __init__(self, settings: Settings) -> None:
        """``settings``: may name hosts; else those of the address, else those of this machine and any IP address."""
        named = settings.hosts or tuple(filter(None, [urlsplit(settings.address).hostname]))
        unnamed = (settings.host.lower(), *names_of_machine(socket.gethostname() or LOOPBACK[0]))
        self._names = (*(named or unnamed), *LOOPBACK)
        self._any_address = not named

    def __contains__(self, host: str) -> bool:
        """Tell whether the server answers to a ``Host`` header."""
        name = re.sub(r":\d+$", "", host).lower()
        return (self._any_address and is_ip_address(name)) or any(fnmatchcase(name, ours) for ours in self._names)


def names_of_machine(host_name: str) -> tuple[str, ...]:
    """Return the names by which other machines in the house may call this one.

    >>> names_of_machine("Pi")[:3]
    ('pi', 'pi.local', 'pi.lan')
    """
    name = host_name.lower()
    first = name.partition(".")[0]
    return tuple(dict.fromkeys([name, first, *(f"{first}.{domain}" for domain in HOME_DOMAINS)]))


def is_ip_address(name: str) -> bool:
    """Tell whether a host is an address of IPv4, or one of IPv6 in brackets.

    >>> is_ip_address("192.168.1.5"), is_ip_address("[fe80::1]"), is_ip_address("192.168.1.5.example")
    (True, True, False)
    """
    try:
        address = ip_address(name.removeprefix("[").removesuffix("]"))
    except ValueError:
        return False
    return (address.version == 6) == name.startswith("[")
