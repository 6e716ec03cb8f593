"""The futures of two moves as a table of numbers, with a column for each entry of the game's ledger."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from malecon.agents.futures import BY_MOVE, FUTURE, IN_STAGE, KIND, SEAT, WHEN, Futures
from malecon.agents.search import Question
from malecon.core.engine import RoundBeginning
from malecon.core.ledger import HAPPENS, POINTS, Entry
from malecon.core.reason import GAME_END, ORDER, Fact

Numbers = NDArray[np.float64]

MOSTLY = 0.8
"""Share of the futures in which players must have turns for their order to be compared."""
WON = 0.9
"""Share of the victory of a seat that alone has won."""
BETWEEN = 0.1
"""How much the difference of the moves counts beside the differences among the futures of each."""
ROUNDS = 3
"""Rounds that are told apart: the one in which the moves are made, the one after it, and all others."""
AFTER = ROUNDS - 1


class Happened(NamedTuple):
    """What happens in the futures of both moves, in order.

    Attributes:
        kinds: by kind of row, its entries.
        rows: int64 ``[n, 4]``: the future, those of the better move first; the round, from 0; the kind; when
            (``futures.WHEN``).
    """

    kinds: list[list[Entry]]
    rows: NDArray[np.int64]

    def entries(self, future: int, last: int, until: float = np.inf) -> Iterator[tuple[int, Entry]]:
        """Yield the entries of a future, each with its round.

        ``last``: the last round, all later ones if ``AFTER``. ``until``: when it ends.
        """
        first, end = np.searchsorted(self.rows[:, 0], (future, future + 1))
        for _, number, kind, when in self.rows[first:end].tolist():
            if min(number, AFTER) <= last and when <= until:
                for entry in self.kinds[kind]:
                    yield number, entry


class Table(NamedTuple):
    """The futures as numbers.

    Attributes:
        entries: of the columns, with ``amount`` 1.
        totals: float64 ``[ROUNDS, 2, futures, columns]``, by round and move, without what the move itself brings.
        direct: float64 ``[2, futures, columns]``: what the move itself brings.
        winner: the seat that alone wins in a round (int64 ``[ROUNDS, 2, futures]``); -1 where none does.
        is_tied: whether two seats have most points at the end (bool ``[2, futures]``).
        happened: the same futures as lists.
    """

    entries: list[Entry]
    totals: Numbers
    direct: Numbers
    winner: NDArray[np.int64]
    is_tied: NDArray[np.bool_]
    happened: Happened

    def explained(self, effect: Fact, cause: Fact) -> float:
        """Return the share of an effect's change that goes with a cause: 1 if all does, 0 if they are independent.

        It is the slope of the effect over the cause, among the futures of each move, times the change of the cause.
        Where the cause hardly differs among those, the move alone decides it, and the difference of the moves counts.
        Of pieces it may be enough that there are some, however many.
        """
        one, other = self.column(effect), self.column(cause)
        return max(_explained(one, other), _explained(one, (other != 0).astype(float)))

    def in_round(self, number: int) -> Numbers:
        """What comes in a round, with what the move itself brings (float64 ``[2, futures, columns]``)."""
        return self.totals[number] + self.direct if number == 0 else self.totals[number]

    def points(self, seat: int) -> Numbers:
        """The points that a seat scores in each round and future (float64 ``[ROUNDS, 2, futures]``)."""
        own = [entry.lens == POINTS and entry.seat == seat for entry in self.entries]
        return np.stack([self.in_round(number)[..., own].sum(-1) for number in range(ROUNDS)])

    def column(self, fact: Fact) -> Numbers:
        """How many points or pieces there are in each future by a fact, or if it happens (float64 ``[2, futures]``)."""
        return self.in_round(fact.round)[:, :, self.entries.index(fact.entry)]


def _explained(effect: Numbers, cause: Numbers) -> float:
    """The share of an effect's change that goes with a cause (float64 ``[2, futures]``)."""
    changes = [float(column.mean(1)[0] - column.mean(1)[1]) for column in (effect, cause)]
    if changes[0] == 0:
        return 0.0
    within = cause - cause.mean(1, keepdims=True)
    between = BETWEEN * cause.size / 4
    spread = (within**2).sum() + between * changes[1] ** 2
    together = (within * (effect - effect.mean(1, keepdims=True))).sum() + between * changes[0] * changes[1]
    return float(together / spread * changes[1] / changes[0]) if spread else 0.0


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
    numbers = _rounds(question, rows)
    rounds = np.minimum(numbers, AFTER)
    codes, firsts = _kinds_of_rows(question, rows)
    entries = [[*_entries(question, rows, *first)] for first in firsts]
    is_direct = _is_direct(question, rows, codes, entries, futures)
    places = np.where(is_direct, ROUNDS, rounds) * 2 * futures + rows[:, FUTURE]
    columns: dict[Entry, int] = {}
    for each_kind in entries:
        for entry in each_kind:
            columns.setdefault(entry._replace(amount=1), len(columns))
    cells = np.zeros((ROUNDS + 1) * 2 * futures * len(columns))
    for column, amount in _by_kind(entries, columns):
        of_rows = column[codes]
        has_entry = of_rows >= 0
        found = places[has_entry] * len(columns) + of_rows[has_entry]
        cells += np.bincount(found, amount[codes][has_entry], len(cells))
    totals = cells.reshape(ROUNDS + 1, 2 * futures, len(columns))
    happens = [column for entry, column in columns.items() if entry.lens == HAPPENS]
    totals[:, :, happens] = np.minimum(totals[:, :, happens], 1)
    last = np.zeros(2 * futures, np.int64)
    np.maximum.at(last, rows[:, FUTURE], rounds)
    more = _order_columns(question, rows, rounds, 2 * futures) | _end_column(pairs, last)
    none = np.zeros((1, 2 * futures))
    totals = np.concatenate([totals, *(np.concatenate([column, none])[:, :, None] for column in more.values())], axis=2)
    by_side = totals.reshape(ROUNDS + 1, 2, futures, -1)
    return Table(
        [*columns, *more],
        by_side[:ROUNDS],
        by_side[ROUNDS],
        _winner(pairs, last).reshape(ROUNDS, 2, futures),
        _is_tied(pairs).reshape(2, futures),
        Happened(entries, np.stack([rows[:, FUTURE], numbers, codes, rows[:, WHEN]], axis=1)),
    )


def _by_kind(
    entries: Sequence[Sequence[Entry]], columns: Mapping[Entry, int]
) -> Iterator[tuple[NDArray[np.int64], Numbers]]:
    """Yield by kind of row the column of its first entry and the amount; then of its second one; -1 if it has none."""
    for place in range(max(map(len, entries))):
        column, amount = np.full(len(entries), -1), np.zeros(len(entries))
        for kind, found in enumerate(entries):
            if place < len(found):
                column[kind], amount[kind] = columns[found[place]._replace(amount=1)], found[place].amount
        yield column, amount


def _rounds(question: Question, rows: NDArray[np.int32]) -> NDArray[np.int64]:
    """Return the round of each row, from 0."""
    kinds = question.game.chronicle.kinds
    beginning = [number for number, kind in enumerate(kinds) if issubclass(kind, RoundBeginning)]
    begins = np.isin(rows[:, KIND], beginning)
    begun = begins.cumsum()
    _, firsts, future = np.unique(rows[:, FUTURE], return_index=True, return_inverse=True)
    before = (begun - begins)[firsts]
    found: NDArray[np.int64] = begun - before[future]
    return found


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
    kinds = question.game.chronicle.kinds
    passing = np.isin(rows[:, KIND], [number for number, kind in enumerate(kinds) if kind.passes])
    revealing = np.isin(rows[:, KIND], [number for number, kind in enumerate(kinds) if kind.reveals])
    ends = by_move & (passing | revealing)
    first_end = np.full(2 * futures, len(rows))
    np.minimum.at(first_end, rows[ends, FUTURE], (places + ~revealing)[ends])
    shown = by_move & (places < first_end[rows[:, FUTURE]])
    is_direct = np.zeros(len(rows), np.bool_)
    for side in range(2):
        of_side = shown & (rows[:, FUTURE] // futures == side)
        thing = next((entry.thing for code in codes[of_side] for entry in entries[code]), None)
        alike = [code for code, found in enumerate(entries) if any(entry.thing == thing for entry in found)]
        is_direct |= of_side & np.isin(codes, alike)
    return is_direct


def _kinds_of_rows(question: Question, rows: NDArray[np.int32]) -> tuple[NDArray[np.int64], list[tuple[int, int]]]:
    """Return by row the number of its kind, and of each kind a row and the one that announced it.

    Rows are of one kind if they say the same and were announced by the same.
    """
    codes = rows[:, KIND].astype(np.int64)
    for column in range(SEAT, rows.shape[1]):
        codes = codes * 2**12 + (rows[:, column].astype(np.int64) + 2**11)
    assert question.game.ledger is not None
    announcing = [question.game.chronicle.kinds.index(kind) for kind in question.game.ledger.announcing]
    announcers = np.where(np.isin(rows[:, KIND], announcing), np.arange(len(rows)), -1)
    announcers = np.maximum.accumulate(announcers)
    is_other = (announcers >= 0) & (rows[announcers, FUTURE] != rows[:, FUTURE])
    announcers[is_other] = -1
    announced, of_announcer = np.unique(np.where(announcers >= 0, codes[announcers], -1), return_inverse=True)
    _, short = np.unique(codes, return_inverse=True)
    both = short * len(announced) + of_announcer
    _, firsts, numbers = np.unique(both, return_index=True, return_inverse=True)
    return numbers, [(int(first), int(announcers[first])) for first in firsts]


def _entries(question: Question, rows: NDArray[np.int32], row: int, announcer: int) -> Iterator[Entry]:
    """Yield the entries of a row."""
    ledger, read = question.game.ledger, question.game.chronicle.read_rows
    assert ledger is not None
    event = read([rows[row, KIND:].tolist()])[0]
    announced = read([rows[announcer, KIND:].tolist()])[0] if announcer >= 0 else None
    yield from ledger.entries(event, announced, question.state)


def _end_column(pairs: Sequence[tuple[Futures, Futures]], last: NDArray[np.int64]) -> dict[Entry, Numbers]:
    """Return a column that says whether the game ends, in which round. ``last``: the round of each future's end."""
    ended = np.concatenate([pair[side].ended for side in range(2) for pair in pairs])
    if not ended.any():
        return {}
    return {Entry(HAPPENS, None, "end", GAME_END): (ended & (last == _EACH_ROUND)).astype(np.float64)}


def _winner(pairs: Sequence[tuple[Futures, Futures]], last: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return by round the seat that alone wins each future in it (int64 ``[ROUNDS, futures]``); -1 where none does."""
    shares = np.concatenate([pair[side].shares for side in range(2) for pair in pairs])
    ended = np.concatenate([pair[side].ended for side in range(2) for pair in pairs])
    is_won = ended & (shares.max(axis=1) >= WON) & (last == _EACH_ROUND)
    found: NDArray[np.int64] = np.where(is_won, shares.argmax(axis=1), -1)
    return found


def _is_tied(pairs: Sequence[tuple[Futures, Futures]]) -> NDArray[np.bool_]:
    """Tell of each future whether two seats have most points at its end (bool ``[futures]``)."""
    points = np.concatenate([pair[side].points for side in range(2) for pair in pairs])
    is_tied: NDArray[np.bool_] = (points == points.max(axis=1, keepdims=True)).sum(axis=1) > 1
    return is_tied


_EACH_ROUND = np.arange(ROUNDS)[:, None]


def _order_columns(
    question: Question, rows: NDArray[np.int32], rounds: NDArray[np.int64], futures: int
) -> dict[Entry, Numbers]:
    """Return columns that say whether the seat acts before another one, or alone, the first time that it acts again."""
    ledger = question.game.ledger
    assert ledger is not None
    if ledger.turn is None:
        return {}
    is_turn = rows[:, KIND] == question.game.chronicle.kinds.index(ledger.turn)
    turns, of_round = rows[is_turn], rounds[is_turn]
    others = [seat for seat in range(int(question.state.seats)) if seat != question.seat]
    columns = {
        Entry(HAPPENS, question.seat, "before", ORDER, 1, str(seat)): np.zeros((ROUNDS, futures)) for seat in others
    }
    acts = np.zeros(futures, np.bool_)
    bounds = np.searchsorted(turns[:, FUTURE], np.arange(futures + 1))
    for future in range(futures):
        by_stage = defaultdict[int, list[int]](list)
        in_round = {}
        for place in range(bounds[future], bounds[future + 1]):
            stage = max(int(turns[place, WHEN]) - IN_STAGE, 0)
            by_stage[stage].append(int(turns[place, SEAT]))
            in_round[stage] = of_round[place]
        if not (mine := [stage for stage, seats in by_stage.items() if question.seat in seats]):
            continue
        stage = mine[0]
        acts[future] = True
        earlier = by_stage[stage][: by_stage[stage].index(question.seat)]
        for seat, column in zip(others, columns.values(), strict=True):
            column[in_round[stage], future] = seat not in earlier
    return columns if (acts.reshape(2, -1).mean(1) >= MOSTLY).all() else {}
