"""The journal: what happened while a move was carried out, as rows of small numbers.

The rules write, the games' ``events`` modules give the rows their names. A closed journal takes no rows and costs
nothing, for rules are compiled for it without what writes: that is how search and random play use it.
"""

from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from malecon.core.fields import Field, record_of
from malecon.core.jit import rule
from malecon.core.untyped import AnyDtype

CAPACITY = 250
"""Rows that one move can write at most (a conformance test watches it)."""


def journal_of(name: str, capacity: int) -> AnyDtype:
    """Return the type of a journal with room for so many rows."""
    rows = Field(np.int16, (capacity, 5), "kind, seat (-1 = nobody), three numbers")
    return record_of(__name__, name, {"count": Field(np.int16, (), "rows written"), "rows": rows})


JOURNAL = journal_of("JOURNAL", CAPACITY)
CLOSED = journal_of("CLOSED", 1)
"""The type of a closed journal."""


class Journal(Protocol):
    """The fields of ``JOURNAL``."""

    count: int
    rows: NDArray[np.int16]


@rule
def note(journal: Journal, kind: int, seat: int, a: int = 0, b: int = 0, c: int = 0) -> None:
    """Write one row, if the journal is open."""
    if len(journal.rows) == CAPACITY:
        row = journal.rows[journal.count]
        row[0] = kind
        row[1] = seat
        row[2] = a
        row[3] = b
        row[4] = c
        journal.count += 1


def new_journal(*, is_open: bool = True) -> Journal:
    """Return an empty journal."""
    journal: Journal = np.zeros(1, JOURNAL if is_open else CLOSED)[0]
    return journal
