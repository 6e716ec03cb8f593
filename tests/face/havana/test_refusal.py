"""Why a move is illegal: the rule and a sentence for people, for everything that can be asked."""

from typing import Any

import pytest

import malecon
from malecon import IllegalMove, MaleconError
from malecon.core.actions import MANY
from malecon.core.bit_set import bit
from malecon.core.match import Match
from malecon.core.rules_text import rules_text_of
from malecon.games.havana.asks import (
    BUY,
    CHOOSE,
    COVER,
    FETCH,
    PAY,
    PERFORM,
    QUESTIONS,
    REFRESH,
    REMOVE,
    ROB,
    STEAL,
    TAKE,
    TAKE_BACK,
    TAX,
)
from malecon.games.havana.buildings import Building, Cost
from malecon.games.havana.cards import CODE
from malecon.games.havana.options import put_tile
from malecon.games.havana.questions import QUESTION_TABLE
from malecon.games.havana.state import NONE

HAVANA = malecon.games["havana"]
RULES = set(rules_text_of("havana").rules)
"""The ids of all sentences of the rulebook."""


def test_a_refusal_can_be_told_again_for_a_line_and_in_another_language() -> None:
    refusal = IllegalMove("HAV-5.2", "There is no house at the end {end}.", {"end": "upper left"})

    assert str(refusal) == "There is no house at the end upper left. (HAV-5.2)"
    assert str(refusal.at(4)) == "line 4: There is no house at the end upper left. (HAV-5.2)"
    assert (refusal.template, refusal.facts) == ("There is no house at the end {end}.", {"end": "upper left"})
    assert isinstance(refusal, MaleconError)


def test_every_question_has_words_and_a_rule() -> None:
    assert all(question.asks for question in QUESTION_TABLE)
    assert {question.rule for question in QUESTION_TABLE} <= RULES


def table(question: int, answers: int = MANY, **changes: Any) -> Match:
    """Return a table of three, where seat 0 (siesta, architect) is asked, before 1 (protection) and 2."""
    match = HAVANA.start(seats=3, seed=7)
    for seat, cards in enumerate(("siesta architect", "protection mama", "pesos mama")):
        match.play(seat, f"choose {cards}")
    state = match.state
    state.order[:3] = [0, 1, 2]
    state.turn = 0
    state.to_perform = 0
    state.question, state.answers, state.awaited = question, answers, bit(0)
    state.pesos[0], state.workers[0], state.cubes[0] = 0, 0, 0
    for name, value in changes.items():
        if isinstance(value, dict):
            for place, inner in value.items():
                getattr(state, name)[place] = inner
        else:
            setattr(state, name, value)
    return match


def first_tile(match: Match, *, architect: bool = False, **cost: int) -> None:
    """Let the tile at the upper left cost this."""
    tile = match.state.rows[0, 0]
    put_tile(match.state, tile, Building(int(tile) + 1, 1, Cost(**cost), architect))


def refused(match: Match, move: str, seat: int = 0) -> tuple[str, str]:
    with pytest.raises(IllegalMove) as error:
        match.play(seat, move)
    return error.value.rule, error.value.sentence


@pytest.mark.parametrize(
    ("question", "rule", "sentence"),
    [
        (BUY, "HAV-4.2", "It is the turn of player 1."),
        (CHOOSE, "HAV-2.5", "You have laid your two cards; player 1 has not yet."),
        (FETCH, "HAV-2.2", "The oldest player, 1, prepares the rows."),
        (COVER, "HAV-4.5", "Player 1 lays a card now; it goes in the order of the round."),
        (TAKE_BACK, "HAV-4.8", "Player 1 decides about the discard pile now."),
    ],
)
def test_who_is_not_asked_has_to_wait(question: int, rule: str, sentence: str) -> None:
    assert refused(table(question), "end turn", seat=1) == (rule, sentence)


@pytest.mark.parametrize(
    ("ending", "rule"), [(1, "HAV-7.1"), (2, "HAV-7.2"), (3, "HAV-7.2"), (4, "HAV-7.3"), (5, "HAV-7.3")]
)
def test_after_the_end_nothing_is_legal(ending: int, rule: str) -> None:
    match = table(QUESTIONS.index("over"), 0, ending=ending, awaited=0)

    assert refused(match, "end turn") == (rule, "The game is over.")


@pytest.mark.parametrize(
    ("question", "changes", "move", "rule", "sentence"),
    [
        (
            REFRESH,
            {},
            "take brick",
            "HAV-6.1",
            "Something else is to be decided now: which card to take from the discard pile.",
        ),
        (
            PERFORM,
            {"to_perform": 1 << CODE["architect"]},
            "buy upper left",
            "HAV-4.2",
            "Both actions come first, then you may buy and end the turn.",
        ),
        (TAKE, {}, "end turn", "HAV-4.2", "Both actions come first, then you may buy and end the turn."),
        (PAY, {"chosen": 0}, "end turn", "HAV-5.5", "Say how you pay for the house first."),
        (BUY, {}, "perform mama", "HAV-4.2", "The card mama does not lie open before you."),
        (BUY, {}, "perform architect", "HAV-4.2", "You have performed architect already in this turn."),
        (PERFORM, {}, "perform siesta", "HAV-6.0", "The card siesta has no action to perform."),
        (
            PERFORM,
            {"shown": {0: [2, 7]}},
            "perform protection",
            "HAV-6.2",
            "The card protection works by itself all round long.",
        ),
        (
            COVER,
            {},
            "perform architect",
            "HAV-4.5",
            "Something else is to be decided now: which open card to cover, and with which card.",
        ),
        (REFRESH, {}, "refresh pesos", "HAV-6.1", "The card pesos is not in your discard pile."),
        (REMOVE, {"row_length": {0: 0}}, "remove upper left", "HAV-5.2", "There is no house at the end upper left."),
        (TAKE, {"centre": {0: 0}}, "take brick", "HAV-6.13", "There is no brick in the centre."),
        (ROB, {}, "rob 1", "HAV-6.8", "You cannot rob yourself."),
        (ROB, {}, "rob 2", "HAV-6.10", "Player 2 is protected and cannot be robbed."),
        (ROB, {}, "rob 4", "HAV-6.8", "There is no player 4: this game has 3 players."),
        (STEAL, {}, "steal brick from 4", "HAV-6.8", "There is no player 4: this game has 3 players."),
        (
            ROB,
            {"order": {0: 2, 1: 0, 2: 1}, "turn": 1},
            "rob 3",
            "HAV-6.8",
            "Player 3 has acted already; only who follows can be robbed.",
        ),
        (STEAL, {}, "steal brick from 2", "HAV-6.10", "Player 2 is protected and cannot be robbed."),
        (STEAL, {"cubes": {2: [1, 0, 0, 0, 0]}}, "steal glass from 3", "HAV-6.9", "Player 3 has no glass."),
        (
            STEAL,
            {"cubes": {2: [1, 0, 0, 0, 0]}},
            "steal nothing from 3",
            "HAV-6.9",
            "Player 3 has cubes, so you must take one.",
        ),
        (
            STEAL,
            {"cubes": {2: [0, 0, 0, 0, 0]}},
            "steal brick from 3",
            "HAV-6.9",
            "Player 3 has no cubes: steal nothing, or choose another.",
        ),
        (STEAL, {"shown": {1: [0, 1]}, "victim": 1}, "steal brick from 3", "HAV-6.9", "Both cubes come from player 2."),
        (BUY, {"row_length": {1: 1}}, "buy lower right", "HAV-5.2", "There is no house at the end lower right."),
        (COVER, {}, "cover mama with debris", "HAV-4.5", "The card mama does not lie open before you."),
        (COVER, {}, "cover siesta with architect", "HAV-4.5", "The card architect is not in your hand."),
    ],
)
def test_a_refusal_gives_rule_and_reason(
    question: int, changes: dict[str, Any], move: str, rule: str, sentence: str
) -> None:
    answers = 0 if question not in (COVER, PAY) else MANY
    match = table(question, answers, **changes)
    before = match.copy()

    assert refused(match, move) == (rule, sentence)
    assert match == before


@pytest.mark.parametrize(
    ("changes", "move", "rule", "sentence"),
    [
        ({}, "tax brick from 3", "HAV-6.5", "Player 3 has no brick."),
        ({}, "tax brick from 2", "HAV-6.2", "Player 2 is protected and loses nothing."),
        ({}, "tax brick from 1", "HAV-6.5", "Player 1 does not follow you in this round."),
        ({}, "tax brick from 4", "HAV-6.5", "There is no player 4: this game has 3 players."),
        ({"shown": {1: [0, 1]}}, "tax worker from 2", "HAV-6.5", "The tax of player 3 is collected now."),
    ],
)
def test_taxes_are_collected_one_after_the_other(changes: dict[str, Any], move: str, rule: str, sentence: str) -> None:
    glass_of_player_3 = 1 << 2 * 6 + 3

    assert refused(table(TAX, glass_of_player_3, **changes), move) == (rule, sentence)


@pytest.mark.parametrize(
    ("owned", "cost", "rule", "missing"),
    [
        ({"shown": {0: [0, 1]}}, {"architect": True}, "HAV-5.4", "asks for the architect among your open cards."),
        ({}, {"brick": 1, "pesos": 2}, "HAV-5.5", "even by exchange. Missing: 1 brick, 2 pesos."),
        ({"pesos": {0: 4}}, {"workers": 1}, "HAV-5.5", "even by exchange. Missing: 1 worker."),
        ({"pesos": {0: 5}}, {"workers": 1, "glass": 2}, "HAV-5.5", "even by exchange. Missing: 2 glass."),
        ({"cubes": {0: [0, 0, 0, 0, 6]}}, {"brick": 1, "debris": 2}, "HAV-5.5", "even by exchange. Missing: 1 brick."),
        ({"cubes": {0: [0, 0, 0, 0, 7]}}, {"brick": 1, "debris": 2, "pesos": 1}, "HAV-5.5", "Missing: 1 peso."),
    ],
)
def test_what_cannot_be_paid_is_told(owned: dict[str, Any], cost: dict[str, Any], rule: str, missing: str) -> None:
    match = table(BUY, 1 << 4, **owned)
    first_tile(match, **cost)

    found, sentence = refused(match, "buy upper left")

    assert found == rule
    assert sentence.startswith(("House ", "You cannot pay for house "))
    assert sentence.endswith(missing)


@pytest.mark.parametrize(
    ("owned", "move", "sentence"),
    [
        ({}, "pay debris for 1 glass", "The house asks for 0 glass; no more can be exchanged."),
        ({}, "pay pesos for 2 workers", "The house asks for 1 worker; no more can be exchanged."),
        ({"cubes": {0: [0, 0, 0, 0, 9]}}, "pay as printed", "You lack 1 brick: that must be exchanged."),
        ({}, "pay debris for 1 brick and pesos for 1 worker", "That takes 5 debris, and you have 4."),
        ({"pesos": {0: 6}}, "pay pesos for 1 worker", "That takes 7 pesos, and you have 6."),
    ],
)
def test_an_impossible_payment_is_told(owned: dict[str, Any], move: str, sentence: str) -> None:
    has = {"cubes": {0: [1, 0, 0, 0, 4]}, "workers": {0: 1}, "pesos": {0: 9}}
    match = table(PAY, MANY, chosen=0, **(has | owned))
    first_tile(match, brick=1, workers=1, pesos=2)

    assert refused(match, move) == ("HAV-5.5", sentence)


def test_a_tile_that_cannot_be_fetched_is_told() -> None:
    match = table(FETCH, 0, chosen=NONE, awaited=bit(0))
    state = match.state
    in_rows, in_stack = int(state.rows[0, 0]), int(state.stack[0])
    state.tile_points[in_stack] = 4

    assert refused(match, f"fetch {in_rows + 1}") == ("HAV-2.2", f"House {in_rows + 1} is not in the stack.")
    assert refused(match, f"fetch {in_stack + 1}") == ("HAV-2.2", f"House {in_stack + 1} is worth more than 3 points.")
