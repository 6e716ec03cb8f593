"""The names of a server, under which it answers.

Links in pages and e-mails are made of the name that was asked for. A stranger's name that leads to this machine must
not get into them, and no page of a stranger may read ours by giving its own name our address (DNS rebinding).
"""

from collections.abc import Sequence

from msgspec.structs import replace

from malecon.core.site_address import DEFAULT_PORTS, Host, HostPattern, InvalidAddress, SiteAddress, read_authority
from malecon.web.http.connection import Connection
from malecon.web.http.machine import LOCALHOST, machine_names, own_addresses
from malecon.web.http.setting_types import ALL
from malecon.web.http.settings import Settings

SCHEMES = {"ws": "http", "wss": "https"}
"""By the scheme of a socket, that of the page which opens it."""


class HostNames:
    """The names of one server, and the address of its site."""

    def __init__(self, settings: Settings) -> None:
        """``settings``: may name hosts; else that of the address, else those of this machine and any IP address."""
        address = settings.address
        named = settings.hosts or ((HostPattern(address.host),) if address else ())
        listening = (host for host in settings.host if host.ip is None and host.name != ALL)
        unnamed = map(HostPattern, (*listening, *machine_names()))
        self._patterns = (*(named or unnamed), HostPattern(LOCALHOST))
        self._listening, self._named = settings.host, named
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
        ``Host`` header may be anybody's. Else it is the IP address to which the request came. In place of loopback,
        which means something else on each machine, it is an address by which others reach this one, if there is one.
        """
        if self._address is not None:
            return self._address
        requested = self.requested(connection)
        host, port = connection.scope["server"] or (LOCALHOST.name, None)
        scheme = requested.scheme if requested else "http"
        arrived = SiteAddress(scheme, Host.read(host), port or DEFAULT_PORTS[scheme])
        if requested is None or not (self._names(requested.host) or requested.host in own_addresses()):
            return arrived
        if not (requested.host.is_loopback and arrived.host.is_loopback):
            return requested
        others = hosts_for_others(self._listening, self._named)
        return replace(arrived, host=others[0]) if others else requested


def hosts_for_others(listening: Sequence[Host], names: Sequence[HostPattern]) -> list[Host]:
    """Return the hosts by which others reach a server: the names in the settings, else an IP address of each family.

    ``listening``: where it listens; ``names``: those in the settings, without which it answers under any IP address.
    """
    if all(host.is_loopback for host in listening):
        return []
    if names:
        return [each.host for each in names if not (each.is_wildcard or each.host.is_loopback)]
    every = {family for host in listening if is_any(host) for family in _families(host)}
    found = [host for host in listening if not (is_any(host) or host.is_loopback)]
    if every:
        found += [host for host in own_addresses() if every.issuperset(_families(host))]
    first: dict[tuple[int, ...], Host] = {}
    for host in found:
        first.setdefault(_families(host), host)
    return list(first.values())


def is_any(host: Host) -> bool:
    """Tell whether a host stands for all addresses of its family, or of both."""
    return host.name == ALL or (host.ip is not None and host.ip.is_unspecified)


def _families(host: Host) -> tuple[int, ...]:
    """Return the versions of IP of an address; none of a name."""
    if host.name == ALL:
        return 4, 6
    return (host.ip.version,) if host.ip else ()


def _host_of(header: str) -> Host | None:
    """Return the host of a ``Host`` header; ``None`` if it has none.

    >>> _host_of("LOCALHOST.:8000"), _host_of("")
    (Host(name='localhost'), None)
    """
    try:
        return read_authority(header)[0]
    except InvalidAddress:
        return None
