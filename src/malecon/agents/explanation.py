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
from malecon.agents.reason_chain import NOTABLE, harm_before, with_links
from malecon.agents.review_blocks import expected_shares
from malecon.agents.ridge import ridge
from malecon.agents.search import Question, SearchConfig
from malecon.agents.searcher import Budget, legal_actions
from malecon.core.errors import UsageError
from malecon.core.ledger import HAPPENS, PIECES, POINTS, Entry, Ledger
from malecon.core.message import N_
from malecon.core.random import draw_key, new_source
from malecon.core.reason import AT_ONCE, Explanation, Fact, Reason

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
DUEL, FEW_SEATS = 2, 3
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
LEAST, LEAST_UNCHECKED, LEAST_PIECES = 0.01, 0.1, 0.5
"""Shares of the difference that a thing must weigh; one that cannot be taken out; such pieces."""
PLAIN = 0.5
"""By so much more often something must happen that is told as likely only."""
HALF = 0.5
"""Share of the difference that comes at once, so that it is told."""
NAMED = 1 / 3
"""What counts of the weight of a thing that the move names, when causes are put in order."""
ALL = 0.8
"""Share of the difference with which all of it has gone."""
WINNING = 0.6
"""Share of the futures with something in which the seat wins in the same round, so that it is told."""
OWN_FIRST, NAMED_FIRST = 2.5, 5.0
"""So much more an own fact weighs when they are put in order; one of a thing that the move names."""
SUFFERED = 0.1
"""Share of the weightiest fact of all causes that the harm weighs, if a reason is harm."""
SUFFERED_OFTEN = 0.3
"""By so much more often, or so many pieces more, it must happen then."""
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
    table = table_of(question, pairs)
    found = _reasons(compared, table, pairs, is_decided=is_decided)
    least = LEAST * abs(float(difference.mean()))
    causes = _checked(compared, means[0] - means[1], [each for each in found if _may_be_cause(each, least)])
    told = [each for each in causes if _may_be_told(each, ledger, seat, is_clear=is_clear)]
    chains = _in_chains(compared, told, found, table)
    headline = [
        each
        for each in found
        if each.thing == AT_ONCE and (not chains or each.facts[0].weight > HALF * difference.mean())
    ]
    return Explanation(means, (*chains[:1], *headline, *chains[1:]))


def _in_chains(compared: Comparison, causes: Sequence[Reason], found: Sequence[Reason], table: Table) -> list[Reason]:
    """The causes with their links; what is done for the sake of something is none if nothing is known of that.

    ``found``: all things that differ, in the futures of ``table``.
    """
    question, ledger = compared.question, compared.ledger
    linked = [with_links(each, found, question.state, ledger, question.seat, table.explained) for each in causes]
    linked = [each for each in linked if each.purpose or each.lead.entry.verb not in ledger.means]
    linked = [each for each in linked if not _is_paid_for(each.lead, found, ledger)]
    if linked and (first := harm_before(linked[0], linked, ledger.harms, question.seat)):
        linked.sort(key=lambda each: each is not first)
    return [structs.replace(each, against=_against(compared, found)) if each.named else each for each in linked]


def _against(compared: Comparison, found: Sequence[Reason]) -> Fact | None:
    """The weightiest of what the other move alone names, and brings to the seat."""
    game, state = compared.question.game, compared.question.state
    move = game.notation.format(compared.other)
    facts = [
        fact
        for reason in found
        if not reason.named and compared.ledger.is_named(state, move, reason.thing)
        for fact in reason.facts
        if fact.entry.seat == compared.question.seat and fact.weight < 0 and not fact.is_step
    ]
    return min(facts, key=lambda fact: fact.weight, default=None)


def _is_paid_for(lead: Fact, found: Sequence[Reason], ledger: Ledger) -> bool:
    """Tell whether what a lead pays for differs, too: then it is not that less is paid for the same."""
    wanted = ledger.pays.get(lead.entry.verb)
    facts = [fact for reason in found for fact in reason.facts if fact.entry.seat == lead.entry.seat]
    return any(fact.entry.verb == wanted and abs(fact.change) >= NOTABLE for fact in facts)


def _may_be_cause(reason: Reason, least: float) -> bool:
    """Tell whether a thing weighs more than the least; what the move names may also be good by a part of it."""
    is_good = any(fact.weight > 0 and not fact.direct for fact in reason.facts)
    return is_good and (reason.named or reason.weight > least)


def _may_be_told(reason: Reason, ledger: Ledger, seat: int, *, is_clear: bool) -> bool:
    """Tell whether a cause is sure enough, and more than the pieces that the move itself brings.

    ``is_clear``: whether the futures say that the move of ``seat`` is better; else only what happens to that counts.
    """
    first = reason.lead
    if first.direct and first.entry.lens == PIECES:
        return False
    if is_clear:
        return reason.is_confirmed or not _is_means(reason, ledger)
    return reason.is_confirmed and first.entry.seat == seat


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


def _reasons(
    compared: Comparison, table: Table, pairs: Sequence[tuple[Futures, Futures]], *, is_decided: bool
) -> list[Reason]:
    """Return all things that differ, by weight, unchecked."""
    question, named = compared.question, compared.ledger.is_named
    seat, move = question.seat, question.game.notation.format(question.first_action)
    results = np.array(
        [np.concatenate([_results(pair[side], seat, in_points=is_decided) for pair in pairs]) for side in range(2)]
    )
    worths = _worths(table, results, question, compared.ledger.harms)
    found = defaultdict[str, list[Fact]](list)
    for column, (entry, worth) in enumerate(zip(table.entries, worths.tolist(), strict=True)):
        if not entry.thing:
            continue
        is_move = entry.seat == seat and entry.verb in move.split() and named(question.state, move, entry.thing)
        fact = _fact(table, column, len(pairs), worth, seat)
        if fact:
            is_direct = fact.direct or (is_move and fact.round == 0)
            found[entry.thing].append(structs.replace(fact, direct=is_direct, is_means=compared.ledger.is_means(entry)))
    at_once = _at_once(table, worths, seat)
    reasons = [
        _reason(thing, facts, seat, named=named(question.state, move, thing)) for thing, facts in found.items() if facts
    ]
    return [*at_once, *sorted(reasons, key=lambda each: (not each.named, -each.weight))]


def _at_once(table: Table, worths: Numbers, seat: int) -> list[Reason]:
    """What the moves themselves score, as a reason, if the better one scores more."""
    columns = [column for column, entry in enumerate(table.entries) if entry.lens == POINTS and entry.seat == seat]
    scored = table.direct[:, :, columns].mean(1)
    amounts = scored.sum(1).tolist()
    if amounts[0] - amounts[1] < 1:
        return []
    weight = float((scored[0] - scored[1]) @ worths[columns])
    return [
        Reason(AT_ONCE, (Fact(Entry(POINTS, seat, AT_ONCE, AT_ONCE), tuple(amounts), (1.0, 1.0), weight, direct=True),))
    ]


def _reason(thing: str, facts: Sequence[Fact], seat: int, *, named: bool) -> Reason:
    """A reason: the weightiest facts first, own ones before others of like weight, and before all if it is named."""
    own = NAMED_FIRST if named else OWN_FIRST
    order = sorted(facts, key=lambda fact: -abs(fact.weight) * (own if fact.entry.seat == seat else 1.0))
    return Reason(thing, tuple(order), named=named)


def _fact(table: Table, column: int, searches: int, worth: float, seat: int) -> Fact | None:
    """The fact of a column, of this round or the next one, else of later; ``None`` if it differs in too few searches.

    ``seat``: who decides.
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
            wins = entry.seat == seat and (happens[0] & table.wins[number, 0]).sum() > WINNING * happens[0].sum()
            amounts = tuple(totals.mean(1).tolist())
            found = Fact(entry, amounts, chances, float(worth * mean), number, bool(wins), is_direct)
    return found


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


def _worths(table: Table, results: Numbers, question: Question, harms: Collection[str]) -> Numbers:
    """The worth of one more in each column: a share of the victory of the seat (float64 ``[columns]``)."""
    seat, is_duel = question.seat, int(question.state.seats) == DUEL
    groups: dict[tuple[object, ...], list[int]] = {}
    for column, entry in enumerate(table.entries):
        groups.setdefault(_group(entry, is_duel=is_duel), []).append(column)
    turned = np.array(
        [-1.0 if is_duel and entry.lens == POINTS and entry.seat != seat else 1.0 for entry in table.entries]
    )
    totals = (table.totals.sum(0) + table.direct).reshape(-1, len(table.entries)) * turned
    data = np.array([totals[:, columns].sum(1) for columns in groups.values()]).T
    kinds = [group[0] for group in groups]
    signs = [_sign(group, seat, harms) for group in groups]
    penalties = np.array([PENALTIES[str(kind)] for kind in kinds])
    worths = np.zeros(len(table.entries))
    for columns, worth in zip(groups.values(), ridge(data, results.ravel(), penalties, signs).tolist(), strict=True):
        worths[columns] = worth * turned[columns]
    return worths


def _sign(group: tuple[object, ...], seat: int, harms: Collection[str]) -> int:
    """The sign of a group's weight: points and pieces are good for oneself, harm is good for the others; else 0."""
    if not isinstance(group, Entry):
        return 1 if group[1] in (seat, None) else -1
    if group.verb in harms:
        return -1 if group.seat == seat else 1
    return 0


def _checked(compared: Comparison, difference: float, reasons: Sequence[Reason]) -> list[Reason]:
    """The causes: those that were confirmed first, by what goes with them, then the others by weight.

    ``difference``: of the two moves, as a share of the victory.
    """
    checked, rest = list[Reason](), list[Reason]()
    for reason in reasons:
        drop = None
        if len(checked) < compared.effort.candidates:
            drop = _drop(compared, difference, [reason.thing])
        if drop is None:
            rest.append(reason)
        else:
            checked.append(structs.replace(reason, drop=drop))
    checked = _together(compared, difference, checked)
    seat, harms = compared.question.seat, compared.ledger.harms
    causes = [each for each in (*checked, *rest) if _is_cause(each, difference, harms)]
    most = max((each.lead.weight for each in causes), default=0.0)

    def order(reason: Reason) -> tuple[bool, bool, float]:
        is_own = reason.named and reason.lead.entry.seat == seat
        return reason.is_confirmed, _is_harm(reason, seat, harms, most), reason.score * (NAMED if is_own else 1.0)

    return sorted(causes, key=order, reverse=True)


def _is_cause(reason: Reason, difference: float, harms: Collection[str]) -> bool:
    """Tell whether a reason weighs enough; one that was taken out, and is not needed, never does.

    What cannot be taken out must bring more than pieces, which are means, or do harm.
    """
    if reason.is_confirmed:
        return True
    if reason.drop is not None:
        return reason.drop >= REFUTED and reason.score > LEAST_UNCHECKED * difference
    brings = sum(
        fact.weight
        for fact in reason.facts
        if not fact.direct and (fact.entry.lens != PIECES or fact.entry.verb in harms)
    )
    first = reason.lead
    is_seldom = first.entry.lens == HAPPENS and abs(first.change) < PLAIN
    least = LEAST_PIECES if first.entry.lens == PIECES else LEAST_UNCHECKED
    return brings > least * difference and not is_seldom


def _is_harm(reason: Reason, seat: int, harms: Collection[str], most: float) -> bool:
    """Tell whether a reason is what happens to the decider, and all goes with it: it comes before what follows.

    ``most``: the weight of the weightiest fact of all causes.
    """
    harm = [fact for fact in reason.facts if fact.entry.seat == seat and fact.entry.verb in harms]
    is_plain = any(abs(fact.change) >= SUFFERED_OFTEN for fact in harm)
    is_weighty = sum(fact.weight for fact in harm) >= SUFFERED * most
    return is_plain and is_weighty and reason.drop is not None and reason.drop >= ALL


def _together(compared: Comparison, difference: float, checked: Sequence[Reason]) -> list[Reason]:
    """The reasons, with the first of those that are a cause only together: one takes the place of another.

    Only what a seat gains by is tried, and if nothing is a cause alone.
    """
    lead = next((each.lead for each in checked if not each.lead.is_means), None)
    alike = [each for each in checked if lead and each.lead.entry[:3] == lead.entry[:3]]
    if len(alike) < 2 or any(each.is_confirmed for each in checked):
        return [*checked]
    drop = _drop(compared, difference, [each.thing for each in alike])
    return [
        structs.replace(each, drop=drop) if each is alike[0] and drop is not None and drop >= HALF else each
        for each in checked
    ]


def _drop(compared: Comparison, difference: float, things: Sequence[str]) -> float | None:
    """The share of the difference that is not there without some things.

    ``None``: they cannot be taken out, the difference is too small to tell, or a move is not legal without them.
    """
    state = compared.question.state.copy()
    if not all(compared.ledger.without(state, thing) for thing in things):
        return None
    there = compared._replace(question=compared.question._replace(state=state))
    if difference < DECIDED or not there.is_legal:
        return None
    checks, budget, lead = compared.effort.checks, Budget(compared.effort.iterations), 0.0
    for side, sign in zip(there.sides, (1, -1), strict=True):
        for check in range(checks):
            shares = expected_shares(side, compared.config, budget, compared.key + check)
            lead += sign * float(shares[side.seat]) / checks
    return 1 - lead / difference
