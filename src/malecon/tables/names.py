"""The names by which somebody can be called at a table."""

from collections.abc import Iterable

from malecon.core.errors import UsageError
from malecon.core.i18n import N_
from malecon.core.plain_text import clean_name, is_shown, look_alike
from malecon.tables.table import Table

LONGEST_NAME = 40
SHOWN_LETTERS = 12
"""Letters of a name that is too long in the sentence which refuses it."""


def validate_name(name: str) -> str:
    """Return a name without needless blanks and without signs that nobody sees; empty if nothing is left.

    >>> validate_name("  Ana  María ")
    'Ana María'

    Raises:
        UsageError: it is too long, or has signs that cannot be shown.
    """
    name = clean_name(name)
    if len(name) > LONGEST_NAME:
        template = N_("A name has at most {most} characters; “{begin}…” has {count}.")
        raise UsageError(template, most=LONGEST_NAME, begin=printable(name[:SHOWN_LETTERS]), count=len(name))
    if not all(map(is_shown, name)):
        raise UsageError(N_("There are characters in the name “{name}” that cannot be shown."), name=printable(name))
    return name


def printable(name: str) -> str:
    """Return a name with question marks for what cannot be shown."""
    return "".join(letter if is_shown(letter) else "?" for letter in name)


def check_distinct(name: str, others: Iterable[str]) -> None:
    """Refuse a name that looks like that of somebody else at a table.

    Raises:
        UsageError: it does.
    """
    if look_alike(name, filter(None, others)):
        raise UsageError(N_("Somebody here is called {name} already, or nearly so; choose another name."), name=name)


def check_name(seat: int, name: str) -> None:
    """Refuse a name by which nobody can be called at a table.

    Raises:
        UsageError: it is empty, too long, or not plain.
    """
    if not name or validate_name(name) != name:
        raise UsageError(f"name of seat {seat + 1}: is {name!r}, but must be printable, without needless blanks")


def valid_name_at(table: Table, name: str) -> str:
    """Return a name by which somebody can be called at a table.

    Raises:
        UsageError: it cannot be shown, or looks like that of somebody else.
    """
    name = validate_name(name)
    if not name:
        raise UsageError(N_("Everybody at a table needs a name."))
    check_distinct(name, [occupant.name for occupant in table.occupants])
    return name
