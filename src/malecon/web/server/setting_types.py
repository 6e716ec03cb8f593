"""Sorts of values that a setting can have: how each is read from a text, and what must be written."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from typing import Any

Network = IPv4Network | IPv6Network

YES, NO = ("yes", "true", "on", "1"), ("no", "false", "off", "0")
PORTS = 65535
LONGEST_DAYS = 36500


@dataclass(frozen=True, slots=True)
class Sort:
    """A sort of values.

    Attributes:
        name: as the help calls a value.
        expected: what must be written, after "must be".
        read: returns the value of a text, or raises a ``ValueError``.
        written: returns the text of a value.
    """

    name: str
    expected: str
    read: Callable[[str], Any]
    written: Callable[[Any], str] = str


def yes_or_no(text: str) -> bool:
    """Return whether a text says yes.

    >>> yes_or_no("on"), yes_or_no("NO")
    (True, False)
    """
    if text.lower() not in YES + NO:
        raise ValueError
    return text.lower() in YES


def whole(text: str, most: int | None = None, least: int = 0) -> int:
    """Return a whole number in some bounds."""
    number = int(text) if text.isdecimal() else -1
    if number < least or (most is not None and number > most):
        raise ValueError
    return number


def several(text: str) -> list[str]:
    """Return the parts of a text between commas.

    >>> several(" a, b,")
    ['a', 'b']
    """
    return [part.strip() for part in text.split(",") if part.strip()]


def address(text: str) -> str:
    """Return the address of a site without what may follow its host."""
    if text and not re.fullmatch(r"https?://[A-Za-z0-9.:\[\]-]+/?", text):
        raise ValueError
    return text.rstrip("/")


def hosts(text: str) -> tuple[str, ...]:
    """Return names of hosts, without ports."""
    names = several(text)
    if not all(re.fullmatch(r"(\*\.)?[A-Za-z0-9.-]+", name) for name in names):
        raise ValueError
    return tuple(names)


def one_of(*words: str) -> Sort:
    """Return the sort of some words."""

    def read(text: str) -> str:
        if text not in words:
            raise ValueError
        return text

    return Sort("|".join(words), f"one of {', '.join(words)}", read)


def listed(values: Any) -> str:
    """Return values with commas between."""
    return ",".join(map(str, values))


TEXT = Sort("TEXT", "a text", str)
FILE = Sort("PATH", "a path", Path)
FLAG = Sort("yes|no", "yes or no", yes_or_no, lambda value: "yes" if value else "no")
WHOLE = Sort("NUMBER", "a whole number from 1", lambda text: whole(text, least=1))
SOME = Sort("NUMBER", "a whole number from 1", lambda text: whole(text, least=1), lambda value: str(value or ""))
DAYS = Sort(
    "DAYS", f"a whole number of days up to {LONGEST_DAYS}, or 0 for ever", lambda text: whole(text, LONGEST_DAYS)
)
PORT = Sort("PORT", f"a whole number up to {PORTS}", lambda text: whole(text, PORTS))
ADDRESS = Sort("ADDRESS", "an address as https://malecon.example", address)
HOSTS = Sort("NAMES", "names of hosts, with commas between", hosts, listed)
NETWORKS = Sort(
    "NETWORKS",
    "networks as 10.0.0.0/8, with commas between",
    lambda text: tuple(map(ip_network, several(text))),
    listed,
)
