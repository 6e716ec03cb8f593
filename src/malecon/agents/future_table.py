"""The futures of two moves as a table of numbers, with a column for each entry of the game's ledger."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from malecon.agents.futures import BY_MOVE, FUTURE, IN_STAGE, KIND, SEAT, WHEN, Futures
from malecon.agents.search import Question
from malecon.core.ledger import HAPPENS, Entry

Numbers = NDArray[np.float64]

GAME_END, ORDER = "game end", "order"
"""Things of every game."""
MOSTLY = 0.8
"""Share of the futures in which players must have turns for their order to be compared."""


class Table(NamedTuple):
    """The futures as numbers.

    Attributes:
        entries: of the columns, with ``amount`` 1.
        totals: float64 ``[2, futures, columns]``, by move.
    """

    entries: list[Entry]
    totals: Numbers


def table_of(question: Question, pairs: Sequence[tuple[Futures, Futures]]) -> Table:
    """Return the futures of both moves as columns of numbers."""
    each = len(pairs[0][0].shares)
    futures = len(pairs) * each
    parts = []
    for side in range(2):
        for place, pair in enumerate(pairs):
            rows = pair[side].rows.copy()
            rows[:, FUTURE] += side * futures + place * each
            parts.append(rows)
    rows = np.concatenate(parts)
    codes, kinds, firsts = _kinds_of_rows(question, rows)
    entries = [[*_entries(question, rows, *first)] for first in firsts]
    is_told = ~_is_direct(question, rows, codes, entries, futures)
    counts = np.bincount(rows[is_told, FUTURE] * kinds + codes[is_told], minlength=2 * futures * kinds)
    counts = counts.reshape(2 * futures, kinds)
    columns: dict[Entry, int] = {}
    for each_kind in entries:
        for entry in each_kind:
            columns.setdefault(entry._replace(amount=1), len(columns))
    more = _order_columns(question, rows, 2 * futures) | _end_column(rows, pairs)
    amounts = np.zeros((kinds, len(columns)))
    for code, each_kind in enumerate(entries):
        for entry in each_kind:
            amounts[code, columns[entry._replace(amount=1)]] += entry.amount
    totals = counts @ amounts
    happens = [column for entry, column in columns.items() if entry.lens == HAPPENS]
    totals[:, happens] = np.minimum(totals[:, happens], 1)
    if more:
        totals = np.hstack([totals, np.array([*more.values()]).T])
    return Table([*columns, *more], totals.reshape(2, futures, -1))


def _is_direct(
    question: Question,
    rows: NDArray[np.int32],
    codes: NDArray[np.int64],
    entries: Sequence[Sequence[Entry]],
    futures: int,
) -> NDArray[np.bool_]:
    """Tell of each row whether it is what the move itself brings: of its first thing, before anything new is shown.

    ``entries``: by code of a row. ``futures``: of each move.
    """
    by_move, places = rows[:, WHEN] == BY_MOVE, np.arange(len(rows))
    ending = [number for number, kind in enumerate(question.game.chronicle.kinds) if kind.passes or kind.reveals]
    ends = by_move & np.isin(rows[:, KIND], ending)
    first_end = np.full(2 * futures, len(rows))
    np.minimum.at(first_end, rows[ends, FUTURE], places[ends])
    shown = by_move & (places < first_end[rows[:, FUTURE]])
    is_direct = np.zeros(len(rows), np.bool_)
    for side in range(2):
        of_side = shown & (rows[:, FUTURE] // futures == side)
        thing = next((entry.thing for code in codes[of_side] for entry in entries[code]), None)
        alike = [code for code, found in enumerate(entries) if any(entry.thing == thing for entry in found)]
        is_direct |= of_side & np.isin(codes, alike)
    return is_direct


def _kinds_of_rows(question: Question, rows: NDArray[np.int32]) -> tuple[NDArray[np.int64], int, list[tuple[int, int]]]:
    """Return by row the number of its kind, how many kinds there are, and of each a row and the one that announced it.

    Rows are of one kind if they say the same and were announced by the same.
    """
    codes = rows[:, KIND].astype(np.int64)
    for column in range(SEAT, rows.shape[1]):
        codes = codes * 2**12 + (rows[:, column].astype(np.int64) + 2**11)
    announcing = [number for number, kind in enumerate(question.game.chronicle.kinds) if kind.announces]
    announcers = np.where(np.isin(rows[:, KIND], announcing), np.arange(len(rows)), -1)
    announcers = np.maximum.accumulate(announcers)
    is_other = (announcers >= 0) & (rows[announcers, FUTURE] != rows[:, FUTURE])
    announcers[is_other] = -1
    announced, of_announcer = np.unique(np.where(announcers >= 0, codes[announcers], -1), return_inverse=True)
    _, short = np.unique(codes, return_inverse=True)
    both = short * len(announced) + of_announcer
    _, firsts, numbers = np.unique(both, return_index=True, return_inverse=True)
    return numbers, len(firsts), [(int(first), int(announcers[first])) for first in firsts]


def _entries(question: Question, rows: NDArray[np.int32], row: int, announcer: int) -> Iterator[Entry]:
    """Yield the entries of a row."""
    ledger, read = question.game.ledger, question.game.chronicle.read_rows
    assert ledger is not None
    event = read([rows[row, KIND:].tolist()])[0]
    announced = read([rows[announcer, KIND:].tolist()])[0] if announcer >= 0 else None
    yield from ledger.entries(event, announced, question.state)


def _end_column(rows: NDArray[np.int32], pairs: Sequence[tuple[Futures, Futures]]) -> dict[Entry, Numbers]:
    """Return a column that says whether the game is over, at the stage at which that differs most."""
    ended = np.concatenate([pair[side].ended for side in range(2) for pair in pairs])
    last = np.zeros(len(ended), np.int64)
    np.maximum.at(last, rows[:, FUTURE], rows[:, WHEN])
    bounds = np.unique(last[ended])
    if not len(bounds):
        return {}
    columns = [(ended & (last <= bound)).astype(np.float64) for bound in bounds]
    first, second = (np.array([column.reshape(2, -1)[side].mean() for column in columns]) for side in range(2))
    return {Entry(HAPPENS, None, "end", GAME_END): columns[int(np.argmax(abs(first - second)))]}


def _order_columns(question: Question, rows: NDArray[np.int32], futures: int) -> dict[Entry, Numbers]:
    """Return columns that say whether the seat acts before another one, the first time that it matters."""
    ledger = question.game.ledger
    assert ledger is not None
    if ledger.turn is None:
        return {}
    turns = rows[rows[:, KIND] == question.game.chronicle.kinds.index(ledger.turn)]
    found: dict[Entry, Numbers] = {}
    has_order = np.zeros(futures, np.bool_)
    bounds = np.searchsorted(turns[:, FUTURE], np.arange(futures + 1))
    for future in range(futures):
        by_stage = defaultdict[int, list[int]](list)
        for row in turns[bounds[future] : bounds[future + 1]]:
            by_stage[max(int(row[WHEN]) - IN_STAGE, 0)].append(int(row[SEAT]))
        seats = next((seats for seats in by_stage.values() if len(set(seats)) > 1 and question.seat in seats), [])
        has_order[future] = bool(seats)
        for seat in set(seats) - {question.seat}:
            entry = Entry(HAPPENS, question.seat, "before", ORDER, 1, str(seat))
            column = found.setdefault(entry, np.zeros(futures))
            column[future] = seats.index(question.seat) < seats.index(seat)
    is_known = has_order.reshape(2, -1).mean(1) >= MOSTLY  # else the game was over before
    return found if is_known.all() else {}
