"""What comes of two moves by themselves, in their turn: it is told where there is no cause.

*Two pesos rather than nothing* is no cause, for the move says so, and nothing need come of it. But where a good part of
the lead is worth as much, and it cannot be had later as well, it is why the move is better.
"""

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from malecon.agents.comparison import Comparison, Numbers
from malecon.agents.future_table import Table
from malecon.agents.futures import IN_TURN
from malecon.agents.reason_example import MOST_STEPS, TRIED, clause_of, steps_that_differ
from malecon.core.ledger import HAPPENS, PIECES, POINTS, Entry, Ledger
from malecon.core.reason import AT_ONCE, BY_ITSELF, CONFIRMED, Example, Fact, Reason, Step

TYPICAL = 0.5
"""Share of what comes on average, in worth, that must come in an example."""
OFTEN = 0.3
"""By so much more often must another player have something after the other move."""


def by_itself(compared: Comparison, table: Table, worths: Numbers, lead: float) -> Reason | None:
    """What a move brings its seat in the turn, with an example; ``None`` if that is worth too little of the lead.

    What comes as well later in the round after the other move is worth nothing. Who takes it otherwise is told with it.

    Args:
        compared: the moves.
        table: their futures.
        worths: of one more in each column, as a share of the victory.
        lead: of the better move, as a share of the victory.
    """
    seat, in_turn = compared.question.seat, _in_turn(table)
    own = np.array([entry.seat == seat and entry.lens != HAPPENS for entry in table.entries])
    things = sorted({entry.thing for column, entry in enumerate(table.entries) if own[column]})
    more = _more(in_turn, worths, table, own, things)
    done = {table.entries[column].thing for column in np.flatnonzero(in_turn.any(axis=(0, 1)) & own).tolist()}
    in_round = _more(table.in_round(0), worths, table, own, sorted(done))
    weight = min(float(each.sum(1).mean()) for each in (more, in_round))
    if weight < CONFIRMED * lead or not (found := _example(table, worths, more, seat, compared.ledger)):
        return None
    pair, example = found
    amounts = tuple(table.points(seat).sum(0).mean(1).tolist())
    in_all = Fact(Entry(POINTS, seat, AT_ONCE, BY_ITSELF), amounts, (1.0, 1.0), weight)
    taken = {step.first.thing for step in example[0]}
    return Reason(BY_ITSELF, (in_all, *_taken_by_others(table, seat, taken, pair)), example=example)


def _more(totals: Numbers, worths: Numbers, table: Table, own: NDArray[np.bool_], things: Sequence[str]) -> Numbers:
    """What each thing brings the seat more after the better move, in worth (float64 ``[futures, things]``).

    Args:
        totals: what comes (float64 ``[2, futures, columns]``).
        worths: of one more in each column.
        table: of the futures.
        own: which columns are the seat's (bool ``[columns]``).
        things: which count.
    """
    more = (totals[0] - totals[1]) * worths * own
    columns = [[entry.thing == thing for entry in table.entries] for thing in things]
    return np.array([more[:, of_thing].sum(1) for of_thing in columns]).reshape(len(things), len(more)).T


def _in_turn(table: Table) -> Numbers:
    """What comes to each seat before anybody else decides (float64 ``[2, futures, columns]``)."""
    kinds, rows = table.happened
    columns = {entry: column for column, entry in enumerate(table.entries)}
    totals = np.zeros((2 * table.totals.shape[2], len(columns)))
    for future, _, kind, _ in rows[rows[:, -1] <= IN_TURN].tolist():
        for entry in kinds[kind]:
            totals[future, columns[entry._replace(amount=1)]] += entry.amount
    return totals.reshape(table.direct.shape)


def _taken_by_others(table: Table, seat: int, things: Collection[str], pair: int) -> Iterator[Fact]:
    """Yield what others have by the same things in the round, much more often after the other move.

    ``pair``: of futures, in which it is so.
    """
    for column, entry in enumerate(table.entries):
        if entry.seat in {seat, None} or entry.lens == HAPPENS or entry.thing not in things:
            continue
        totals = table.in_round(0)[:, :, column]
        this, that = (totals > 0).mean(1).tolist()
        seen = tuple(totals[:, pair].tolist())
        if that - this >= OFTEN and seen[1] > seen[0]:
            yield Fact(entry, tuple(totals.mean(1).tolist()), (this, that), 0.0, seen=seen)


def _example(table: Table, worths: Numbers, more: Numbers, seat: int, ledger: Ledger) -> tuple[int, Example] | None:
    """The pair of futures most like the mean, and what comes in it, as far as they differ; ``None`` if none is like it.

    ``more``: what each thing brings more after the better move, in worth (float64 ``[futures, things]``).
    """
    worth = dict(zip(table.entries, np.abs(worths).tolist(), strict=True))
    distance = np.abs(more - more.mean(0)).sum(1)
    is_typical = more.sum(1) >= TYPICAL * more.sum(1).mean()
    order = [pair for pair in np.argsort(distance, kind="stable").tolist() if is_typical[pair]]
    for pair in order[:TRIED]:
        lines = [[*table.happened.entries(pair + side * len(more), 0, IN_TURN)] for side in range(2)]
        this, that = (
            _weightiest([step for step in steps if _is_told(step, seat, ledger)], worth)
            for steps in steps_that_differ(lines, ledger)
        )
        if _is_more(this, that):
            return pair, (this, that)
    return None


def _is_told(step: Step, seat: int, ledger: Ledger) -> bool:
    """Tell whether a step is told: what comes to the seat by a thing, and what it does at a cost."""
    entry = step.first
    is_done = entry.lens == HAPPENS and ledger.is_means(entry)
    return entry.seat == seat and entry.thing != "" and not is_done and entry.verb not in ledger.pays


def _is_more(this: Sequence[Step], that: Sequence[Step]) -> bool:
    """Tell whether what is told speaks for the first move: it brings more pieces, or spares what the other one costs.

    Less may be worth more, if it is more than pieces against pieces.
    """
    gained, other = _gained(this), _gained(that)
    if not all(step.first.lens == PIECES for step in (*this, *that)):
        return bool(gained)
    return gained > other or (bool(that) and not this and not other)


def _gained(steps: Sequence[Step]) -> int:
    """How many points and pieces come by steps; what is done counts one."""
    return sum(entry.amount for step in steps for entry in (*step.entries, *step.price) if entry.amount > 0)


def _weightiest(steps: Sequence[Step], worth: dict[Entry, float]) -> tuple[Step, ...]:
    """The steps of the clauses that are worth most, in order."""
    by_clause = defaultdict[object, float](float)
    for step in steps:
        by_clause[clause_of(step)] += sum(abs(entry.amount) * worth[entry._replace(amount=1)] for entry in step.entries)
    told = sorted(by_clause, key=by_clause.__getitem__)[-MOST_STEPS:]
    return tuple(step for step in steps if clause_of(step) in told)
