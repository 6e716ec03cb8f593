"""What differs between the futures of two moves, by things, with what it is worth.

A regression says what the columns of the futures (``future_table.py``) are worth: the share of the victory by points
and pieces, own ones never bad, those of others never good. The weight of a thing is what its columns differ by, times
that. What is not stable over the searches does not count, for the trees differ more than the worlds.
"""

from collections import defaultdict
from collections.abc import Collection, Sequence

import numpy as np
from msgspec import structs
from numpy.typing import NDArray

from malecon.agents.comparison import Comparison, Numbers, Pairs, results_of
from malecon.agents.future_table import AFTER, ROUNDS, Table
from malecon.agents.ridge import ridge
from malecon.core.ledger import HAPPENS, PIECES, POINTS, Entry
from malecon.core.reason import ANY_THING, Fact, Reason

STABLE = 3.0
"""Standard errors, over the searches, by which a column must differ."""
ALIKE = 0.75
"""Share of the searches in which it differs that must do so in the same direction."""
FREQUENCY = 0.12
"""By so much more often something must happen."""
DUEL = 2
WINNING, SELDOM = 0.6, 0.3
"""Share of the futures with something in which its seat wins in the same round, so that it is told; of the others."""
MOSTLY = 0.7
"""Share of the futures with something in which another thing must score for the same seat, so that both are told."""
OWN_FIRST, NAMED_FIRST = 2.5, 5.0
"""So much more an own fact weighs when they are put in order; one of a thing that the move names."""
NO_WEIGHT = 1e-9
"""At least, of what the seat does for the sake of something: it speaks for the move."""
HARDLY_MORE = 0.5
"""Points of which less are no more than others."""
PENALTIES = {POINTS: 0.3, PIECES: 1.0, HAPPENS: 2.0}


def worths_of(compared: Comparison, table: Table, pairs: Pairs, *, is_decided: bool) -> Numbers:
    """Return the worth of one more in each column: a share of the victory of the seat (float64 ``[columns]``).

    ``is_decided``: the lead in points counts instead.
    """
    seat, is_duel = compared.question.seat, int(compared.question.state.seats) == DUEL
    results = np.array(
        [np.concatenate([results_of(pair[side], seat, in_points=is_decided) for pair in pairs]) for side in range(2)]
    )
    groups: dict[tuple[object, ...], list[int]] = {}
    for column, entry in enumerate(table.entries):
        groups.setdefault(_group(entry, is_duel=is_duel), []).append(column)
    turned = np.array(
        [-1.0 if is_duel and entry.lens == POINTS and entry.seat != seat else 1.0 for entry in table.entries]
    )
    totals = (table.totals.sum(0) + table.direct).reshape(-1, len(table.entries)) * turned
    data = np.array([totals[:, columns].sum(1) for columns in groups.values()]).T
    kinds = [group[0] for group in groups]
    signs = [_sign(group, seat, compared.ledger.harms) for group in groups]
    penalties = np.array([PENALTIES[str(kind)] for kind in kinds])
    worths = np.zeros(len(table.entries))
    for columns, worth in zip(groups.values(), ridge(data, results.ravel(), penalties, signs).tolist(), strict=True):
        worths[columns] = worth * turned[columns]
    return worths


def things_that_differ(compared: Comparison, table: Table, worths: Numbers, searches: int) -> list[Reason]:
    """Return all things that differ, by weight, unchecked.

    Args:
        compared: the moves.
        table: their futures.
        worths: of its columns.
        searches: by which the futures were played.
    """
    question, named = compared.question, compared.ledger.is_named
    seat, move = question.seat, question.game.notation.format(question.first_action)
    found = defaultdict[str, list[Fact]](list)
    for column, (entry, worth) in enumerate(zip(table.entries, worths.tolist(), strict=True)):
        if not entry.thing:
            continue
        is_move = entry.seat in {seat, None} and compared.ledger.says(question.state, move, entry)
        missing = None if entry.seat is None else compared.ledger.missing(question.state, entry.seat)
        fact = _fact(table, column, searches, worth, missing)
        if fact:
            is_direct = fact.direct or (is_move and fact.round == 0)
            is_means = compared.ledger.is_means(entry)
            is_step = is_means or _is_exchanged(table, fact)
            if is_means and entry.lens == HAPPENS and entry.seat == seat:
                fact = _in_its_sense(fact, compared.ledger.losses)
            found[entry.thing].append(structs.replace(fact, direct=is_direct, is_means=is_step))
    reasons = [
        _reason(thing, _without_price(facts, compared.ledger.harms), seat, named=named(question.state, move, thing))
        for thing, facts in found.items()
        if facts
    ]
    return sorted(reasons, key=lambda each: (not each.named, each.step_of(seat) is None, -each.weight))


def _is_exchanged(table: Table, fact: Fact) -> bool:
    """Tell whether a seat only does something instead of the same with another thing, which scores as much.

    It is no exchange if another seat does it otherwise.
    """
    entry, in_round = fact.entry, table.in_round(fact.round)
    whole = entry._replace(lens=POINTS, thing="")
    if entry.lens != HAPPENS or whole not in table.entries:
        return False
    more = {other: float(np.subtract(*in_round[:, :, place].mean(1))) for place, other in enumerate(table.entries)}
    rivals = (more[other] for other in more if other != entry and other._replace(seat=entry.seat) == entry)
    is_taken = any(change * more[entry] < 0 and abs(change) >= FREQUENCY for change in rivals)
    return abs(more[whole]) < HARDLY_MORE and not is_taken


def _without_price(facts: Sequence[Fact], harms: Collection[str]) -> list[Fact]:
    """Facts of a thing: what a seat gives for points is no loss of its own."""
    scoring = {fact.entry.seat for fact in facts if fact.entry.lens == POINTS}
    return [
        structs.replace(fact, weight=0.0)
        if fact.entry.lens == PIECES and fact.entry.seat in scoring and fact.entry.verb not in harms
        else fact
        for fact in facts
    ]


def _in_its_sense(fact: Fact, losses: Collection[str]) -> Fact:
    """What the seat does for the sake of something: it speaks for the move after which it does that more often.

    ``losses``: verbs of what it would rather not have happen.
    """
    is_gain = (fact.change > 0) != (fact.entry.verb in losses)
    return structs.replace(fact, weight=max(fact.weight, NO_WEIGHT) if is_gain else min(fact.weight, 0.0))


def _reason(thing: str, facts: Sequence[Fact], seat: int, *, named: bool) -> Reason:
    """A reason: the weightiest facts first, own ones before others of like weight, and before all if it is named.

    Own ones of a later round than the weightiest one stand behind it.
    """
    own, heaviest = NAMED_FIRST if named else OWN_FIRST, max(facts, key=lambda fact: abs(fact.weight))

    def order(fact: Fact) -> float:
        is_first = fact.entry.seat == seat and (named or fact.round <= heaviest.round)
        return -abs(fact.weight) * (own if is_first else 1.0)

    return Reason(thing, tuple(sorted(facts, key=order)), named=named)


def _fact(table: Table, column: int, searches: int, worth: float, missing: int | None) -> Fact | None:
    """The fact of a column, of this round or the next one, else of later; ``None`` if too few searches have it.

    ``missing``: points that its seat lacks for the victory, if they end the game.
    """
    entry, found = table.entries[column], None
    for number in range(ROUNDS):
        if number == AFTER and found is not None:
            break
        later = table.totals[number, :, :, column]
        totals = later + table.direct[:, :, column] if number == 0 else later
        if not (mean := _stable(totals, searches)):
            continue
        is_direct = number == 0 and _stable(later, searches) * mean <= 0
        happens = totals != 0
        chances = tuple(happens.mean(1).tolist())
        if entry.lens == HAPPENS and abs(chances[0] - chances[1]) < FREQUENCY:
            continue
        if found is None or abs(mean * worth) > abs(found.weight):
            wins = entry.lens == POINTS and _is_victory(happens, table.winner[number] == entry.seat)
            amounts = tuple(totals.mean(1).tolist())
            besides = _besides(table, column, number, happens, missing) if wins else ()
            found = Fact(entry, amounts, chances, float(worth * mean), number, wins, besides, is_direct)
    return found


def _besides(
    table: Table, column: int, number: int, happens: NDArray[np.bool_], missing: int | None
) -> tuple[str, ...]:
    """Other things by which a seat mostly scores in the round in which something happens, by their points.

    If it is known how many points are missing, only those that it takes. The last one is ``ANY_THING`` if they are not
    enough, or if it is now this one, now that.

    Args:
        table, column: what happens.
        number: of the round.
        happens: in which futures (bool ``[2, futures]``).
        missing: points that the seat lacks for the victory in the position.
    """
    entry, found, rest, in_round = table.entries[column], list[tuple[float, str]](), 0.0, table.in_round(number)
    for place, other in enumerate(table.entries):
        if place != column and other.thing and other[:3] == entry[:3]:
            points = in_round[:, :, place][happens]
            if (points > 0).mean() > MOSTLY:
                found.append((float(points.max()), other.thing))
            else:
                rest += float(points.mean())
    found.sort(reverse=True)
    if missing is None:
        return (*(thing for _, thing in found), *([ANY_THING] if rest >= 1 else []))
    needed, told = missing - float(in_round[:, :, column][happens].max()), list[str]()
    if number:  # the move itself may have brought some of them
        side = int(happens[1].mean() > happens[0].mean())
        own = [other[:2] == (POINTS, entry.seat) for other in table.entries]
        needed -= float(table.direct[side][:, own].sum(-1).mean())
    for most, thing in found:
        if needed > 0:
            told.append(thing)
            needed -= most
    return (*told, *([ANY_THING] if needed > 0 else []))


def _is_victory(happens: NDArray[np.bool_], wins: NDArray[np.bool_]) -> bool:
    """Tell whether a seat mostly wins where something happens, and seldom where it does not (bool ``[2, futures]``)."""
    return bool(
        happens.any() and wins[happens].mean() > WINNING and wins[~happens].sum() < SELDOM * max(1, (~happens).sum())
    )


def _stable(totals: Numbers, searches: int) -> float:
    """The mean lead of the first move (``totals``: float64 ``[2, futures]``); 0 if it differs over the searches."""
    by_search = (totals[0] - totals[1]).reshape(searches, -1).mean(1)
    mean, error = float(by_search.mean()), by_search.std(ddof=1) / np.sqrt(searches)
    if mean == 0 or abs(mean) < STABLE * error or (by_search[by_search != 0] * mean > 0).mean() < ALIKE:
        return 0.0
    return mean


def _group(entry: Entry, *, is_duel: bool) -> tuple[object, ...]:
    """The key of entries that have one weight: points of a seat, its pieces of a kind, or an event.

    ``is_duel``: there are two seats; a point of one is as good as one less of the other.
    """
    if entry.lens == POINTS:
        return POINTS, None if is_duel else entry.seat
    if entry.lens == PIECES:
        return PIECES, entry.seat, entry.piece
    return entry


def _sign(group: tuple[object, ...], seat: int, harms: Collection[str]) -> int:
    """The sign of a group's weight: points and pieces are good for oneself, harm is good for the others; else 0."""
    if not isinstance(group, Entry):
        return 1 if group[1] in (seat, None) else -1
    if group.verb in harms:
        return -1 if group.seat == seat else 1
    return 0
