"""Phrases of Cuba that follow from the position."""

from typing import Any

import pytest
from msgspec.structs import replace

import malecon
from malecon.core.i18n import Language
from malecon.core.match import Match
from malecon.games.cuba.text.descriptions import pile_words
from malecon.presentation.perspective import Perspective

NAMES = {0: "Ana", 1: "Ben"}


def at_question(kind: str) -> Match:
    """Return a match in which the first choices were made until a question of this kind came."""
    match = malecon.games["cuba"].start(2, 7)
    while match.seen_by(None).question.kind != kind:
        seat = match.to_move[0]
        match.play(seat, match.legal(seat)[0])
    return match


@pytest.fixture(scope="module")
def moving() -> tuple[Match, Perspective]:
    match = at_question("move")
    return match, Perspective.of(match, match.to_move[0], Language(), NAMES)


def test_products_are_to_choose_from_only_where_there_are_too_many(moving: tuple[Match, Perspective]) -> None:
    _, perspective = moving
    said = {
        choice.choose_from is not None: malecon.games["cuba"].text.label(perspective, choice.notation)
        for choice in perspective.view.choices
    }

    assert {too_many: "to choose from" in label for too_many, label in said.items()} == {True: True, False: False}


@pytest.mark.parametrize(
    ("known", "said"),
    [
        ({}, "ships in the pile: 12"),
        ({"pile_bottom": (5,)}, "ships in the pile: 12; at the bottom: 5"),
        ({"pile_bottom": (5, 2)}, "ships in the pile: 12; at the bottom, in this order: 2 and 5"),
        ({"pile_order": (3, 1)}, "ships in the pile, the top first: 3 1"),
    ],
)
def test_the_pile_is_told_as_far_as_it_is_known(moving: tuple[Match, Perspective], known: Any, said: str) -> None:
    _, perspective = moving
    view = replace(perspective.view, **{"pile_bottom": (), "pile_order": (), **known})

    assert pile_words(Perspective(view, perspective.language, NAMES, perspective.viewer)) == said


def test_who_looks_through_the_pile_is_told_what_it_costs(moving: tuple[Match, Perspective]) -> None:
    perspective = moving[1]
    view = replace(perspective.view, question=replace(perspective.view.question, kind="swap"))
    looking = Perspective(view, perspective.language, NAMES, perspective.viewer)

    said = "Which ship comes to sea, if any? The pile is shuffled either way."
    assert malecon.games["cuba"].text.prompt(looking) == said


@pytest.mark.parametrize(("hand_size", "votes"), [(3, False), (2, True)])
def test_of_the_last_two_characters_the_other_one_is_said_to_vote(
    moving: tuple[Match, Perspective], hand_size: int, *, votes: bool
) -> None:
    view, viewer = moving[1].view, moving[1].viewer
    assert viewer is not None
    players = [replace(player, hand_size=hand_size) for player in view.players]
    asked = replace(view, players=tuple(players), question=replace(view.question, kind="play"))

    said = malecon.games["cuba"].text.prompt(Perspective(asked, Language(), NAMES, viewer))
    assert ("The other one votes" in said) == votes
