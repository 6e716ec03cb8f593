"""Impossible positions of Cuba are refused with the reason."""

import copy
from collections.abc import Callable
from typing import Any

import pytest

import malecon
from face.playing import at, change, random_match
from malecon import UsageError
from malecon.core.data import DataError

Position = dict[str, Any]
CUBA = malecon.games["cuba"]
START = "cuba, 4 seats, no embassy"
SEALED = "cuba, 3 seats, sealed"
GIFTS = "cuba, 2 seats, sealed, buildings for nothing"


@pytest.mark.parametrize(
    ("path", "value", "sentence"),
    [
        ("round", "one", "position: round: Expected `int`, got `str`"),
        ("round", 7, "position: round: Expected `int` <= 6"),
        ("luck", 1, "position: Object contains unknown field `luck`"),
        ("players.0.hand.0", "joker", "position: players 1, hand 1: Expected `str` matching regex"),
        ("supply.wood", -1, "position: supply[...]: Expected `int` >= 0"),
        ("supply.gold", 1, "position: supply: key: Expected"),
        ("question.kind", "dance", "position: question.kind: Expected"),
        ("chance.key", "7", "position: chance.key: Expected"),
        ("players", [], "position: players: Expected `array` of length >= 2"),
        ("harbour", [None], "position: harbour: Expected `array` of length >= 4"),
        ("parliament.tax.cards", [1, 2], "position: parliament.tax.cards: Expected `array` of length >= 6"),
        ("options.weather", "sun", "position: options: Object contains unknown field `weather`"),
    ],
)
def test_what_has_not_the_shape_of_a_position_is_refused_with_the_place(
    path: str, value: object, sentence: str
) -> None:
    position = at(START, "play")
    change(position, path, value)

    with pytest.raises(DataError) as refused:
        CUBA.from_position(position)

    assert sentence.replace("[...]", "") in str(refused.value).replace("[...]", "")


def first_question(start: str, question: str, fits: Callable[[Position], bool] = lambda position: True) -> Position:
    """Return a position of a random match that asks ``question`` and fits."""
    for seed in range(60):
        for match, _, _ in random_match(start, seed):
            if match.position()["question"]["kind"] == question and fits(match.position()):
                return match.position()
    raise AssertionError(question)
