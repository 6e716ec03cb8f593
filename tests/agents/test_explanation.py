"""Explanations: what they say follows from what the seat knows, from the key, and from two moves that may be made."""

import random

import numpy as np
import pytest
from msgspec import structs

import malecon
from agents.positions import about_to_win, begun
from malecon.agents import reason_facts, take_outs
from malecon.agents.comparison import FULL, Comparison, Effort, is_sure
from malecon.agents.explanation import explain
from malecon.agents.future_table import Table
from malecon.agents.levels import config_of
from malecon.agents.reason_chain import EXPLAINED
from malecon.agents.ridge import ridge
from malecon.agents.search import Question
from malecon.core.errors import UsageError
from malecon.core.jit import JIT
from malecon.core.ledger import POINTS, Entry
from malecon.core.match import Match
from malecon.core.reason import AT_ONCE, Explanation, Reason
from malecon.games.havana.events import Bought
from modes import needs_compiler
from reasons.facts import pieces, points
from worlds import shake

EFFORT = Effort(24, 60, 8, 3, 4) if JIT else Effort(3, 2, 2, 1, 1)
"""Plain rules are slow: there the code is run through."""


def why(match: Match, seat: int, better: str, other: str, key: int = 1) -> Explanation:
    parse = match.game.notation.parse
    question = Question(match.game, match.state, seat, parse(better))
    return explain(question, parse(other), config_of(match.game), key, EFFORT)


def two_moves(match: Match) -> tuple[int, str, str]:
    seat = match.to_move[0]
    first, *_, last = match.legal(seat)
    return seat, first, last


@pytest.mark.parametrize("game", malecon.games)
def test_an_explanation_follows_from_the_key(game: str) -> None:
    match = begun(game)
    before = match.state.tobytes()

    assert why(match, *two_moves(match), key=4) == why(match, *two_moves(match), key=4)
    assert match.state.tobytes() == before


@pytest.mark.parametrize("game", malecon.games)
def test_nothing_hidden_makes_a_difference(game: str) -> None:
    match, rng = begun(game), random.Random(3)
    seat, better, other = two_moves(match)
    for _ in range(3):
        shaken = match.copy()
        shake(shaken, seat, rng)
        assert why(shaken, seat, better, other) == why(match, seat, better, other)


def test_equal_moves_have_no_reason() -> None:
    match = about_to_win()
    buys = [move for move in match.legal(0) if move.startswith("buy")]

    assert not why(match, 0, buys[0], buys[0]).reasons


@needs_compiler("it takes many searches")
def test_what_the_move_itself_brings_is_no_reason() -> None:
    match = about_to_win()
    match.state.points[1] = 24
    buy = next(move for move in match.legal(0) if move.startswith("buy"))
    found = why(match, 0, buy, "end turn")
    bought = match.copy().play(0, buy)[0]
    assert isinstance(bought, Bought)
    facts = [fact.entry for reason in found.reasons for fact in reason.facts if not fact.direct]

    assert found.values[0] > found.values[1] + 0.1
    assert (1, f"tile {bought.tile}") in [(entry.seat, entry.thing) for entry in facts]
    assert (0, f"tile {bought.tile}") not in [(entry.seat, entry.thing) for entry in facts]


def test_points_that_the_better_move_scores_at_once_are_told() -> None:
    entries = [Entry(POINTS, 0, "buy", "tile 1"), Entry(POINTS, 0, "score", "tax"), Entry(POINTS, 1, "buy", "tile 2")]
    totals, direct = np.zeros((3, 2, 4, 3)), np.zeros((2, 4, 3))
    direct[0, :, 0], direct[:, :, 1], direct[0, :, 2] = 6, 2, 9
    table = Table(entries, totals, direct, np.zeros((3, 2, 4), np.bool_))
    (found,) = reason_facts._at_once(table, np.array([0.1, 0.2, 0.3]), 0)
    (fact,) = found.facts

    assert (found.thing, fact.amounts, fact.direct) == (AT_ONCE, (8, 2), True)
    assert fact.weight == pytest.approx(0.6)
    assert reason_facts._at_once(table, np.zeros(3), 2) == []
    direct[0, :, 0] = 0
    assert reason_facts._at_once(table, np.zeros(3), 0) == []


def test_what_goes_with_a_cause_is_told_from_what_comes_beside_it() -> None:
    brick, other = pieces(0, "get", "mama", "brick", (0.8, 0.2)), pieces(0, "get", "mama", "glass", (0.9, 0.1))
    buy, given = points(0, "buy", "tile 1", 4, (0.8, 0.2)), pieces(0, "get", "pesos", "peso", (2.0, 0.0))
    facts = brick, other, buy, given
    totals, direct = np.zeros((3, 2, 100, 4)), np.zeros((2, 100, 4))
    order = np.random.default_rng(1)
    for side, (often, beside) in enumerate(((80, 90), (20, 10))):
        bought = order.permutation(100) < often
        totals[0, side, :, 0], totals[0, side, :, 2] = bought, 4 * bought
        totals[0, side, :, 1] = order.permutation(100) < beside
    direct[0, :, 3] = 2
    table = Table([fact.entry for fact in facts], totals, direct, np.zeros((3, 2, 100), np.bool_))

    assert table.explained(buy, brick) == pytest.approx(1)
    assert table.explained(buy, given) == pytest.approx(1), "the move alone decides it"
    assert abs(table.explained(buy, other)) < EXPLAINED
    assert table.explained(structs.replace(buy, round=1), brick) == 0


def test_what_is_a_cause_only_together_is_confirmed_together(monkeypatch: pytest.MonkeyPatch) -> None:
    match = begun("havana")
    seat, better, other = two_moves(match)
    parse, ledger = match.game.notation.parse, match.game.ledger
    assert ledger is not None
    question = Question(match.game, match.state, seat, parse(better))
    compared = Comparison(question, parse(other), ledger, config_of(match.game), 1, FULL)
    one, two = (Reason(f"tile {tile}", (points(seat, "buy", f"tile {tile}", 4, (0.9, 0.1)),)) for tile in (1, 2))
    theirs = Reason("tile 3", (points(1 - seat, "buy", "tile 3", 4, (0.1, 0.9)),))
    worth: dict[frozenset[str], float] = {}
    monkeypatch.setattr(take_outs, "_drop", lambda _compared, _lead, things: worth.get(frozenset(things), 0.1))

    def confirmed(*reasons: Reason) -> list[str]:
        return [each.thing for each in take_outs.checked(compared, 0.2, reasons) if each.is_confirmed]

    assert confirmed(one, two, theirs) == []
    worth[frozenset({"tile 1", "tile 2"})] = 0.9
    assert confirmed(one, two, theirs) == ["tile 1"]
    assert confirmed(one, theirs) == []
    worth[frozenset({"tile 2"})] = 0.5
    assert confirmed(one, two, theirs) == ["tile 2"]


def test_only_legal_moves_are_compared() -> None:
    match = begun("havana")
    seat, better, _ = two_moves(match)
    over = begun("havana")
    while not over.over:
        over.play(over.to_move[0], over.legal(over.to_move[0])[0])
    illegal = next(move for move in ("buy upper left", "enact", "rob 1", "end turn") if move not in match.legal(seat))

    with pytest.raises(UsageError, match="that the player may make now"):
        why(match, seat, better, illegal)
    with pytest.raises(UsageError, match="that the player may make now"):
        why(over, 0, "end turn", "end turn")


def test_two_moves_differ_clearly_if_most_searches_say_so() -> None:
    values = np.array([0.1, 0.2, 0.1, 0.2])

    assert is_sure(np.array([0.1, 0.2, 0.15, 0.1]), values)
    assert not is_sure(np.array([0.1, -0.2, 0.3, -0.1]), values)
    assert not is_sure(np.array([0.1, 0.2, 0.15, 0.1]), -values)
    assert not is_sure(np.zeros(4), values)


def test_a_regression_finds_the_weights_within_their_signs() -> None:
    rng = np.random.default_rng(5)
    data = rng.normal(size=(2000, 3))
    results = data @ np.array([0.5, -0.3, 0.2])

    free = ridge(data, results, np.full(3, 1e-6), (0, 0, 0))
    bounded = ridge(data, results, np.full(3, 1e-6), (1, 1, -1))

    assert free == pytest.approx([0.5, -0.3, 0.2], abs=0.001)
    assert bounded == pytest.approx([0.5, 0.0, 0.0], abs=0.02)
