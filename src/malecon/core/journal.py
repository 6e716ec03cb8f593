"""The journal: what happened while a move was carried out, as rows of small numbers.

The rules write, the games' ``events`` modules give the rows their names. A closed journal takes no rows and costs
nothing; that is how search and random play use it.
"""

from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from malecon.core.fields import record_of
from malecon.core.jit import rule

CAPACITY = 250
"""Rows that one move can write at most (a conformance test watches it)."""

# fmt: off
JOURNAL = record_of(__name__, "JOURNAL", [
    ("open", np.int16),                     # 1 takes rows, 0 does not
    ("count", np.int16),                    # rows written
    ("rows", np.int16, (CAPACITY, 5)),      # kind, seat (-1 = nobody), three numbers
])
# fmt: on


class Journal(Protocol):
    """The fields of ``JOURNAL``."""

    open: int
    count: int
    rows: NDArray[np.int16]


@rule
def note(journal: Journal, kind: int, seat: int, a: int = 0, b: int = 0, c: int = 0) -> None:
    """Write one row, if the journal is open."""
    if journal.open == 1:
        row = journal.rows[journal.count]
        row[0] = kind
        row[1] = seat
        row[2] = a
        row[3] = b
        row[4] = c
        journal.count += 1


def new_journal(*, is_open: bool = True) -> Journal:
    """Return an empty journal."""
    journal: Journal = np.zeros(1, JOURNAL)[0]
    journal.open = int(is_open)
    return journal
