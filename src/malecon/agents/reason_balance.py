"""The balance of two moves: the points that players score after each of them, by what they score with.

A cause says what happens; the balance says how much all of it comes to, and what speaks against the better move.
"""

from collections import defaultdict
from collections.abc import Sequence

import numpy as np

from malecon.agents.comparison import Numbers, Pairs
from malecon.agents.future_table import Table
from malecon.core.ledger import POINTS, Entry
from malecon.core.reason import BALANCE, GAME_END, IN_ALL, Fact, Reason

LEAST, LEAST_LATER = 0.75, 0.5
"""Points, on average, that the seat must gain, and others differ by; that must come after those of the move itself."""
LEAST_ALONE = 2
"""Whole points by all sources together that are a reason without a cause."""
PART = 0.5
"""Of the points by the source that brings most: a cause by which the seat scores fewer stands aside."""
STABLE = 3.0
"""Standard errors by which points must differ."""
ENDED = 0.9
"""Share of the futures that end with the game, from which on all of them are said to."""
LEAST_LOSS = 0.01
"""Share of the victory that the others must lose together, so that it says against whom points count."""


def balance_of(table: Table, pairs: Pairs, seat: int) -> Reason | None:
    """Return the balance; ``None`` if the seat does not gain on the others, or only by what the move itself brings.

    Its facts are the points of a player in all, the seat first, each with those by its weightiest sources behind it.
    """
    others = [other for other in range(pairs[0][0].shares.shape[1]) if other != seat]
    totals = {each: table.points(each).sum(0) for each in [seat, *others]}
    changes = {each: float(np.subtract(*points.mean(1))) for each, points in totals.items()}
    if changes[seat] - _of_others(changes, pairs, seat) < LEAST:
        return None
    sources = _by_source(table)
    if all(fact.direct for fact in sources):
        return None
    others = sorted((each for each in others if abs(changes[each]) >= LEAST), key=lambda each: -abs(changes[each]))
    last = max((fact.round for fact in sources), default=0)
    is_end = np.mean([one.ended.mean() for pair in pairs for one in pair]) >= ENDED
    facts = list[Fact]()
    for each in [seat, *others]:
        entry = Entry(POINTS, each, IN_ALL, GAME_END if is_end else BALANCE)
        facts += [_fact(entry, totals[each], last), *(fact for fact in sources if fact.entry.seat == each)]
    return Reason(BALANCE, tuple(facts))


def adds_up(balance: Reason) -> bool:
    """Tell whether the sources explain the balance by themselves: they do not make up for each other.

    The seat scores more, and what it gains by all of them together, less the gain of the player who loses most, counts,
    in whole points, as they are told.
    """
    if balance.facts[0].change < LEAST:
        return False
    by_seat = defaultdict[int | None, int](int)
    for fact in balance.facts:
        if fact.entry.thing not in {BALANCE, GAME_END}:
            by_seat[fact.entry.seat] += round(fact.change)
    own = by_seat.pop(balance.facts[0].entry.seat, 0)
    return own - min(by_seat.values(), default=0) >= LEAST_ALONE


def is_aside(reason: Reason, balance: Reason) -> bool:
    """Tell whether a cause is points of the seat, no victory, and another source of the balance brings much more."""
    lead, total = reason.lead, balance.facts[0]
    if lead.wins or lead.entry[:2] != total.entry[:2]:
        return False
    own = {fact.entry.thing: fact.change for fact in balance.facts[1:] if fact.entry.seat == lead.entry.seat}
    return own.get(reason.thing, 0.0) < PART * max(own.values(), default=0.0)


def gains(balance: Reason, found: Sequence[Reason]) -> list[Reason]:
    """The things, of all that differ, by which the seat gains or another player loses, the weightiest first."""
    seat, things = balance.facts[0].entry.seat, defaultdict[str, float](float)
    for fact in balance.facts:
        things[fact.entry.thing] += fact.change if fact.entry.seat == seat else -fact.change
    gaining = [each for each in found if things[each.thing] > 0 and each.speaking]
    return sorted(gaining, key=lambda each: -things[each.thing])


def _of_others(changes: dict[int, float], pairs: Pairs, seat: int) -> float:
    """The points that the others score more after the better move, each as far as the move costs him the victory."""
    losses = -np.mean([pair[0].shares.mean(0) - pair[1].shares.mean(0) for pair in pairs], axis=0)
    others = [each for each in changes if each != seat]
    weights = np.maximum(losses[others], 0.0)
    if weights.sum() < LEAST_LOSS:
        weights = np.ones(len(others))
    return float(np.average([changes[each] for each in others], weights=weights))


def _by_source(table: Table) -> list[Fact]:
    """What differs clearly, by player and source, gains first; a source without a thing is called by its verb."""
    columns = defaultdict[Entry, list[int]](list)
    for column, entry in enumerate(table.entries):
        if entry.lens == POINTS:
            columns[Entry(POINTS, entry.seat, IN_ALL, entry.thing or entry.verb)].append(column)
    found = list[Fact]()
    for entry, places in columns.items():
        by_round = np.stack([table.in_round(number)[..., places].sum(-1) for number in range(len(table.totals))])
        points = by_round.sum(0)
        difference = points[0] - points[1]
        mean, error = float(difference.mean()), difference.std() / np.sqrt(len(difference))
        if not round(mean) or abs(mean) < STABLE * error:
            continue
        at_once = float(np.subtract(*table.direct[..., places].sum(-1).mean(1)))
        means = by_round.mean(2)
        changes = np.abs(means[:, 0] - means[:, 1])
        last = int(np.flatnonzero(changes >= LEAST_LATER / 2).max(initial=0))
        found.append(_fact(entry, points, last, is_direct=abs(mean - at_once) < LEAST_LATER))
    return sorted(found, key=lambda fact: (fact.change < 0, -abs(fact.change)))


def _fact(entry: Entry, points: Numbers, last: int, *, is_direct: bool = False) -> Fact:
    """A fact about points (float64 ``[2, futures]``), which differ up to a round."""
    this, that = points.mean(1).tolist()
    return Fact(entry, (this, that), (1.0, 1.0), 0.0, last, direct=is_direct)
