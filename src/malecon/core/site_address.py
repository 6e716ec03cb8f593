"""The address of a site, in one normal form: scheme, host, port, path below the domain.

Every text that is an address or a host is read here, strictly, into one normal form: so values are compared, never
texts. What is printed is ASCII, as links and headers need it; ``shown`` is what people read.
"""

import re
from dataclasses import dataclass
from functools import cached_property, lru_cache
from ipaddress import IPv4Address, IPv6Address
from typing import Final
from urllib.parse import quote, unquote

from msgspec import Struct
from msgspec.structs import replace

LONGEST_ADDRESS: Final = 500
"""Characters of an address, before it is read."""
LONGEST_NAME: Final = 253
"""Characters of the name of a host (RFC 1035)."""
LONGEST_PATH: Final = 100
"""Characters of the path of a site, percent-encoded."""
MOST_KEPT: Final = 256
DEFAULT_PORTS: Final = {"http": 80, "https": 443}
A_LABEL: Final = "xn--"

ADDRESS = re.compile(r"(?P<scheme>https?)://(?P<authority>[^/?#\\]*)(?P<path>/[^?#\\]*)?", re.IGNORECASE)
AUTHORITY = re.compile(r"(?P<host>\[[^\[\]]*\]|[^\[\]:/?#@\\%\s]+)(?::(?P<port>[0-9]{1,5}))?")
LABEL = re.compile(r"[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?")
"""A part of a name; names in a house and of containers have underscores, too."""
NUMBER = re.compile(r"[0-9]+|0x[0-9a-f]*")
"""A last part for which browsers take a name for an IPv4 address, written in one of several ways."""
PATH = re.compile(r"([A-Za-z0-9._~/-]|%[0-9A-Fa-f]{2}|[^\x00-\x7f])*")
PLAIN = re.compile(r"[A-Za-z0-9._~-]+")


class InvalidAddress(ValueError):
    """A text is no address, or no host; the message says what is wrong with it."""


@dataclass(frozen=True)
class Host:
    """A host.

    Attributes:
        name: a DNS name in lower case, its parts as A-labels (IDNA 2008); or an IPv4 or IPv6 address in its short form.

    >>> Host.read("Malecón.Example."), Host.read("[0:0:0:0:0:0:0:1]")
    (Host(name='xn--malecn-fxa.example'), Host(name='::1'))
    """

    name: str

    @classmethod
    def read(cls, text: str) -> "Host":
        """Return the host of a text; IPv6 with or without brackets.

        Raises:
            InvalidAddress: it is none.
        """
        if len(text) > LONGEST_ADDRESS:
            raise InvalidAddress(f"a host has at most {LONGEST_NAME} characters")
        if text.startswith("[") and text.endswith("]"):
            return cls(_ipv6(text[1:-1]))
        if ":" in text:
            return cls(_ipv6(text))
        name = _mapped(text).removesuffix(".")
        labels = name.split(".")
        if NUMBER.fullmatch(labels[-1]):
            return cls(_ipv4(name))
        name = ".".join(map(_label, labels))
        if len(name) > LONGEST_NAME:
            raise InvalidAddress(f"a host has at most {LONGEST_NAME} characters")
        return cls(name)

    @cached_property
    def ip(self) -> IPv4Address | IPv6Address | None:
        """The IP address that the host is; ``None`` for a name."""
        if ":" in self.name:
            return IPv6Address(self.name)
        return IPv4Address(self.name) if self.name.rpartition(".")[2].isdecimal() else None

    @property
    def is_loopback(self) -> bool:
        """Whether only the machine itself reaches it."""
        return self.name == "localhost" if self.ip is None else self.ip.is_loopback

    def __str__(self) -> str:
        return f"[{self.name}]" if ":" in self.name else self.name

    @property
    def shown(self) -> str:
        """The host as people read it: names in Unicode."""
        if A_LABEL not in self.name:
            return str(self)
        import idna

        return ".".join(idna.ulabel(label) if label.startswith(A_LABEL) else label for label in self.name.split("."))


def _mapped(text: str) -> str:
    """Return a name in lower case; other signs that mean letters or dots become these (UTS 46).

    Raises:
        InvalidAddress: a sign can stand in no name.
    """
    if text.isascii():
        return text.lower()
    import idna

    try:
        return idna.uts46_remap(text, std3_rules=False)
    except idna.IDNAError as error:
        raise InvalidAddress(str(error)) from None


def _label(label: str) -> str:
    """Return a part of a name as it is sent: in ASCII.

    Raises:
        InvalidAddress: it can be none.
    """
    if not label.isascii() or label.startswith(A_LABEL):
        import idna

        try:
            label = idna.alabel(label).decode()
        except idna.IDNAError as error:
            raise InvalidAddress(str(error)) from None
    if not LABEL.fullmatch(label):
        raise InvalidAddress(f"{label!r} is no part of a name")
    return label


def _ipv4(text: str) -> str:
    """Return an IPv4 address of four decimal numbers.

    Raises:
        InvalidAddress: it is none.
    """
    try:
        return str(IPv4Address(text))
    except ValueError:
        raise InvalidAddress(f"{text!r} is no IPv4 address") from None


def _ipv6(text: str) -> str:
    """Return an IPv6 address in its short form.

    Raises:
        InvalidAddress: it is none, or has a zone, which means something on one machine only.
    """
    try:
        if "%" in text:
            raise ValueError
        address = IPv6Address(text)
    except ValueError:
        raise InvalidAddress(f"{text!r} is no IPv6 address") from None
    return f"::ffff:{address.ipv4_mapped}" if address.ipv4_mapped else address.compressed


@lru_cache(MOST_KEPT)
def _read_authority(text: str) -> tuple[Host, int | None]:
    """Return the host of a ``Host`` header or of an address, and its port, ``None`` without one.

    Raises:
        InvalidAddress: it is none.
    """
    found = AUTHORITY.fullmatch(text)
    if found is None:
        raise InvalidAddress("its host or its port cannot be such")
    port = int(found["port"]) if found["port"] else None
    if port is not None and not 0 < port <= 65535:
        raise InvalidAddress(f"its port is {port}, but must be 1 to 65535")
    return Host.read(found["host"]), port


def read_authority(text: str) -> tuple[Host, int | None]:
    """Return host and port of a ``Host`` header, in which all is ASCII; ``None`` for no port.

    >>> read_authority("LOCALHOST.:8000"), read_authority("[0::1]")
    ((Host(name='localhost'), 8000), (Host(name='::1'), None))

    Raises:
        InvalidAddress: it is none.
    """
    if len(text) > LONGEST_ADDRESS or not text.isascii():
        raise InvalidAddress("it is too long, or not in ASCII")
    return _read_authority(text)


class SiteAddress(Struct, frozen=True):
    """The address of a site.

    Attributes:
        scheme: ``http`` or ``https``.
        host: the host.
        port: from 1 to 65535.
        path: below the domain, percent-encoded, as ``/games``; empty for a site that has the domain for itself.

    >>> str(SiteAddress.read("HTTPS://Malecón.example:443/Games/"))
    'https://xn--malecn-fxa.example/Games'
    >>> SiteAddress.read("https://xn--malecn-fxa.example/Games").shown
    'https://malecón.example/Games'
    """

    scheme: str
    host: Host
    port: int
    path: str = ""

    @classmethod
    def read(cls, text: str) -> "SiteAddress":
        """Return the address of a text.

        Raises:
            InvalidAddress: it is none.
        """
        if len(text) > LONGEST_ADDRESS:
            raise InvalidAddress(f"an address has at most {LONGEST_ADDRESS} characters")
        found = ADDRESS.fullmatch(text)
        if found is None:
            raise InvalidAddress("it must begin with http:// or https://, and end with the host, a port or a path")
        scheme, (host, port) = found["scheme"].lower(), _read_authority(found["authority"])
        return cls(scheme, host, port or DEFAULT_PORTS[scheme], _read_path(found["path"] or ""))

    @classmethod
    def of_request(cls, scheme: str, host: str) -> "SiteAddress":
        """Return the address that a request was sent to, by its ``Host`` header.

        Raises:
            InvalidAddress: the header is no host.
        """
        named, port = read_authority(host)
        return cls(scheme, named, port or DEFAULT_PORTS[scheme])

    @property
    def origin(self) -> "SiteAddress":
        """The address without its path: what browsers keep apart from other sites."""
        return replace(self, path="")

    def _print(self, host: str, path: str) -> str:
        port = "" if self.port == DEFAULT_PORTS[self.scheme] else f":{self.port}"
        return f"{self.scheme}://{host}{port}{path}"

    def __str__(self) -> str:
        return self._print(str(self.host), self.path)

    @property
    def shown(self) -> str:
        """The address as people read it: in Unicode."""
        return self._print(self.host.shown, unquote(self.path))


def _read_path(text: str) -> str:
    """Return a path percent-encoded, with nothing encoded that need not be, and without a slash at its end.

    It has letters, digits and ``-._~`` only, so that it can stand in a link, a cookie and a proxy's settings alike.

    >>> _read_path("/d%c3%adas/%41"), _read_path("/días/A/"), _read_path("/")
    ('/d%C3%ADas/A', '/d%C3%ADas/A', '')

    Raises:
        InvalidAddress: it has other signs, or parts that are empty or dots.
    """
    text = text.removesuffix("/")
    if not text:
        return ""
    try:
        decoded = unquote(text, errors="strict")
        path = quote(decoded, safe="/~")
    except UnicodeError:
        raise InvalidAddress("its path is not in UTF-8") from None
    parts = decoded.split("/")[1:]
    if not PATH.fullmatch(text) or decoded.count("/") != text.count("/") or not all(map(_is_part, parts)):
        raise InvalidAddress("its path has other signs than letters, digits and -._~ between single slashes")
    if len(path) > LONGEST_PATH:
        raise InvalidAddress(f"its path has {len(path)} characters, but must have at most {LONGEST_PATH}")
    return path


def _is_part(text: str) -> bool:
    """Tell whether a text can stand between two slashes of a path."""
    plain = "".join(sign for sign in text if sign.isascii())
    return text not in ("", ".", "..") and text.isprintable() and (not plain or bool(PLAIN.fullmatch(plain)))


class HostPattern(Struct, frozen=True):
    """A host, or with ``is_wildcard`` all names below it."""

    host: Host
    is_wildcard: bool = False

    @classmethod
    def read(cls, text: str) -> "HostPattern":
        """Return the pattern of a text: a host, or ``*.`` and a name.

        >>> HostPattern.read("*.Example").matches(Host.read("a.b.example"))
        True

        Raises:
            InvalidAddress: it is none.
        """
        host, is_wildcard = Host.read(text.removeprefix("*.")), text.startswith("*.")
        if is_wildcard and host.ip is not None:
            raise InvalidAddress("only a name can follow *.")
        return cls(host, is_wildcard)

    def matches(self, host: Host) -> bool:
        """Tell whether a host is meant."""
        return host.name.endswith(f".{self.host.name}") if self.is_wildcard else host == self.host

    def __str__(self) -> str:
        return f"*.{self.host}" if self.is_wildcard else str(self.host)
