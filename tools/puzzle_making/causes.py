"""The causes of puzzles: why a move is better than another one, and two causes that are not true.

The true one is what the explainer finds and confirms, under two keys. The others speak of things that happen in the
same futures, and say of them what does not happen: the contrary, or a difference where there is none.
"""

from collections.abc import Collection, Iterator
from itertools import product

import numpy as np
from msgspec import structs

from malecon import games
from malecon.agents.comparison import FULL
from malecon.agents.explanation import explain
from malecon.agents.future_table import ROUNDS, Table, table_of
from malecon.agents.futures import Futures, Room, play_futures
from malecon.agents.levels import SEARCH_CONFIGS
from malecon.agents.matches import mixed_key
from malecon.agents.puzzles import Why
from malecon.core.i18n import Language
from malecon.core.ledger import PIECES, POINTS
from malecon.core.reason import Fact, Reason
from malecon.presentation.perspective import Perspective
from malecon.presentation.reason import reason_in_words
from puzzle_making.judging import Judge
from puzzle_making.lines import Line

EFFORTS = FULL._replace(trees=16, candidates=3, checks=8), FULL
"""The explainer must say the same both times; a short look comes first."""
CAUSES = 3
"""Of which one is true."""
TREES, ITERATIONS, WORLDS = 16, 300, 10
"""Searches of each move, their iterations, and futures of each, for what is not true."""
OFTEN, CONTRARY = 0.2, 0.25
"""What happens less often is not spoken of; a difference against the better move that is turned round."""
ALIKE = 0.08
"""Chances that differ by no more are alike."""
CLAIMED = 0.95, 0.25
"""Chances that are claimed where there is no difference."""
CLEAR = 0.15
"""Chances of points that differ by less are as good as the same: the points are what differs."""
PLAIN, PLAIN_POINTS, PLAIN_PIECES = 0.25, 1.5, 1.0
"""By so much a chance, or points or pieces, must differ in a cause: less is no reason that somebody sees."""
MOSTLY = 0.5
"""By so much must a chance differ in a cause without an example."""
VAGUE = {"other", "start", "supply", "cost", "market", "game end", "order", "first player"}
"""Things that are no idea of a player."""


def why(line: Line, key: int) -> Why | None:
    """Return the question about the first decision of a line that has a clear cause; ``None`` if none has."""
    for number, step in enumerate(line.steps):
        other = str(step.verdict.tempting)
        chain, balance, things = _cause(step.judge, step.verdict.best, other, mixed_key(key, number))
        if chain is None:
            continue
        cause = _end_of(chain)  # what leads to it would give it away
        if not (_is_seen(chain) and _is_idea(step.judge, cause, step.verdict.best, other)):
            continue
        wrong = _untrue(step.judge, step.verdict.best, other, cause, things, mixed_key(key, number))
        if len(wrong) == CAUSES - 1:
            place = mixed_key(key, "place") % CAUSES
            causes = (*wrong[:place], cause, *wrong[place:])
            return Why(number, other, causes, place, chain if chain != cause else None, balance)
    return None


def _end_of(chain: Reason) -> Reason:
    """The cause alone: what it is for, if that is known."""
    if chain.purpose:
        return Reason(chain.purpose.entry.thing, (chain.purpose,), chain.drop)
    return structs.replace(chain, means=(), example=((), ()), scored=None)


def _cause(judge: Judge, best: str, other: str, key: int) -> tuple[Reason | None, Reason | None, set[str]]:
    """Return the confirmed cause that the move does not name, the balance, and all things that may be a cause.

    ``None`` for those that there are not.
    """
    parse, found = judge.match.game.notation.parse, list[tuple[Reason, ...]]()
    for each, effort in enumerate(EFFORTS):
        question, own = judge.question(50 + each, parse(best)), mixed_key(key, each)
        found.append(explain(question, parse(other), SEARCH_CONFIGS[judge.match.game.name], own, effort).reasons)
        first = found[-1][0] if found[-1] else None
        if first is None or first.thing != found[0][0].thing or not _is_idea(judge, first, best, other):
            return None, None, set()
    balance = next((reason for reason in found[-1] if not reason.is_cause), None)
    return found[-1][0], balance, {thing for reasons in found for reason in reasons for thing in reason.things}


def _is_idea(judge: Judge, reason: Reason, *moves: str) -> bool:
    """Tell whether a cause can be told, is plain, and speaks of a thing that the moves do not name."""
    game_text, language = games[judge.match.game.name].text, Language()
    if reason.thing in VAGUE or game_text.reasons is None or not reason.is_confirmed:
        return False
    perspective = Perspective.of(judge.match, judge.seat, language, _names(judge))
    labels = " ".join([*moves, *(game_text.in_words(perspective, move) for move in moves)]).lower()
    thing = game_text.reasons.thing(reason.thing, language).removeprefix("the ").lower()
    is_more = reason.thing not in labels and thing not in labels
    return is_more and _is_plain(judge, reason) and bool(_said(judge, reason))


def _is_seen(reason: Reason) -> bool:
    """Tell whether a cause has an example, or differs by so much that it needs none."""
    return any(reason.example) or reason.ends.entry.lens == PIECES or abs(reason.ends.change) >= MOSTLY


def _names(judge: Judge) -> dict[int, str]:
    return {seat: f"player {seat}" for seat in range(judge.match.seats)}


def _is_plain(judge: Judge, reason: Reason) -> bool:
    """Tell whether what a cause says first differs by much."""
    words, first = games[judge.match.game.name].text.reasons, reason.lead
    if words is None or first.entry.verb not in words.clauses:
        return False
    chance, amount = (abs(one - other) for one, other in (first.chances, first.amounts))
    if first.entry.lens == PIECES:
        return amount >= PLAIN_PIECES
    is_counted = "{amount}" in words.clauses[first.entry.verb][0] or (first.entry.lens == POINTS and chance < CLEAR)
    return amount >= PLAIN_POINTS if is_counted else chance >= PLAIN


def _untrue(judge: Judge, best: str, other: str, cause: Reason, things: Collection[str], key: int) -> list[Reason]:
    """Return two causes that are not true, about other things; fewer if nothing else happens."""
    parse, ledger = judge.match.game.notation.parse, judge.match.game.ledger
    assert ledger is not None
    question, config, room = judge.question(50, parse(best)), SEARCH_CONFIGS[judge.match.game.name], Room()
    sides, pairs = (question, question._replace(first_action=parse(other))), list[tuple[Futures, Futures]]()
    for tree in range(TREES):
        own = mixed_key(key, "untrue", tree)
        worlds = np.array([mixed_key(own, world) for world in range(WORLDS)])
        one, two = (play_futures(side, config, ITERATIONS, own, worlds, ledger.stages, room) for side in sides)
        pairs.append((one, two))
    told = {_said(judge, cause)}
    wrong, used = list[Reason](), {*things}
    for reason in _claims(table_of(question, pairs), judge.seat, ledger.harms):
        said = _said(judge, reason)
        if reason.thing not in used and said not in told and _is_idea(judge, reason, best, other):
            used.add(reason.thing)
            told.add(said)
            wrong.append(reason)
    return wrong[: CAUSES - 1]


def _claims(table: Table, seat: int, harms: Collection[str]) -> Iterator[Reason]:
    """Yield claims that are not true, those first that turn a difference round, and then what happens most often."""
    found = list[tuple[bool, float, Reason]]()
    for number, (column, entry) in product(range(ROUNDS), enumerate(table.entries)):
        if not entry.thing or entry.seat is None or entry.lens == PIECES:
            continue
        chances = (table.totals[number, :, :, column] != 0).mean(1)
        amounts = table.totals[number, :, :, column].mean(1)
        sign = 1 if (entry.seat == seat) != (entry.verb in harms) else -1
        gain = sign * float(chances[0] - chances[1])
        if max(chances) < OFTEN or gain > ALIKE:
            continue
        is_contrary = gain < -CONTRARY
        if not is_contrary and abs(gain) > ALIKE:
            continue
        each, change = float(amounts.sum() / chances.sum()), sign * float(amounts[0] - amounts[1])
        if entry.lens == POINTS and (change > 0 if is_contrary else abs(change) > ALIKE * abs(each)):
            continue
        claimed = (chances[1], chances[0]) if is_contrary else CLAIMED[::sign]
        shares = tuple(float(chance) for chance in claimed)
        points = tuple(float(amount) for amount in amounts[::-1]) if is_contrary else tuple(each * x for x in shares)
        fact = Fact(entry, (points[0], points[1]), (shares[0], shares[1]), 0.01, number)
        found.append((is_contrary, float(max(chances)), Reason(entry.thing, (fact,), 1.0)))
    for _, _, reason in sorted(found, key=lambda each: (each[0], each[1], each[2].thing), reverse=True):
        yield reason


def _said(judge: Judge, reason: Reason) -> str:
    """Return a cause in English, as it would be told."""
    words = games[judge.match.game.name].text.reasons
    assert words is not None
    return reason_in_words(reason, words, Language(), _names(judge), judge.seat)
