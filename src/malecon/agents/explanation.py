"""Explanations: why one move of a decision is better than another, as causes that can be told.

A cause is something that happens in the futures of one move and not, or less, in those of the other (``futures.py``).
What the move itself brings everybody sees: it is no cause. Both moves are searched several times, for the trees differ
more than the worlds; what is not stable over the searches is no cause either.

1. Each game's ledger (``core/ledger.py``) makes columns of numbers of the futures: what each seat scores, gets, loses,
   and what happens to it, by things.
2. A regression says what these are worth: the share of the victory by points and pieces, own ones never bad, those of
   others never good. The weight of a thing is what its columns differ by, times that.
3. The weightiest things are taken out of the game, one at a time, and both moves searched again: a thing is confirmed
   as the cause if most of the difference goes with it.
"""

from collections import defaultdict
from collections.abc import Collection, Sequence
from typing import NamedTuple

import numpy as np
from msgspec import structs
from numpy.typing import NDArray

from malecon.agents.future_table import AFTER, ROUNDS, Table, table_of
from malecon.agents.futures import Futures, Room, play_futures
from malecon.agents.reason_chain import harm_before, with_links
from malecon.agents.review_blocks import expected_shares
from malecon.agents.ridge import ridge
from malecon.agents.search import Question, SearchConfig
from malecon.agents.searcher import Budget, legal_actions
from malecon.core import AnyState
from malecon.core.errors import UsageError
from malecon.core.ledger import HAPPENS, PIECES, POINTS, Entry, Ledger
from malecon.core.message import N_
from malecon.core.random import draw_key, new_source
from malecon.core.reason import Explanation, Fact, Reason

Numbers = NDArray[np.float64]


class Effort(NamedTuple):
    """How much is searched.

    Attributes:
        trees: searches of each move.
        iterations: of each, for each of the other players.
        worlds: futures of each.
        candidates: things that are taken out of the game.
        checks: searches of each move without one.
    """

    trees: int = 48
    iterations: int = 300
    worlds: int = 10
    candidates: int = 5
    checks: int = 12


FULL = Effort()
SMALLEST = Effort(trees=2, iterations=1, worlds=1, candidates=1, checks=1)
"""To compile all that it takes."""

STABLE = 3.0
"""Standard errors, over the searches, by which a column must differ."""
ALIKE = 0.75
"""Share of the searches in which it differs that must do so in the same direction."""
FREQUENCY = 0.12
"""By so much more often something must happen."""
FEW_SEATS = 3
ATTEMPTS = 3, 2
"""How often there are so many searches, as long as it is not clear that a move is better: with few seats, with more."""
LEAST_LEAD = 0.02
"""Of a move that has a reason, as a share of the victory."""
SURE = 2.5
"""Standard errors of the difference of two moves that have a reason."""
REFUTED = 0.2
"""Below this share a thing that was taken out is no cause."""
DECIDED = 0.03
"""Where moves differ by less in the share of the victory, the lead in points is what counts."""
LEAD = 10.0
"""Points of lead that count as much as the victory there."""
LEAST, LEAST_UNCHECKED = 0.01, 0.06
"""Shares of the difference that a thing must weigh, and one that cannot be taken out."""
ALL = 0.8
"""Share of the difference with which all of it has gone."""
WINNING = 0.6
"""Share of the futures with something in which the seat wins in the same round, so that it is told."""
SUFFERED = 0.1
"""Share of the weight of a reason's lead that is harm, if the reason is harm."""
PENALTIES = {POINTS: 0.3, PIECES: 1.0, HAPPENS: 2.0}


class Comparison(NamedTuple):
    """Two moves that are compared, and how.

    Attributes:
        question: the position, and the first of them (``first_action``).
        other: the second one.
        ledger: of the game.
        config, key, effort: of the searches.
    """

    question: Question
    other: int
    ledger: Ledger
    config: SearchConfig
    key: int
    effort: Effort

    @property
    def sides(self) -> tuple[Question, Question]:
        """The questions about the two moves."""
        return self.question, self.question._replace(first_action=self.other)

    @property
    def is_legal(self) -> bool:
        """Whether the seat may make both."""
        return {self.question.first_action, self.other} <= {*legal_actions(self.question).tolist()}


def explain(question: Question, other: int, config: SearchConfig, key: int, effort: Effort = FULL) -> Explanation:
    """Return why ``question.first_action`` is better than another action of the seat.

    ``key``: of all random numbers.

    Raises:
        UsageError: the seat may not do both, or the game has no ledger.
    """
    ledger = question.game.ledger
    if ledger is None or not (compared := Comparison(question, other, ledger, config, key, effort)).is_legal:
        raise UsageError(N_("Only two moves that the player may make now can be compared."))
    seat, pairs = question.seat, list[tuple[Futures, Futures]]()
    for attempt in range(ATTEMPTS[int(question.state.seats) > FEW_SEATS]):
        pairs += _play(compared._replace(key=key + attempt))
        values = np.array([[one.value[seat] for one in pair] for pair in pairs])
        difference = _differences(pairs, seat)
        is_decided = abs(difference.mean()) < DECIDED
        if is_decided:
            difference = _differences(pairs, seat, in_points=True)
        if is_clear := is_sure(difference, values[:, 0] - values[:, 1]):
            break
    means, lead = tuple(values.mean(0).tolist()), values[:, 0] - values[:, 1]
    if not is_clear and not is_sure(lead, lead):
        return Explanation(means)
    found = _reasons(compared, pairs, is_decided=is_decided)
    least = LEAST * abs(float(difference.mean()))
    causes = _checked(compared, means[0] - means[1], [each for each in found if each.weight > least])
    told = [each for each in causes if each.is_confirmed or (is_clear and not _is_means(each, ledger))]
    return Explanation(means, tuple(_in_chains(compared, told, found)))


def _in_chains(compared: Comparison, causes: Sequence[Reason], found: Sequence[Reason]) -> list[Reason]:
    """The causes with their links; what is done for the sake of something is none if nothing is known of that.

    ``found``: all things that differ.
    """
    question, ledger = compared.question, compared.ledger
    linked = [with_links(each, found, question.state, ledger, question.seat) for each in causes]
    linked = [each for each in linked if each.purpose or each.lead.entry.verb not in ledger.means]
    if linked and (first := harm_before(linked[0], linked, ledger.harms, question.seat)):
        linked.sort(key=lambda each: each is not first)
    return linked


def _is_means(reason: Reason, ledger: Ledger) -> bool:
    """Tell whether a reason is only means to something."""
    return ledger.is_means(reason.lead.entry) and reason.lead.entry.verb not in ledger.harms


def is_sure(difference: Numbers, values: Numbers) -> bool:
    """Tell whether the futures and the searches say that the first move is better, clearly."""
    error = difference.std(ddof=1) / np.sqrt(len(difference))
    return bool(values.mean() >= LEAST_LEAD and difference.mean() > max(0.0, SURE * error))


def _play(compared: Comparison) -> list[tuple[Futures, Futures]]:
    """The futures of both moves, a pair for each search."""
    effort, config, stages = compared.effort, compared.config, compared.ledger.stages
    pairs, room, source = [], Room(), new_source(compared.key)
    for _ in range(effort.trees):
        worlds = np.array([draw_key(source) for _ in range(effort.worlds)])
        tree = draw_key(source)
        one, two = (
            play_futures(side, config, effort.iterations, tree, worlds, stages, room) for side in compared.sides
        )
        pairs.append((one, two))
    return pairs


def _results(futures: Futures, seat: int, *, in_points: bool) -> Numbers:
    """The share of the victory of a seat in each future, or its lead (float64 ``[n]``)."""
    if not in_points:
        return futures.shares[:, seat]
    others = np.delete(futures.points, seat, axis=1)
    lead: Numbers = (futures.points[:, seat] - others.max(axis=1)) / LEAD
    return lead


def _differences(pairs: Sequence[tuple[Futures, Futures]], seat: int, *, in_points: bool = False) -> Numbers:
    """The mean lead of the first move, for each search (float64 ``[searches]``)."""
    return np.array(
        [
            (_results(one, seat, in_points=in_points) - _results(two, seat, in_points=in_points)).mean()
            for one, two in pairs
        ]
    )


def _reasons(compared: Comparison, pairs: Sequence[tuple[Futures, Futures]], *, is_decided: bool) -> list[Reason]:
    """Return all things that differ, by weight, unchecked."""
    question, named = compared.question, compared.ledger.is_named
    table, seat, move = table_of(question, pairs), question.seat, question.game.notation.format(question.first_action)
    results = np.array(
        [np.concatenate([_results(pair[side], seat, in_points=is_decided) for pair in pairs]) for side in range(2)]
    )
    worth = _worth(table, results, seat, compared.ledger.harms)
    found = defaultdict[str, list[Fact]](list)
    for column, entry in enumerate(table.entries):
        is_move = entry.seat == seat and entry.verb in move.split() and named(question.state, move, entry.thing)
        fact = _fact(table, column, len(pairs), float(worth[_group(entry)]), seat) if entry.thing else None
        if fact and not (is_move and fact.round == 0):
            found[entry.thing].append(fact)
    reasons = [
        Reason(
            thing,
            tuple(sorted(facts, key=lambda fact: -abs(fact.weight))),
            named=named(question.state, move, thing),
        )
        for thing, facts in found.items()
    ]
    return sorted(reasons, key=lambda each: -each.weight)


def _fact(table: Table, column: int, searches: int, worth: float, seat: int) -> Fact | None:
    """The fact of a column, of this round or the next one, else of later; ``None`` if it differs in too few searches.

    ``seat``: who decides.
    """
    entry, found = table.entries[column], None
    for number in range(ROUNDS):
        if number == AFTER and found is not None:
            break
        totals = table.totals[number, :, :, column]
        by_search = (totals[0] - totals[1]).reshape(searches, -1).mean(1)
        mean, error = by_search.mean(), by_search.std(ddof=1) / np.sqrt(searches)
        if mean == 0 or abs(mean) < STABLE * error or (by_search[by_search != 0] * mean > 0).mean() < ALIKE:
            continue
        happens = totals != 0
        chances = tuple(happens.mean(1).tolist())
        if entry.lens == HAPPENS and abs(chances[0] - chances[1]) < FREQUENCY:
            continue
        if found is None or abs(mean * worth) > abs(found.weight):
            wins = entry.seat == seat and (happens[0] & table.wins[number, 0]).sum() > WINNING * happens[0].sum()
            found = Fact(entry, tuple(totals.mean(1).tolist()), chances, float(worth * mean), number, bool(wins))
    return found


def _group(entry: Entry) -> tuple[object, ...]:
    """The key of entries that have one weight: points of a seat, its pieces of a kind, or an event."""
    if entry.lens == POINTS:
        return POINTS, entry.seat
    if entry.lens == PIECES:
        return PIECES, entry.seat, entry.piece
    return entry


def _worth(table: Table, results: Numbers, seat: int, harms: Collection[str]) -> dict[tuple[object, ...], float]:
    """The weight of each group of entries: the share of the victory that one more brings to a seat."""
    groups: dict[tuple[object, ...], list[int]] = {}
    for column, entry in enumerate(table.entries):
        groups.setdefault(_group(entry), []).append(column)
    totals = table.totals.sum(0).reshape(-1, len(table.entries))
    data = np.array([totals[:, columns].sum(1) for columns in groups.values()]).T
    kinds = [group[0] for group in groups]
    signs = [_sign(group, seat, harms) for group in groups]
    penalties = np.array([PENALTIES[str(kind)] for kind in kinds])
    return dict(zip(groups, ridge(data, results.ravel(), penalties, signs).tolist(), strict=True))


def _sign(group: tuple[object, ...], seat: int, harms: Collection[str]) -> int:
    """The sign of a group's weight: points and pieces are good for oneself, harm is good for the others; else 0."""
    if not isinstance(group, Entry):
        return 1 if group[1] == seat else -1
    if group.verb in harms:
        return -1 if group.seat == seat else 1
    return 0


def _checked(compared: Comparison, difference: float, reasons: Sequence[Reason]) -> list[Reason]:
    """The causes: those that were confirmed first, by what goes with them, then the others by weight.

    ``difference``: of the two moves, as a share of the victory.
    """
    checked, rest = list[Reason](), list[Reason]()
    for reason in reasons:
        state, drop = compared.question.state.copy(), None
        if len(checked) < compared.effort.candidates and compared.ledger.without(state, reason.thing):
            drop = _drop(compared, difference, state)
        if drop is None:
            rest.append(reason)
        else:
            checked.append(structs.replace(reason, drop=drop))
    harms = compared.ledger.harms
    return sorted(
        (each for each in (*checked, *rest) if _is_cause(each, difference, harms)),
        key=lambda each: (
            each.is_confirmed,
            not each.named,
            _is_harm(each, compared.question.seat, harms),
            each.score,
        ),
        reverse=True,
    )


def _is_cause(reason: Reason, difference: float, harms: Collection[str]) -> bool:
    """Tell whether a reason weighs enough; one that was taken out, and is not needed, never does.

    What cannot be taken out must bring more than pieces, which are means, or do harm.
    """
    if reason.drop is None:
        brings = sum(fact.weight for fact in reason.facts if fact.entry.lens != PIECES or fact.entry.verb in harms)
        return brings > LEAST_UNCHECKED * difference
    return reason.drop >= REFUTED


def _is_harm(reason: Reason, seat: int, harms: Collection[str]) -> bool:
    """Tell whether a reason is what happens to the decider, and all goes with it: it comes before what follows."""
    harm = sum(fact.weight for fact in reason.facts if fact.entry.seat == seat and fact.entry.verb in harms)
    return harm >= SUFFERED * reason.lead.weight and reason.drop is not None and reason.drop >= ALL


def _drop(compared: Comparison, difference: float, state: AnyState) -> float | None:
    """The share of the difference that is not there in a position.

    ``None``: the difference is too small to tell, or a move is not legal in the position.
    """
    there = compared._replace(question=compared.question._replace(state=state))
    if difference < DECIDED or not there.is_legal:
        return None
    checks, budget, lead = compared.effort.checks, Budget(compared.effort.iterations), 0.0
    for side, sign in zip(there.sides, (1, -1), strict=True):
        for check in range(checks):
            shares = expected_shares(side, compared.config, budget, compared.key + check)
            lead += sign * float(shares[side.seat]) / checks
    return 1 - lead / difference
