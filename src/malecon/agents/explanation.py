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
from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from malecon.agents.futures import (
    BY_MOVE,
    FUTURE,
    IN_STAGE,
    KIND,
    SEAT,
    WHEN,
    Futures,
    Room,
    play_futures,
)
from malecon.agents.review_blocks import expected_shares
from malecon.agents.search import Question, SearchConfig
from malecon.agents.searcher import Budget, legal_actions
from malecon.core.errors import UsageError
from malecon.core.ledger import HAPPENS, PIECES, POINTS, Entry
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
"""Share of the searches in which it must differ in the same direction."""
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
GAME_END, ORDER = "game end", "order"
"""Things of every game."""
MOSTLY = 0.8
"""Share of the futures in which players must have turns for their order to be compared."""
PENALTIES = {POINTS: 0.3, PIECES: 1.0, HAPPENS: 2.0}
RIDGE = 0.03


def explain(question: Question, other: int, config: SearchConfig, key: int, effort: Effort = FULL) -> Explanation:
    """Return why ``question.first_action`` is better than another action of the seat.

    ``key``: of all random numbers.

    Raises:
        UsageError: the seat may not do both, or the game has no ledger.
    """
    legal = legal_actions(question)
    if question.game.ledger is None or not {question.first_action, other} <= {*legal.tolist()}:
        raise UsageError(N_("Only two moves that the player may make now can be compared."))
    seat, pairs = question.seat, list[tuple[Futures, Futures]]()
    for attempt in range(ATTEMPTS[int(question.state.seats) > FEW_SEATS]):
        pairs += _play(question, other, config, key + attempt, effort)
        values = np.array([[one.value[seat] for one in pair] for pair in pairs])
        difference = _differences(pairs, seat)
        is_decided = abs(difference.mean()) < DECIDED
        if is_decided:
            difference = _differences(pairs, seat, in_points=True)
        if is_clear := is_sure(difference, values[:, 0] - values[:, 1]):
            break
    means = tuple(values.mean(0).tolist())
    if not is_clear:
        return Explanation(means)
    found = _reasons(question, pairs, is_decided=is_decided)
    return Explanation(means, tuple(_checked(question, other, config, key, effort, means, found)))


def is_sure(difference: Numbers, values: Numbers) -> bool:
    """Tell whether the futures and the searches say that the first move is better, clearly."""
    error = difference.std(ddof=1) / np.sqrt(len(difference))
    return bool(values.mean() >= LEAST_LEAD and difference.mean() > max(0.0, SURE * error))


def _play(
    question: Question, other: int, config: SearchConfig, key: int, effort: Effort
) -> list[tuple[Futures, Futures]]:
    """Return the futures of both moves, a pair for each search."""
    assert question.game.ledger is not None
    pairs, room, source = [], Room(), new_source(key)
    for _ in range(effort.trees):
        worlds = np.array([draw_key(source) for _ in range(effort.worlds)])
        tree = draw_key(source)
        moves = question, question._replace(first_action=other)
        one, two = (
            play_futures(move, config, effort.iterations, tree, worlds, question.game.ledger.stages, room)
            for move in moves
        )
        pairs.append((one, two))
    return pairs


def _results(futures: Futures, seat: int, *, in_points: bool) -> Numbers:
    """Return what each future is worth for a seat."""
    if not in_points:
        return futures.shares[:, seat]
    others = np.delete(futures.points, seat, axis=1)
    lead: Numbers = (futures.points[:, seat] - others.max(axis=1)) / LEAD
    return lead


def _differences(pairs: Sequence[tuple[Futures, Futures]], seat: int, *, in_points: bool = False) -> Numbers:
    """Return by how much the first move is better, for each search."""
    return np.array(
        [
            (_results(one, seat, in_points=in_points) - _results(two, seat, in_points=in_points)).mean()
            for one, two in pairs
        ]
    )


class Table(NamedTuple):
    """The futures as numbers.

    Attributes:
        entries: of the columns, with ``amount`` 1.
        totals: float64 ``[2, futures, columns]``, by move.
        stages: float64 ``[columns]``, when, on average.
    """

    entries: list[Entry]
    totals: Numbers
    stages: Numbers


def _table(question: Question, pairs: Sequence[tuple[Futures, Futures]]) -> Table:
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
    when = np.maximum(rows[is_told, WHEN] - IN_STAGE, 0)
    sums = np.bincount(codes[is_told], weights=when, minlength=kinds)
    columns: dict[Entry, int] = {}
    for each_kind in entries:
        for entry in each_kind:
            columns.setdefault(entry._replace(amount=1), len(columns))
    more = _order_columns(question, rows, 2 * futures) | _end_column(rows, pairs)
    amounts, presence = np.zeros((kinds, len(columns))), np.zeros((kinds, len(columns)))
    for code, each_kind in enumerate(entries):
        for entry in each_kind:
            amounts[code, columns[entry._replace(amount=1)]] += entry.amount
            presence[code, columns[entry._replace(amount=1)]] = 1
    totals = counts @ amounts
    happens = [column for entry, column in columns.items() if entry.lens == HAPPENS]
    totals[:, happens] = np.minimum(totals[:, happens], 1)
    stages = (presence.T @ sums) / np.maximum(presence.T @ counts.sum(0), 1)
    if more:
        totals = np.hstack([totals, np.array([*more.values()]).T])
        stages = np.concatenate([stages, np.zeros(len(more))])
    return Table([*columns, *more], totals.reshape(2, futures, -1), stages)


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


def _reasons(question: Question, pairs: Sequence[tuple[Futures, Futures]], *, is_decided: bool) -> list[Reason]:
    """Return the causes by weight, unchecked."""
    table, seat = _table(question, pairs), question.seat
    results = np.array(
        [np.concatenate([_results(pair[side], seat, in_points=is_decided) for pair in pairs]) for side in range(2)]
    )
    worth = _worth(table, results, seat)
    facts = defaultdict[str, list[Fact]](list)
    difference = table.totals[0] - table.totals[1]
    by_search = difference.reshape(len(pairs), -1, len(table.entries)).mean(1)
    for column, entry in enumerate(table.entries):
        mean, spread = by_search[:, column].mean(), by_search[:, column].std(ddof=1) / np.sqrt(len(pairs))
        if mean == 0 or abs(mean) < STABLE * spread or (np.sign(by_search[:, column]) == np.sign(mean)).mean() < ALIKE:
            continue
        chances = tuple((table.totals[:, :, column] != 0).mean(1).tolist())
        if entry.lens == HAPPENS and abs(chances[0] - chances[1]) < FREQUENCY:
            continue
        amounts = tuple(table.totals[:, :, column].mean(1).tolist())
        weight = float(worth[_group(entry)] * mean)
        facts[entry.thing].append(Fact(entry, amounts, chances, float(table.stages[column]), weight))
    reasons = [Reason(thing, tuple(sorted(each, key=lambda fact: -abs(fact.weight)))) for thing, each in facts.items()]
    least = LEAST * abs(float((results[0] - results[1]).mean()))
    return sorted((each for each in reasons if each.weight > least), key=lambda each: -each.weight)


def _group(entry: Entry) -> tuple[object, ...]:
    """Return what is worth the same: points of a seat, pieces of a kind that it has, or an event."""
    if entry.lens == POINTS:
        return POINTS, entry.seat
    if entry.lens == PIECES:
        return PIECES, entry.seat, entry.piece
    return entry


def _worth(table: Table, results: Numbers, seat: int) -> dict[tuple[object, ...], float]:
    """Return what one more of each group is worth for a seat."""
    groups: dict[tuple[object, ...], list[int]] = {}
    for column, entry in enumerate(table.entries):
        groups.setdefault(_group(entry), []).append(column)
    totals = table.totals.reshape(-1, len(table.entries))
    data = np.array([totals[:, columns].sum(1) for columns in groups.values()]).T
    kinds = [group[0] for group in groups]
    signs = [0 if group[0] == HAPPENS else 1 if group[1] == seat else -1 for group in groups]
    penalties = np.array([PENALTIES[str(kind)] for kind in kinds])
    return dict(zip(groups, ridge(data, results.ravel(), penalties, signs).tolist(), strict=True))


def ridge(data: Numbers, results: Numbers, penalties: Numbers, signs: Sequence[int]) -> Numbers:
    """Return the weights of columns in a ridge regression, some of them bounded, by coordinate descent.

    Args:
        data: float64 ``[n, columns]``.
        results: float64 ``[n]``.
        penalties: of each column, as a share of its variance.
        signs: 1: the weight is not below 0, -1: not above, 0: free.
    """
    scale = data.std(0)
    scale[scale == 0] = 1
    centred, wanted = (data - data.mean(0)) / scale, results - results.mean()
    count = len(centred)
    products, targets = centred.T @ centred / count, centred.T @ wanted / count
    weights = np.zeros(len(signs))
    for _ in range(SWEEPS):
        for column, sign in enumerate(signs):
            rest = targets[column] - products[column] @ weights + products[column, column] * weights[column]
            weight = rest / (products[column, column] + RIDGE * penalties[column])
            weights[column] = weight if weight * sign >= 0 else 0.0
    return weights / scale


SWEEPS = 60


def _checked(
    question: Question,
    other: int,
    config: SearchConfig,
    key: int,
    effort: Effort,
    values: Sequence[float],
    reasons: Sequence[Reason],
) -> Iterator[Reason]:
    """Yield the causes: those that were confirmed first, by what goes with them, then the others by weight."""
    ledger = question.game.ledger
    assert ledger is not None
    checked, rest = list[Reason](), list[Reason]()
    for reason in reasons:
        state = question.state.copy()
        drop = None
        if len(checked) < effort.candidates and ledger.without(state, reason.thing):
            drop = _drop(question._replace(state=state), other, config, key, effort, values)
        if drop is None:
            rest.append(reason)
        else:
            checked.append(Reason(reason.thing, reason.facts, drop))
    move = question.game.notation.format(question.first_action)
    difference = abs(values[0] - values[1])
    yield from sorted(
        (each for each in (*checked, *rest) if _is_cause(each, difference, ledger.harms)),
        key=lambda each: (each.is_confirmed, each.thing not in move, _is_harm(each, question), each.score),
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


def _is_harm(reason: Reason, question: Question) -> bool:
    """Tell whether a reason is what happens to the decider, and all goes with it: it comes before what follows."""
    ledger = question.game.ledger
    assert ledger is not None
    suffers = any(fact.entry.seat == question.seat and fact.entry.verb in ledger.harms for fact in reason.facts)
    return suffers and reason.drop is not None and reason.drop >= ALL


def _drop(
    question: Question, other: int, config: SearchConfig, key: int, effort: Effort, values: Sequence[float]
) -> float | None:
    """Return the share of the difference that is not there in a position.

    ``None``: the difference is too small to tell, or a move is not legal in the position.
    """
    moves = {question.first_action, other}
    if abs(values[0] - values[1]) < DECIDED or not moves <= {*legal_actions(question).tolist()}:
        return None
    budget, lead = Budget(effort.iterations), 0.0
    for move, sign in ((question.first_action, 1), (other, -1)):
        for check in range(effort.checks):
            shares = expected_shares(question._replace(first_action=move), config, budget, key + check)
            lead += sign * float(shares[question.seat]) / effort.checks
    return 1 - lead / (values[0] - values[1])
