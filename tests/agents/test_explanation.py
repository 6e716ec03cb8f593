"""Explanations: what they say follows from what the seat knows, from the key, and from two moves that may be made."""

import random

import numpy as np
import pytest
from msgspec import structs

import malecon
from agents.positions import about_to_win, begun
from malecon.agents import explanation, reason_facts, take_outs
from malecon.agents.comparison import FULL, Comparison, Effort, is_sure
from malecon.agents.explanation import explain
from malecon.agents.future_table import Table
from malecon.agents.levels import config_of
from malecon.agents.reason_chain import EXPLAINED
from malecon.agents.ridge import ridge
from malecon.agents.search import Question
from malecon.core.errors import UsageError
from malecon.core.jit import JIT
from malecon.core.ledger import HAPPENS, PIECES, POINTS, Entry
from malecon.core.match import Match
from malecon.core.reason import ANY_THING, Explanation, Fact, Reason
from malecon.games.havana.events import Bought
from modes import needs_compiler, once
from reasons.facts import NOTHING, happens, pieces, points, table_of_lines
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


def compared_of(match: Match, seat: int, better: str, other: str) -> Comparison:
    """Return a comparison of two moves."""
    parse, ledger = match.game.notation.parse, match.game.ledger
    assert ledger is not None
    question = Question(match.game, match.state, seat, parse(better))
    return Comparison(question, parse(other), ledger, config_of(match.game), 1, FULL)


def compared_in(game: str) -> Comparison:
    """Return a comparison of two moves of a game that has begun."""
    match = begun(game)
    return compared_of(match, *two_moves(match))


@once
@pytest.mark.parametrize("game", malecon.games)
def test_an_explanation_follows_from_the_key(game: str) -> None:
    match = begun(game)
    before = match.state.tobytes()

    assert why(match, *two_moves(match), key=4) == why(match, *two_moves(match), key=4)
    assert match.state.tobytes() == before


@once
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
    causes = [reason for reason in found.reasons if reason.is_cause]
    facts = [fact.entry for reason in causes for fact in reason.facts if not fact.direct]

    assert found.values[0] > found.values[1] + 0.1
    assert (1, f"tile {bought.tile}") in [(entry.seat, entry.thing) for entry in facts]
    assert (0, f"tile {bought.tile}") not in [(entry.seat, entry.thing) for entry in facts]


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
    table = Table(
        [fact.entry for fact in facts], totals, direct, np.full((3, 2, 100), -1), np.zeros((2, 100), bool), NOTHING
    )

    assert table.explained(buy, brick) == pytest.approx(1)
    assert table.explained(buy, given) == pytest.approx(1), "the move alone decides it"
    assert abs(table.explained(buy, other)) < EXPLAINED
    assert table.explained(structs.replace(buy, round=1), brick) == 0
    direct[0, :, 3] = 2 + order.permutation(100) % 3
    assert table.explained(buy, given) > 0.9, "however many they are"


def test_to_do_something_with_one_thing_in_place_of_another_is_only_means() -> None:
    dam, bank = (happens(0, "build", building, chances) for building, chances in (("dam", (1, 0)), ("bank", (0, 1))))
    whole = points(0, "build", "", 2, (1.0, 1.0))
    facts = dam, bank, whole, structs.replace(dam, entry=dam.entry._replace(seat=1))
    totals = np.zeros((3, 2, 4, 4))
    totals[0, 0, :, 0] = totals[0, 1, :, 1] = 1
    totals[0, :, :, 2] = 2
    entries, is_tied = [fact.entry for fact in facts], np.zeros((2, 4), bool)
    table = Table(entries, totals, np.zeros((2, 4, 4)), np.full((3, 2, 4), -1), is_tied, NOTHING)

    assert reason_facts._is_exchanged(table, dam)
    assert not reason_facts._is_exchanged(table, whole)
    totals[0, 1, :, 3] = 1
    assert not reason_facts._is_exchanged(table, dam), "another player takes it"
    totals[0, 1, :, 3], totals[0, 1, :, 2] = 0, 0
    assert not reason_facts._is_exchanged(table, dam), "it is one more"


def test_a_lesser_fact_of_a_later_round_stands_behind_what_another_player_gets_now() -> None:
    own, theirs = points(0, "score", "duty", 2, (0.9, 0.5)), points(1, "score", "duty", 2, (0.0, 1.0))
    own, theirs = structs.replace(own, weight=0.03), structs.replace(theirs, weight=0.05)
    later = structs.replace(own, round=1)

    def first(facts: list[Fact], *, named: bool = False) -> Fact:
        return reason_facts._reason("duty", facts, 0, named=named).facts[0]

    assert first([theirs, own]) == own
    assert first([theirs, later]) == theirs
    assert first([theirs, later], named=True) == later


def test_points_are_the_victory_of_a_seat_that_seldom_wins_without_them() -> None:
    happens = np.array([[True] * 4, [False] * 4])

    assert reason_facts._is_victory(happens, happens)
    assert not reason_facts._is_victory(happens, ~happens)
    assert not reason_facts._is_victory(happens, happens | ~happens), "it wins without them, too"
    assert not reason_facts._is_victory(happens & ~happens, happens)


def test_a_victory_is_that_of_all_that_is_bought_in_its_round() -> None:
    facts = [
        points(seat, "buy", f"tile {tile}", 4, (1.0, 0.0)) for seat, tile in ((0, 1), (0, 2), (0, 3), (1, 4), (0, 5))
    ]
    totals, direct = np.zeros((3, 2, 10, 5)), np.zeros((2, 10, 5))
    totals[0, 0, :, [0, 1, 2, 3]] = np.array([4, 2, 6, 7])[:, None]
    totals[0, 0, :6, 4] = 4
    totals[1, :, :, 4] = 4
    table = Table(
        [fact.entry for fact in facts], totals, direct, np.full((3, 2, 10), 0), np.zeros((2, 10), bool), NOTHING
    )

    def besides(missing: int | None) -> tuple[str, ...]:
        return reason_facts._besides(table, 0, 0, totals[0, :, :, 0] > 0, missing)

    assert besides(None) == ("tile 3", "tile 2", ANY_THING)
    assert [besides(missing) for missing in (4, 9, 12, 13)] == [
        (),
        ("tile 3",),
        ("tile 3", "tile 2"),
        ("tile 3", "tile 2", ANY_THING),
    ], "what it takes"
    totals[0, 0, :6, 4] = 0
    assert besides(None) == ("tile 3", "tile 2")
    direct[0, :, 4] = 3
    assert reason_facts._besides(table, 0, 1, totals[0, :, :, 0] > 0, 3) == (), "the move itself brings them"


def test_a_rival_who_wins_comes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    compared = compared_in("havana")
    seat = compared.question.seat
    own = Reason("tile 1", (points(seat, "buy", "tile 1", 4, (0.9, 0.1)),))
    theirs = Reason("tile 3", (points(1 - seat, "buy", "tile 3", 4, (0.1, 0.9)),))
    victory = Reason("tile 3", (structs.replace(theirs.lead, wins=True),))
    monkeypatch.setattr(take_outs, "_drop", lambda *_: 0.7)

    assert [each.thing for each in take_outs.checked(compared, 0.2, [own, theirs], [])] == ["tile 1", "tile 3"]
    assert [each.thing for each in take_outs.checked(compared, 0.2, [own, victory], [])] == ["tile 3", "tile 1"]


def test_a_victory_is_a_cause_though_there_is_another_way_to_win(monkeypatch: pytest.MonkeyPatch) -> None:
    compared = compared_in("havana")
    seat = compared.question.seat
    bought = points(seat, "buy", "tile 1", 4, (0.9, 0.1))
    victory = Reason("tile 1", (structs.replace(bought, wins=True),))
    monkeypatch.setattr(take_outs, "_drop", lambda *_: 0.05)

    assert take_outs.checked(compared, 0.2, [Reason("tile 1", (bought,))], []) == []
    assert [each.thing for each in take_outs.checked(compared, 0.2, [victory], [])] == ["tile 1"]


def test_a_victory_is_as_sure_as_what_is_confirmed() -> None:
    bought = points(1, "buy", "tile 1", 4, (0.1, 0.9))
    ledger = malecon.games["havana"].ledger
    assert ledger is not None

    assert explanation._is_unsure(Reason("tile 1", (bought,), 0.05), ledger)
    assert not explanation._is_unsure(Reason("tile 1", (structs.replace(bought, wins=True),), 0.05), ledger)


def test_pieces_are_no_cause_if_they_are_few_and_for_nothing() -> None:
    ledger, glass = malecon.games["havana"].ledger, pieces(0, "get", "mama", "glass", (1.0, 0.0))
    assert ledger is not None
    loam, bought = pieces(0, "get", "mama", "loam", (1.2, 0.0)), points(0, "buy", "tile 1", 4, (0.9, 0.1))

    assert explanation._is_few(Reason("mama", (glass,)), ledger)
    assert not explanation._is_few(Reason("mama", (glass, loam)), ledger)
    assert not explanation._is_few(Reason("mama", (glass,), purpose=bought), ledger)
    assert explanation._is_few(Reason("mama", (glass, loam), named=True), ledger), "the move says so"
    many = Reason("mama", (glass, loam, pieces(0, "get", "mama", "debris", (2.0, 0.0))), named=True)
    assert not explanation._is_few(many, ledger), "the move does not say how many"
    assert not explanation._is_few(Reason("tile 1", (bought,)), ledger)
    assert not explanation._is_few(Reason("mama", (pieces(0, "taxed", "mama", "glass", (0, -1)),)), ledger)


def test_what_a_seat_does_speaks_for_the_move_after_which_it_does_so_more_often() -> None:
    reaches, used = (happens(0, verb, "dam", (0.0, 1.0)) for verb in ("reach", "use"))
    leaves = happens(0, "move away", "dam", (0.0, 1.0), weight=-0.02)
    ledger = malecon.games["cuba"].ledger
    assert ledger is not None

    weights = [reason_facts._in_its_sense(fact, ledger.losses).weight for fact in (reaches, used, leaves)]
    assert weights == [0.0, 0.0, reason_facts.NO_WEIGHT]
    turned = (structs.replace(fact, chances=(1.0, 0.0), amounts=(1.0, 0.0)) for fact in (reaches, used, leaves))
    assert [reason_facts._in_its_sense(fact, ledger.losses).weight for fact in turned] == [0.05, 0.05, -0.02]


def test_what_something_else_makes_up_for_is_no_cause() -> None:
    ledger = malecon.games["cuba"].ledger
    assert ledger is not None

    def is_cause(fact: Fact, *others: Fact, named: bool = False, means: tuple[Fact, ...] = ()) -> bool:
        reason = Reason(fact.entry.thing, (fact,), 1.0, means, named=named)
        found = [reason, *(Reason(other.entry.thing, (other,)) for other in others)]
        rivals = [other for other in others if other.entry.thing == fact.entry.thing]
        reason = structs.replace(reason, facts=(fact, *rivals))
        return not explanation._is_made_up_for(reason, found, ledger, 0)

    water, other = pieces(0, "get", "dam", "water", (1.0, 0.0)), pieces(0, "get", "worker", "water", (0.0, 1.0))
    assert is_cause(water)
    assert is_cause(water, pieces(0, "get", "worker", "stone", (0.0, 1.0)), pieces(1, "get", "worker", "water", (0, 1)))
    assert not is_cause(water, other), "it comes from elsewhere"
    assert is_cause(water, structs.replace(other, round=1)), "but later"
    assert not is_cause(pieces(0, "spoil", "spoiling", "citrus", (0, -1)), pieces(0, "get", "worker", "citrus", (0, 1)))
    spoils, taken = pieces(0, "spoil", "spoiling", "citrus", (0, -1)), pieces(0, "not trade", "x", "citrus", (0, 1))
    assert is_cause(spoils, structs.replace(taken, direct=True)), "what the other move takes is lost"
    instead, inn = points(0, "not build", "points instead", 2, (1.0, 0.0)), happens(0, "build", "inn", (0.0, 0.9))
    theirs = points(1, "not build", "points instead", 2, (0.0, 1.0))
    assert is_cause(instead)
    assert not is_cause(instead, inn), "it builds otherwise"
    assert is_cause(instead, inn, theirs), "another one takes them otherwise"
    slight = structs.replace(points(0, "score", "subsidy", 1, (1.0, 1.0)), amounts=(6.4, 5.0))
    assert not is_cause(slight), "it is not known why"
    assert is_cause(slight, means=(water,))
    assert is_cause(slight, named=True)
    assert is_cause(structs.replace(slight, amounts=(7.0, 5.0)))
    assert not is_cause(structs.replace(slight, amounts=(5.6, 5.0)), means=(water,)), "less than a point"


def facts_that_stay(cause: Reason, *others: Reason, table: Table, missing: int | None = None) -> tuple[Fact, ...]:
    return explanation._without_made_up(cause, [cause, *others], table, 0, [missing, missing]).facts


def test_points_that_come_by_another_thing_instead_are_no_cause() -> None:
    loaded, instead = points(0, "load", "dock 2", 4, (0.9, 0.0)), points(0, "load", "dock 1", 4, (0.0, 0.9))
    theirs = points(1, "load", "dock 2", 4, (0.0, 0.9))
    cause = Reason("dock 2", (loaded, theirs), 1.0)

    table = table_of_lines(([(0, loaded.entry._replace(amount=4))], [(0, theirs.entry._replace(amount=4))]))
    assert facts_that_stay(cause, Reason("dock 1", (instead,)), table=table) == (theirs,)
    assert facts_that_stay(cause, table=table) == cause.facts
    later = Reason("dock 2", (structs.replace(loaded, round=1),), 1.0)
    less = Reason("dock 1", (structs.replace(instead, amounts=(0.0, 3.0)),))
    assert facts_that_stay(cause, less, table=table) == (theirs,), "hardly more is left"
    earlier = table_of_lines(([(1, loaded.entry)], [(0, loaded.entry)]))
    assert facts_that_stay(later, table=earlier) == (), "it only comes later"
    elsewhere = Reason("dock 3", (points(1, "load", "dock 3", 4, (0.9, 0.0)),))
    assert facts_that_stay(cause, elsewhere, table=table) == (loaded,), "the rival, too"


def test_points_of_a_seat_that_scores_no_more_in_all_are_no_cause_if_some_of_the_lead_is_left() -> None:
    loaded, taxed = points(0, "load", "dock 2", 4, (0.9, 0.0)), points(0, "score", "tax", 4, (0.0, 0.9))
    later = structs.replace(loaded, round=1)
    four, paid = loaded.entry._replace(amount=4), taxed.entry._replace(amount=4)
    at_once, before, afterwards = (
        table_of_lines(([(place, four)], [(number, paid)])) for place, number in ((0, 0), (1, 0), (0, 1))
    )

    assert facts_that_stay(Reason("dock 2", (loaded,), 0.5), table=at_once) == ()
    assert facts_that_stay(Reason("dock 2", (later,), 0.5), table=before) == (), "they came before"
    assert facts_that_stay(Reason("dock 2", (loaded,), 0.5), table=afterwards) == (loaded,)
    victory = structs.replace(loaded, wins=True)
    assert facts_that_stay(Reason("dock 2", (victory,), 0.5), table=at_once) == (victory,)
    assert facts_that_stay(Reason("dock 2", (loaded,), 1.0), table=at_once) == (loaded,)
    fewer = table_of_lines(([(0, four)], [(0, paid._replace(amount=8))]))
    assert facts_that_stay(Reason("dock 2", (loaded,), 1.0), table=fewer) == ()
    theirs = structs.replace(loaded, entry=loaded.entry._replace(seat=1), chances=(0.0, 0.9), amounts=(0.0, 3.6))
    others = table_of_lines(([(0, paid._replace(seat=1))], [(0, theirs.entry._replace(amount=4))]))
    assert facts_that_stay(Reason("dock 2", (theirs,), 1.0), table=others) == (), "a rival scores otherwise"


def test_points_beyond_the_victory_are_worth_no_more() -> None:
    large, small = points(0, "buy", "tile 1", 3, (0.9, 0.0)), points(0, "buy", "tile 2", 1, (0.0, 0.9))
    cause, other = Reason("tile 1", (large,), 1.0), Reason("tile 2", (small,))
    table = table_of_lines(([(0, large.entry._replace(amount=3))], [(0, small.entry)]))

    assert facts_that_stay(cause, other, table=table, missing=5) == cause.facts
    assert facts_that_stay(cause, other, table=table, missing=1) == ()


def test_what_is_bought_in_a_later_round_is_a_cause_if_it_is_known_what_leads_to_it() -> None:
    ledger, match = malecon.games["havana"].ledger, begun("havana")
    assert ledger is not None
    bought = points(0, "buy", "tile 1", 4, (0.9, 0.1), round_no=1)
    link = pieces(0, "get", "mama", "glass", (1.0, 0.0))

    def is_cause(fact: Fact, drop: float = 0.5, means: tuple[Fact, ...] = ()) -> bool:
        return explanation._is_made_possible(Reason("tile 1", (fact,), drop, means), ledger, match.state)

    assert not is_cause(bought)
    assert is_cause(bought, means=(link,))
    assert is_cause(bought, drop=0.9), "all goes with it"
    named = Reason("tile 1", (bought,), 0.5, named=True)
    assert explanation._is_made_possible(named, ledger, match.state), "the move leads to it"
    assert is_cause(structs.replace(bought, round=0))


def test_a_cause_is_not_told_if_neither_it_nor_its_purpose_weighs_enough() -> None:
    light, heavy = pieces(0, "get", "mama", "glass", (2.0, 0.0), weight=0.01), points(0, "buy", "tile 1", 4, (0.9, 0.1))

    assert not explanation._is_weighty(Reason("mama", (light,), 1.0), 0.02)
    assert explanation._is_weighty(Reason("mama", (light,), 1.0, purpose=heavy), 0.02)
    assert explanation._is_weighty(Reason("tile 1", (heavy,), 1.0), 0.02)


def test_what_is_paid_is_no_cause_without_its_purpose() -> None:
    ledger = malecon.games["cuba"].ledger
    assert ledger is not None
    kept = pieces(0, "give", "dock 2", "citrus", (0.0, -2.0))

    assert explanation._is_few(Reason("dock 2", (kept,)), ledger)
    assert not explanation._is_few(Reason("dock 2", (kept,), purpose=points(0, "score", "duty", 2, (0.9, 0.1))), ledger)


def test_beside_points_at_once_a_likely_cause_of_the_seat_is_not_told() -> None:
    own, theirs = points(0, "buy", "tile 1", 5, (0.8, 0.0)), points(1, "buy", "tile 1", 5, (0.0, 0.8))
    end = happens(None, "end", "game end", (0.0, 0.9))

    def may_stand(*facts: Fact, drop: float | None = None) -> bool:
        return explanation._may_stand_beside_points(Reason(facts[0].entry.thing, facts, drop), 0)

    assert not may_stand(own)
    assert may_stand(own, drop=0.9)
    assert may_stand(structs.replace(own, wins=True))
    assert may_stand(own, theirs)
    assert may_stand(theirs)
    assert may_stand(end), "the game ends otherwise"


def test_what_a_rival_does_hardly_more_often_is_chance() -> None:
    own, often, seldom = (
        points(seat, "load", "dock 3", 6, chances)
        for seat, chances in ((0, (0.9, 0.6)), (1, (0.1, 0.9)), (1, (0.6, 0.9)))
    )

    assert explanation._is_chance(Reason("dock 3", (seldom,), 1.0), 0)
    assert not explanation._is_chance(Reason("dock 3", (often,), 1.0), 0)
    assert not explanation._is_chance(Reason("dock 3", (own,), 1.0), 0)


def test_pieces_are_contested_if_another_player_loses_some() -> None:
    mine = pieces(0, "not load", "pesos instead", "peso", (4.0, 0.0))
    few, many = (pieces(1, "not load", "pesos instead", "peso", (0.0, count)) for count in (1.0, 1.9))

    assert not explanation._is_contested(Reason("pesos instead", (mine, few)), 0)
    assert explanation._is_contested(Reason("pesos instead", (mine, many)), 0)


def test_what_the_move_itself_brings_is_a_cause_if_another_player_wants_it() -> None:
    ledger, bought = malecon.games["havana"].ledger, points(0, "buy", "tile 1", 4, (1.0, 0.0))
    assert ledger is not None
    mine, theirs = structs.replace(bought, direct=True), points(1, "buy", "tile 1", 4, (0.0, 0.8))

    def is_told(*facts: Fact) -> bool:
        return explanation._may_be_told(Reason("tile 1", facts, 1.0), ledger, 0, is_clear=True)

    assert is_told(bought)
    assert not is_told(mine)
    assert is_told(mine, theirs)
    assert not is_told(structs.replace(pieces(0, "get", "mama", "loam", (1, 0)), direct=True), theirs)


def test_what_a_seat_does_is_told_where_all_goes_with_it() -> None:
    back = structs.replace(happens(0, "take back", "mama", (1.0, 0.0)), weight=1e-9, is_means=True)
    theirs = pieces(1, "get", "mama", "brick", (0.2, 0.9), weight=0.02)
    reason = Reason("mama", (theirs, back), 0.9)

    assert reason.step_of(0) == back
    assert reason.step_of(1) is None
    assert explanation._own_step_first(reason, 0).lead == back
    assert explanation._own_step_first(reason, 1).lead == theirs
    assert explanation._own_step_first(structs.replace(reason, drop=0.5), 0).lead == theirs


def test_what_is_given_for_points_is_no_loss() -> None:
    bought, price = points(0, "buy", "tile 1", 4, (0.9, 0.1)), pieces(0, "pay", "tile 1", "brick", (-1.0, 0.0))
    robbed = pieces(0, "robbed", "tile 1", "brick", (-1.0, 0.0))
    facts = reason_facts._without_price([bought, price, robbed], frozenset({"robbed"}))

    assert [fact.weight for fact in facts] == [bought.weight, 0.0, robbed.weight]
    assert reason_facts._without_price([price], frozenset()) == [price]


def test_what_is_told_without_an_example_is_plain() -> None:
    ledger = malecon.games["havana"].ledger
    assert ledger is not None
    bought, robbed = points(1, "buy", "tile 1", 4, (0.1, 0.9)), pieces(0, "robbed", "mama", "brick", (0.0, -1.0))

    def is_plain(fact: Fact, drop: float | None = 0.9, *, named: bool = False, more: int = 0) -> bool:
        """``more``: points that the other player has besides after the better move."""
        theirs = Entry(POINTS, 1, "buy", "tile 1", 4)
        table = table_of_lines(([(0, theirs._replace(thing="tile 2", amount=more))], [(0, theirs)]))
        return explanation._needs_no_example(Reason("tile 1", (fact,), drop, named=named), ledger, table, 0)

    assert is_plain(bought)
    assert not is_plain(bought, more=6), "they have more besides"
    assert not is_plain(points(1, "buy", "tile 1", 4, (0.1, 0.5))), "it happens only somewhat more often"
    assert not is_plain(bought, 0.5)
    assert not is_plain(pieces(0, "get", "mama", "brick", (3.0, 0.0))), "it is not known what they are for"
    assert is_plain(robbed, None)
    later = structs.replace(bought, round=1)
    assert not is_plain(later)
    assert is_plain(later, named=True), "the house that the move removes"


def test_means_that_nearly_always_serve_a_purpose_are_told_without_an_example() -> None:
    ledger, table = malecon.games["cuba"].ledger, table_of_lines(([(0, Entry(POINTS, 0, "load", "dock 1"))], []))
    assert ledger is not None
    water = pieces(0, "get", "dam", "water", (2.0, 0.0))
    scored = structs.replace(points(0, "score", "golf course", 3, (1.0, 0.0)), round=1)
    reason = Reason("dam", (water,), 0.7, purpose=scored)
    seldom = structs.replace(reason, purpose=points(0, "score", "golf course", 3, (0.6, 0.0)))

    assert explanation._needs_no_example(reason, ledger, table, 0)
    assert not explanation._needs_no_example(seldom, ledger, table, 0)
    assert not explanation._needs_no_example(structs.replace(reason, drop=0.2), ledger, table, 0)


def test_what_the_seat_has_otherwise_is_known() -> None:
    compared = compared_in("havana")  # the architect is performed, or Mama
    seat = compared.question.seat
    mine, theirs = (pieces(seat, "get", card, "brick", (1.0, 0.0), round_no=1) for card in ("architect", "pesos"))
    other = structs.replace(pieces(seat, "get", "mama", "loam", (0.0, 1.0), round_no=1), weight=-0.1)
    left = structs.replace(other, entry=other.entry._replace(thing="architect"))
    found = [Reason("mama", (other,)), Reason("architect", (mine, left), named=True)]

    assert explanation._against(compared, found[1], found) == other
    assert explanation._against(compared, Reason("pesos", (theirs,)), found) == left
    assert explanation._against(compared, Reason("tile 1", (points(seat, "buy", "tile 1", 4, (1, 0)),)), found) is None


def test_what_the_other_move_does_and_is_done_afterwards_waits() -> None:
    match = malecon.games["cuba"].start(seats=2, seed=1)
    seat = match.to_move[0]
    compared = compared_of(match, seat, "play mayor", "play foreman")
    mayor, foreman = (Entry(HAPPENS, seat, "play", f"{character} card") for character in ("mayor", "foreman"))

    def waiting(*later: Entry) -> Fact | None:
        table = table_of_lines(([(0, entry) for entry in (mayor, *later)], [(0, foreman)]))
        by_move = [[[float(entry == own) for entry in table.entries]] for own in (mayor, foreman)]
        return explanation._waiting(compared, table._replace(direct=np.array(by_move)))

    found = waiting(foreman)
    assert found is not None
    assert found.entry == foreman
    assert waiting() is None, "it is not played"
    assert waiting(foreman._replace(seat=1 - seat)) is None


def test_what_more_is_paid_for_in_vain_comes_all_the_same() -> None:
    match = malecon.games["cuba"].start(seats=2, seed=1)
    seat = match.to_move[0]
    compared = compared_of(match, seat, "bid 1", "bid 3")
    won, bid = Entry(HAPPENS, seat, "win vote", "parliament"), Entry(PIECES, seat, "bid", "bids", -1, "peso")

    def waiting(less: Entry, more: Entry, *wins: Entry) -> Fact | None:
        return explanation._waiting(
            compared, table_of_lines(([(0, less), *((0, each) for each in wins)], [(0, more), (0, won)]))
        )

    found = waiting(bid, bid._replace(amount=-3), won)
    assert found is not None
    assert found.entry == won
    assert waiting(bid, bid._replace(amount=-3)) is None, "more wins the vote"
    assert waiting(bid._replace(amount=-3), bid, won) is None, "less is paid after the other move"


def test_what_is_a_cause_only_together_is_confirmed_together(monkeypatch: pytest.MonkeyPatch) -> None:
    compared = compared_in("havana")
    seat = compared.question.seat
    one, two = (Reason(f"tile {tile}", (points(seat, "buy", f"tile {tile}", 4, (0.9, 0.1)),)) for tile in (1, 2))
    theirs = Reason("tile 3", (points(1 - seat, "buy", "tile 3", 4, (0.1, 0.9)),))
    worth: dict[frozenset[str], float] = {}
    monkeypatch.setattr(take_outs, "_drop", lambda _compared, _lead, things: worth.get(frozenset(things), 0.1))

    def confirmed(*reasons: Reason) -> list[str]:
        return [each.thing for each in take_outs.checked(compared, 0.2, reasons, reasons) if each.is_confirmed]

    assert confirmed(one, two, theirs) == []
    worth[frozenset({"tile 1", "tile 2", "tile 3"})] = 0.9
    assert confirmed(one, two, theirs) == ["tile 1"]
    assert confirmed(one, two) == [], "what others do by the same counts, too"
    against = Reason("tile 3", (structs.replace(theirs.lead, weight=-0.7),))
    assert confirmed(one, two, against) == [], "together they speak for the other move"
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
