"""Types of settings: how a value is read from a text, and what must be written."""

from collections.abc import Callable, Iterable
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from msgspec import Struct

from malecon.core.site_address import Host, HostPattern, SiteAddress

Network = IPv4Network | IPv6Network

YES, NO = ("yes", "true", "on", "1"), ("no", "false", "off", "0")
PORTS = 65535
LONGEST_DAYS = 36500

ALL = "all"
"""The word for all addresses of a machine, of IPv4 and IPv6."""
MAIL_PORTS = {"smtp": 25, "smtps": 465}


class SettingType(Struct, frozen=True):
    """A type of values.

    Attributes:
        name: as the help calls a value.
        expected: what must be written, after "must be".
        read: returns the value of a text, or raises a ``ValueError``.
        format: returns the text of a value.
    """

    name: str
    expected: str
    read: Callable[[str], object]
    format: Callable[[Any], str] = str


def _parse_flag(text: str) -> bool:
    """Return whether a text says yes.

    >>> _parse_flag("on"), _parse_flag("NO")
    (True, False)
    """
    if text.lower() not in YES + NO:
        raise ValueError
    return text.lower() in YES


def _parse_whole(text: str, most: int | None = None, least: int = 0) -> int:
    number = int(text) if text.isdecimal() else -1
    if number < least or (most is not None and number > most):
        raise ValueError
    return number


def _split_commas(text: str) -> list[str]:
    """Return the parts of a text between commas.

    >>> _split_commas(" a, b,")
    ['a', 'b']
    """
    return [part.strip() for part in text.split(",") if part.strip()]


def _parse_path(text: str) -> Path:
    """Return a path; ``~``, which only shells replace, is the home folder."""
    if not text:
        raise ValueError
    try:
        return Path(text).expanduser()
    except RuntimeError:  # there is none
        raise ValueError from None


def _parse_listening(text: str) -> tuple[Host, ...]:
    """Return the hosts to listen on.

    >>> _parse_listening("LOCALHOST, [0::1]")
    (Host(name='localhost'), Host(name='::1'))
    """
    hosts = tuple(map(Host.read, _split_commas(text)))
    if not hosts:
        raise ValueError
    return hosts


def one_of(*words: str) -> SettingType:
    """Return the type of some words."""

    def read(text: str) -> str:
        if text not in words:
            raise ValueError
        return text

    return SettingType("|".join(words), f"one of {', '.join(words)}", read)


def _join_commas(values: Iterable[object]) -> str:
    return ",".join(map(str, values))


TEXT = SettingType("TEXT", "a text", str)
FOLDER = SettingType("PATH", "the path of a folder", _parse_path, lambda value: "" if value is None else str(value))
FLAG = SettingType("yes|no", "yes or no", _parse_flag, lambda value: "yes" if value else "no")
WHOLE = SettingType("NUMBER", "a whole number from 1", lambda text: _parse_whole(text, least=1))
OPTIONAL_WHOLE = SettingType(
    "NUMBER", "a whole number from 1", lambda text: _parse_whole(text, least=1), lambda value: str(value or "")
)
DAYS = SettingType(
    "DAYS", f"a whole number of days up to {LONGEST_DAYS}, or 0 for ever", lambda text: _parse_whole(text, LONGEST_DAYS)
)
PORT = SettingType("PORT", f"a whole number up to {PORTS}", lambda text: _parse_whole(text, PORTS))
ADDRESS = SettingType(
    "ADDRESS",
    "an address as https://malecon.example or https://club.example/games",
    lambda text: SiteAddress.read(text) if text else None,
    lambda address: str(address or ""),
)
LISTENING = SettingType(
    "HOSTS", f"{ALL}, or hosts as localhost, 192.168.1.20 or ::1, with commas between", _parse_listening, _join_commas
)
HOSTS = SettingType(
    "NAMES",
    "names of hosts, with commas between",
    lambda text: tuple(map(HostPattern.read, _split_commas(text))),
    _join_commas,
)
NETWORKS = SettingType(
    "NETWORKS",
    "networks as 10.0.0.0/8, with commas between",
    lambda text: tuple(map(ip_network, _split_commas(text))),
    _join_commas,
)


class MailServer(Struct, frozen=True):
    """A mail server: where it is, how one signs in, and whether all is encrypted from the start."""

    host: str
    port: int
    name: str | None
    password: str | None
    is_encrypted: bool


def server_at(url: str) -> MailServer:
    """Return the mail server of a setting; with ``smtp:``, TLS begins as soon as the server offers it.

    >>> server_at("smtps://ana:rum%40sea@mail.example")
    MailServer(host='mail.example', port=465, name='ana', password='rum@sea', is_encrypted=True)
    """
    parts = urlsplit(url)
    name, password = (None if part is None else unquote(part) for part in (parts.username, parts.password))
    return MailServer(
        parts.hostname or "", parts.port or MAIL_PORTS.get(parts.scheme, 25), name, password, parts.scheme == "smtps"
    )
