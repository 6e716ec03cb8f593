"""What the acts of a host print: sentences, times, tables."""

import sys
from collections.abc import Sequence
from datetime import UTC, datetime

from rich.console import Console
from rich.table import Table

from malecon.core.i18n import load, preferred

LANGUAGE = load(preferred())


def say(template: str, **facts: object) -> None:
    """Print a sentence."""
    print(LANGUAGE.say(template, **facts))


def time_text(moment: int | None) -> str:
    """Return a time, in milliseconds since 1970, as UTC; empty for ``None``.

    >>> time_text(0)
    '1970-01-01 00:00'
    """
    return "" if moment is None else f"{datetime.fromtimestamp(moment / 1000, UTC):%Y-%m-%d %H:%M}"


def print_table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Print a table; control characters in texts of people cannot reach the terminal."""
    table = Table(box=None, pad_edge=False)
    for head in heads:
        table.add_column(LANGUAGE.say(head), overflow="fold", no_wrap=head == heads[0])  # what is copied stays whole
    for row in rows:
        table.add_row(*("".join(letter if letter.isprintable() else "?" for letter in cell) for cell in row))
    Console(file=sys.stdout, markup=False, highlight=False).print(table)
