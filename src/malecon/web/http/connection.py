"""Connections: the visitor, the client's address, language and browser, the names of the server, and how many are open.

Links in pages and e-mails are made of the name that was asked for. A stranger's name that leads to this machine must
not get into them, and no page of a stranger may read ours by giving its own name our address (DNS rebinding).
"""

from collections import Counter
from collections.abc import Hashable
from dataclasses import dataclass
from ipaddress import IPv4Address, ip_address, ip_network
from typing import Any

from litestar import Request, WebSocket
from litestar.connection import ASGIConnection
from litestar.datastructures import State
from litestar.types import Scope

from malecon.core.i18n import ENGLISH, Language, languages
from malecon.core.site_address import DEFAULT_PORTS, Host, HostPattern, InvalidAddress, SiteAddress, read_authority
from malecon.services.metrics import CONNECTIONS, REFUSALS
from malecon.storage.people import Person
from malecon.web.http.machine import LOCALHOST, machine_names, own_addresses
from malecon.web.http.setting_types import ALL
from malecon.web.http.settings import Settings

AppRequest = Request[object, object, State]
AppSocket = WebSocket[object, object, State]
Connection = ASGIConnection[Any, object, object, State]
"""A request or a WebSocket."""
IPV6_PREFIX_BITS = 64
"""Bits that the addresses of one IPv6 connection have in common."""
LONGEST_LANGUAGE_HEADER = 200
"""Characters of an ``Accept-Language`` header that are read; browsers send fewer than 100."""
BROWSERS = {
    "Edg": "Edge",
    "OPR": "Opera",
    "SamsungBrowser": "Samsung Internet",
    "Firefox": "Firefox",
    "FxiOS": "Firefox",
    "Chrome": "Chrome",
    "CriOS": "Chrome",
    "Safari": "Safari",
}
SYSTEMS = {
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Android": "Android",
    "CrOS": "ChromeOS",
    "Windows": "Windows",
    "Macintosh": "Mac",
    "Linux": "Linux",
}
"""Names by a word of the header; the first that fits."""
SCHEMES = {"ws": "http", "wss": "https"}
"""By the scheme of a socket, that of the page which opens it."""


@dataclass(frozen=True, slots=True)
class Visitor:
    """The sender of a request; ``person`` is ``None`` until the first action that needs one."""

    person: Person | None
    language: Language

    @property
    def id(self) -> str | None:
        """The id of the person, if there is one."""
        return self.person.id if self.person else None

    @property
    def muted(self) -> frozenset[str]:
        """The ids of the people whose chat the person does not want to see."""
        return self.person.muted if self.person else frozenset()


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


def best_language(wanted: str) -> str:
    """Return the code of the first translated language of an ``Accept-Language`` header; English if there is none.

    >>> best_language("de-DE,de;q=0.9,fr;q=0.8,en;q=0.5"), best_language("")
    ('fr', 'en')
    """
    ranked = []
    for position, entry in enumerate(wanted[:LONGEST_LANGUAGE_HEADER].split(",")):
        code, _, weight = entry.partition(";q=")
        try:
            ranked.append((-float(weight or 1), position, code.strip()[:2].lower()))
        except ValueError:
            continue
    return next((code for _, _, code in sorted(ranked) if code in languages()), ENGLISH)


def language_header(scope: Scope) -> str:
    """Return the ``Accept-Language`` header of a request that Litestar has not read yet; empty without one."""
    wanted = next((value for name, value in scope["headers"] if name == b"accept-language"), b"")
    return wanted[:LONGEST_LANGUAGE_HEADER].decode("latin-1")


def browser_name(user_agent: str) -> str:
    """Return the name of a browser and its system; empty if neither is known.

    >>> browser_name("Mozilla/5.0 (Android 14; Mobile; rv:130.0) Gecko/130.0 Firefox/130.0"), browser_name("curl/8.9")
    ('Firefox, Android', '')
    """
    names = (next((name for sign, name in signs.items() if sign in user_agent), "") for signs in (BROWSERS, SYSTEMS))
    return ", ".join(filter(None, names))


class HostNames:
    """The names of one server, and the address of its site."""

    def __init__(self, settings: Settings) -> None:
        """``settings``: may name hosts; else that of the address, else those of this machine and any IP address."""
        address = settings.address
        named = settings.hosts or ((HostPattern(address.host),) if address else ())
        listening = (host for host in settings.host if host.ip is None and host.name != ALL)
        unnamed = map(HostPattern, (*listening, *machine_names()))
        self._patterns = (*(named or unnamed), HostPattern(LOCALHOST))
        self._any_ip = not named
        self._address, self._is_secure = address, settings.secure

    def __contains__(self, header: str) -> bool:
        """Tell whether the server answers to a ``Host`` header."""
        host = _host_of(header)
        return host is not None and (self._names(host) or (self._any_ip and host.ip is not None))

    def _names(self, host: Host) -> bool:
        """Tell whether a host is one of the names, or this machine for itself."""
        return host.is_loopback or any(pattern.matches(host) for pattern in self._patterns)

    def requested(self, connection: Connection) -> SiteAddress | None:
        """Return scheme, host and port that a request was sent to, as it says; ``None`` if that is no address."""
        scheme = "https" if self._is_secure else SCHEMES.get(connection.scope["scheme"], connection.scope["scheme"])
        try:
            return SiteAddress.of_request(scheme, connection.headers.get("host", ""))
        except InvalidAddress:
            return None

    def site_address(self, connection: Connection) -> SiteAddress:
        """Return the address of the site, for links that leave it.

        It is that of the settings, else that of the request: if its host is really ours, for an IP address in the
        ``Host`` header may be anybody's. Else it is the IP address to which the request came.
        """
        if self._address is not None:
            return self._address
        requested = self.requested(connection)
        if requested is not None and (self._names(requested.host) or requested.host in own_addresses()):
            return requested
        host, port = connection.scope["server"] or (LOCALHOST.name, None)
        scheme = requested.scheme if requested else "http"
        return SiteAddress(scheme, Host.read(host), port or DEFAULT_PORTS[scheme])


def _host_of(header: str) -> Host | None:
    """Return the host of a ``Host`` header; ``None`` if it has none.

    >>> _host_of("LOCALHOST.:8000"), _host_of("")
    (Host(name='localhost'), None)
    """
    try:
        return read_authority(header)[0]
    except InvalidAddress:
        return None


TOTAL, PER_ADDRESS = "connections", "connections_per_address"
"""Settings, as which refusals are counted."""
MOST_LINGERING = 64
"""Connections that are refused and stay open for a moment."""


class Connections:
    """The open connections of a server. All methods belong to one event loop."""

    def __init__(self, settings: Settings) -> None:
        """``settings``: with the limits, and the networks of the proxies, which have no limit."""
        self._settings = settings
        self._open: dict[Hashable, str] = {}
        self._by_address: Counter[str] = Counter()
        self._lingering: set[Hashable] = set()

    def __len__(self) -> int:
        return len(self._open)

    def open(self, transport: Hashable, host: str) -> str:
        """Count a connection; return an empty text, or which setting it would exceed, and then it is not counted."""
        address = network_of(host)
        if exceeded := self._exceeded(host, address):
            REFUSALS.labels(exceeded).inc()
            return exceeded
        self._open[transport] = address
        self._by_address[address] += 1
        CONNECTIONS.set(len(self._open))
        return ""

    def linger(self, transport: Hashable) -> bool:
        """Tell whether a connection that is refused may stay open for a moment, to read why."""
        may_linger = len(self._lingering) < MOST_LINGERING
        if may_linger:
            self._lingering.add(transport)
        return may_linger

    def close(self, transport: Hashable) -> None:
        """Count a connection no more, if it is counted."""
        self._lingering.discard(transport)
        address = self._open.pop(transport, None)
        if address is not None:
            self._by_address -= Counter([address])
            CONNECTIONS.set(len(self._open))

    def _exceeded(self, host: str, address: str) -> str:
        if len(self._open) >= self._settings.connections:
            return TOTAL
        is_full = self._by_address[address] >= self._settings.connections_per_address
        return PER_ADDRESS if is_full and self._settings.limits and not self._is_proxy(host) else ""

    def _is_proxy(self, host: str) -> bool:
        try:
            return any(ip_address(host) in network for network in self._settings.proxies)
        except ValueError:
            return False
