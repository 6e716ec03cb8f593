"""What comes of two moves by themselves, in their turn or by what they name: it is told where there is no cause.

*Two pesos rather than nothing* is no cause, for the move says so, and nothing need come of it. But where a good part of
the lead is worth as much, it is why the move is better.
"""

from collections import defaultdict
from collections.abc import Collection, Sequence
from typing import NamedTuple

import numpy as np

from malecon.agents.comparison import Comparison, Numbers
from malecon.agents.future_table import AFTER, Table
from malecon.agents.futures import IN_TURN
from malecon.agents.reason_example import MOST_STEPS, TRIED, clause_of, steps_that_differ
from malecon.core.ledger import HAPPENS, PIECES, POINTS, Entry
from malecon.core.reason import AFTERWARDS, AT_ONCE, BY_ITSELF, CONFIRMED, Example, Fact, Reason, Step

TYPICAL = 0.5
"""Share of what comes on average, in worth, that must come in an example."""


class _Span(NamedTuple):
    """A part of the futures.

    Attributes:
        totals: what comes in it (float64 ``[2, futures, columns]``).
        round: 0 for the one in which the moves are made.
        until: when it ends (``futures.WHEN``).
        things: by which something comes.
    """

    totals: Numbers
    round: int
    until: float
    things: Collection[str]

    def more_by_thing(self, table: Table, worths: Numbers, seat: int) -> Numbers:
        """What each thing brings a seat more after the better move, in worth (float64 ``[futures, things]``)."""
        more = (self.totals[0] - self.totals[1]) * worths
        own = [entry.thing if entry.seat == seat and entry.lens != HAPPENS else None for entry in table.entries]
        return np.stack([more[:, [thing == each for thing in own]].sum(1) for each in sorted(self.things)], axis=1)

    @property
    def is_turn(self) -> bool:
        """Whether it ends where somebody else decides."""
        return self.until == IN_TURN


def by_itself(compared: Comparison, table: Table, worths: Numbers, lead: float) -> Reason | None:
    """What a move brings its seat, with an example; ``None`` if that is worth less than a good part of the lead.

    It is what comes in the turn; else what comes in this round or the next one, by the things that the moves name, and
    by which nothing comes in the turn.

    Args:
        compared: the moves.
        table: their futures.
        worths: of one more in each column, as a share of the victory.
        lead: of the better move, as a share of the victory.
    """
    seat = compared.question.seat
    spans = [_Span(_in_turn(table), 0, IN_TURN, {entry.thing for entry in table.entries})]
    named = {thing for thing in spans[0].things if thing and _is_named(compared, thing)}
    done = (table.entries[column] for column in np.flatnonzero(spans[0].totals.any(axis=(0, 1))).tolist())
    in_turn = {entry.thing for entry in done if entry.seat == seat}
    spans += [_Span(table.in_round(number), number, np.inf, named - in_turn) for number in range(AFTER)]
    for span in spans:
        if not span.things:
            continue
        more = span.more_by_thing(table, worths, seat)
        weight = float(more.sum(1).mean())
        if weight >= CONFIRMED * lead and (example := _example(compared, table, span, more, worths)):
            in_all = Entry(POINTS, seat, AT_ONCE if span.is_turn else AFTERWARDS, BY_ITSELF)
            amounts = tuple(table.points(seat).sum(0).mean(1).tolist())
            return Reason(BY_ITSELF, (Fact(in_all, amounts, (1.0, 1.0), weight),), example=example)
    return None


def _is_named(compared: Comparison, thing: str) -> bool:
    """Tell whether one of the moves names a thing."""
    game, state = compared.question.game, compared.question.state
    moves = (game.notation.format(side.first_action) for side in compared.sides)
    return any(compared.ledger.is_named(state, move, thing) for move in moves)


def _in_turn(table: Table) -> Numbers:
    """What comes to each seat before anybody else decides (float64 ``[2, futures, columns]``)."""
    kinds, rows = table.happened
    columns = {entry: column for column, entry in enumerate(table.entries)}
    totals = np.zeros((2 * table.totals.shape[2], len(columns)))
    for future, _, kind, _ in rows[rows[:, -1] <= IN_TURN].tolist():
        for entry in kinds[kind]:
            totals[future, columns[entry._replace(amount=1)]] += entry.amount
    return totals.reshape(table.direct.shape)


def _example(compared: Comparison, table: Table, span: _Span, more: Numbers, worths: Numbers) -> Example | None:
    """What comes in the pair of futures most like the mean, as far as they differ; ``None`` if none is like it.

    ``more``: what each thing brings more after the better move, in worth (float64 ``[futures, things]``).
    """
    worth = dict(zip(table.entries, np.abs(worths).tolist(), strict=True))
    distance = np.abs(more - more.mean(0)).sum(1)
    is_typical = more.sum(1) >= TYPICAL * more.sum(1).mean()
    order = [pair for pair in np.argsort(distance, kind="stable").tolist() if is_typical[pair]]
    for pair in order[:TRIED]:
        happened = (table.happened.entries(pair + side * len(more), span.round, span.until) for side in range(2))
        lines = [[each for each in line if each[0] == span.round] for line in happened]
        this, that = (
            _weightiest([step for step in steps if _is_told(compared, span, step)], worth)
            for steps in steps_that_differ(lines, compared.ledger)
        )
        if _is_more(this, that, span):
            return this, that
    return None


def _is_told(compared: Comparison, span: _Span, step: Step) -> bool:
    """Tell whether a step is told: what comes to the seat by a thing of the span, and what it does at a cost."""
    entry, ledger = step.first, compared.ledger
    is_done = entry.lens == HAPPENS and ledger.is_means(entry)
    is_own = entry.seat == compared.question.seat and entry.thing != "" and entry.thing in span.things
    return is_own and not is_done and entry.verb not in ledger.pays


def _is_more(this: Sequence[Step], that: Sequence[Step], span: _Span) -> bool:
    """Tell whether what is told speaks for the first move: it brings more pieces, or spares what the other one costs.

    In a turn less may be worth more, if it is more than pieces against pieces.
    """
    gained, other = _gained(this), _gained(that)
    is_plain = all(step.first.lens == PIECES for step in (*this, *that))
    if span.is_turn and not is_plain:
        return bool(gained)
    return gained > other or (span.is_turn and bool(that) and not this and not other)


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
