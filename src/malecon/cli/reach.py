"""Where a server can be reached: the address to open on its own machine, and those that others type."""

import socket
from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from malecon.core.i18n import N_, Language
from malecon.core.site_address import Host, HostPattern, SiteAddress
from malecon.web.http.host_names import hosts_for_others, is_any
from malecon.web.http.settings import Settings

ONLY_HERE = N_("Only this computer reaches it. To let other computers in, start “malecon serve --host all”.")
NO_NETWORK = N_("This computer is in no network, so no other computer reaches it.")


class Reach(Struct, frozen=True):
    """Where a server that listens can be reached.

    Attributes:
        here: by a browser on its own machine.
        listening: the IP addresses that it listens on.
        public: the address of the site in the settings; ``None`` if they name none.
        names: the hosts in the settings, without which it answers under any IP address.
    """

    here: SiteAddress
    listening: tuple[Host, ...]
    public: SiteAddress | None = None
    names: tuple[HostPattern, ...] = ()

    @classmethod
    def of(cls, settings: Settings, listeners: Sequence[socket.socket]) -> "Reach":
        """Return the addresses of a server with these listening sockets."""
        listening = tuple(Host.read(listener.getsockname()[0]) for listener in listeners)
        port = listeners[0].getsockname()[1]
        here = SiteAddress("http", _host_here(listening), port, settings.path)
        return cls(here, listening, settings.address, settings.hosts)

    @property
    def address(self) -> str:
        """The address of the start page, for a browser on this machine."""
        return f"{self.here}/"

    def for_others(self, language: Language) -> str:
        """Return the line that says where others reach the server, or what to do so that they can."""
        if self.public:
            return language.say(N_("Its public address: {address}"), address=f"{self.public.shown}/")
        if all(host.is_loopback for host in self.listening):
            return language.say(ONLY_HERE)
        hosts = hosts_for_others(self.listening, self.names)
        addresses = [f"{replace(self.here, host=host).shown}/" for host in hosts]
        if not addresses:
            return language.say(NO_NETWORK)
        return language.say(N_("For others in this network: {addresses}"), addresses=", ".join(addresses))


def _host_here(listening: Sequence[Host]) -> Host:
    """Return the host by which a browser on this machine reaches a server that listens on some IP addresses.

    >>> [_host_here([Host(address)]).name for address in ("0.0.0.0", "::", "192.168.1.20")]
    ['127.0.0.1', '::1', '192.168.1.20']
    """
    first = next((host for host in listening if host.is_loopback or is_any(host)), listening[0])
    return first if not is_any(first) else Host("::1" if ":" in first.name else "127.0.0.1")
