"""A match of Havana as people and programs play it, and its options."""

from typing import Any

import msgspec
import pytest

import malecon
from malecon import IllegalMove, ParseError, UsageError
from malecon.core.data import DataError
from malecon.games.havana.buildings import TILES
from malecon.games.havana.events import CHRONICLE, Chose, RoundBegan

HAVANA = malecon.games["havana"]


def test_what_can_be_chosen() -> None:
    assert (HAVANA.name, HAVANA.version, list(HAVANA.seats)) == ("havana", 1, [2, 3, 4])
    assert {"edition", "ages", "tiles"} <= {option.name for option in HAVANA.options}


def test_every_kind_of_event_can_be_read() -> None:
    rows = [[kind, 0, 1, 1, 1] for kind in range(len(CHRONICLE.kinds))]

    assert len(CHRONICLE.read_rows(rows)) == len(rows)


def test_a_match_begins_with_the_secret_choice_of_all() -> None:
    match = HAVANA.start(seats=3, seed=7)

    assert match.to_move == (0, 1, 2)
    assert len(match.legal(0)) == 78
    assert (match.over, match.points, match.winners) == (False, (0, 0, 0), ())
    assert match.seed == 7


def test_a_move_returns_what_it_caused() -> None:
    match = HAVANA.start(seats=2, seed=7)

    first = match.play(0, "choose siesta mama")
    second = match.play(1, "choose worker pesos")

    assert first == (Chose(0, "siesta", "mama"),)
    assert any(isinstance(event, RoundBegan) for event in second)
    assert match.events[-len(second) :] == second
    assert match.events_of(0) == first
    assert match.moves == ((0, "choose siesta mama"), (1, "choose worker pesos"))


def test_a_chosen_card_is_seen_by_its_owner_only() -> None:
    match = HAVANA.start(seats=2, seed=7)
    match.play(0, "choose siesta mama")

    assert match.events_seen_by(0)[-1] == Chose(0, "siesta", "mama")
    assert match.events_seen_by(1)[-1] == match.events_seen_by(None)[-1] == Chose(0, None, None)


@pytest.mark.parametrize(
    ("move", "error"), [("choose siesta siesta", ParseError), ("", ParseError), ("end turn", IllegalMove)]
)
def test_a_wrong_move_changes_nothing(move: str, error: type[Exception]) -> None:
    match = HAVANA.start(seats=2, seed=7)
    before = match.copy()

    with pytest.raises(error):
        match.play(0, move)

    assert match == before
    assert match.record() == before.record()


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"edition": "deluxe"}, "edition: is 'deluxe', but must be eggertspiele or filosofia"),
        ({"edition": 1}, "edition: is 1, but must be"),
        ({"ages": (0, 1)}, r"ages: is \(0, 1\), but must be each seat from 0 to 2 once"),
        ({"ages": (0, 1, 1)}, "ages: is"),
        ({"ages": (0, 1, 2, 2)}, "ages: is"),
        ({"ages": 3}, "ages: is 3"),
        ({"tiles": 3}, "tiles: a list in square brackets is expected, not 3"),
        ({"tiles": object()}, "tiles: a file or a list of tiles is expected"),
        ({"tiles": TILES[:5]}, "tiles: 12 to 36 houses are expected, but 5 are there"),
        ({"tiles": TILES[1:]}, "tiles: house 1, “id”: 2 is here, but 1 is expected"),
        (
            {"tiles": [{"id": 1, "points": 9, "cost": {}}] * 12},
            "tiles: house 1, “points”: a whole number from 1 to 7",
        ),
        ({"tiles": "no such file.toml"}, "no such file.toml cannot be read"),
        ({"house": 1}, "option: is 'house', but must be one of edition, ages, "),
    ],
)
def test_wrong_options_are_refused_with_the_reason(wrong: dict[str, object], sentence: str) -> None:
    options: dict[str, Any] = {"seats": 3, "seed": 1} | wrong

    with pytest.raises((UsageError, DataError), match=sentence):
        HAVANA.start(**options)


def test_tiles_can_be_given_as_objects_and_as_plain_data() -> None:
    plain = msgspec.to_builtins(TILES)

    assert HAVANA.start(seats=2, seed=3, tiles=TILES) == HAVANA.start(seats=2, seed=3)
    assert HAVANA.start(seats=2, seed=3, tiles=plain) == HAVANA.start(seats=2, seed=3)
