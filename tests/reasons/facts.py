"""Facts of reasons for tests."""

from collections.abc import Sequence

import numpy as np

from malecon.agents.future_table import Happened, Table
from malecon.agents.futures import LATER
from malecon.core.ledger import HAPPENS, PIECES, POINTS, Entry
from malecon.core.reason import ORDER, Fact

NOTHING = Happened([], np.zeros((0, 4), np.int64))
"""Futures of which only the numbers are known."""


def table_of_lines(
    *futures: tuple[Sequence[tuple[int, Entry]], Sequence[tuple[int, Entry]]], when: int = LATER
) -> Table:
    """Return the table of futures of two moves: in each what happens after the one and the other, with its round.

    ``when``: all of it happens (``futures.WHEN``).
    """
    lines = [future[side] for side in range(2) for future in futures]
    kinds = [*dict.fromkeys(entry for line in lines for _, entry in line)]
    rows = [(place, number, kinds.index(entry), when) for place, line in enumerate(lines) for number, entry in line]
    entries = [*dict.fromkeys(entry._replace(amount=1) for entry in kinds)]
    totals = np.zeros((3, len(lines), len(entries)))
    for place, number, kind, _ in rows:
        totals[min(number, 2), place, entries.index(kinds[kind]._replace(amount=1))] += kinds[kind].amount
    by_move = totals.reshape(3, 2, len(futures), -1)
    happened = Happened([[kind] if kind.thing != ORDER else [] for kind in kinds], np.array(rows))
    return Table(
        entries, by_move, by_move[0] * 0, np.full((3, 2, len(futures)), -1), np.zeros((2, len(futures)), bool), happened
    )


def points(
    seat: int, verb: str, thing: str, each: int, chances: tuple[float, float], *, round_no: int = 0, wins: bool = False
) -> Fact:
    """Return that a seat scores so many points, so often."""
    amounts = (each * chances[0], each * chances[1])
    weight = 0.1 * abs(amounts[0] - amounts[1])
    return Fact(Entry(POINTS, seat, verb, thing), amounts, chances, weight, round_no, wins)


def pieces(
    seat: int,
    verb: str,
    thing: str,
    piece: str,
    amounts: tuple[float, float],
    *,
    round_no: int = 0,
    weight: float = 0.05,
) -> Fact:
    """Return that a seat gets or loses pieces: always, or the part of one by chance."""
    chances = (min(1.0, abs(amounts[0])), min(1.0, abs(amounts[1])))
    return Fact(Entry(PIECES, seat, verb, thing, 1, piece), amounts, chances, weight, round_no)


def happens(
    seat: int | None, verb: str, thing: str, chances: tuple[float, float], *, other: str = "", weight: float = 0.05
) -> Fact:
    """Return that something happens to a seat so often."""
    return Fact(Entry(HAPPENS, seat, verb, thing, 1, other), chances, chances, weight)
