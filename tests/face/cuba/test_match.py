"""A match of Cuba as people and programs play it, and its options."""

from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

import malecon
from cases.cuba import OWNED
from malecon import IllegalMove, ParseError, UsageError
from malecon.core.data import DataError
from malecon.games.cuba.boards import MARKET, PLANTATIONS
from malecon.games.cuba.buildings import STANDARD
from malecon.games.cuba.cards import LAWS, SHIPS
from malecon.games.cuba.events import CHRONICLE, Gained, RoundBegan, Sealed, TurnBegan
from malecon.games.cuba.game_engine import remark

CUBA = malecon.games["cuba"]
PRINTED: dict[str, Any] = {"ships": SHIPS, "boards": PLANTATIONS, "buildings": STANDARD, "laws": LAWS, "market": MARKET}
OPTIONS = ["plantations", "sealed", "embassy", *PRINTED]
FILES = {"boards": "plantations.toml"}
each_data = pytest.mark.parametrize("name", PRINTED)


def test_what_can_be_chosen() -> None:
    assert (CUBA.name, CUBA.version, list(CUBA.seats)) == ("cuba", 2, [2, 3, 4, 5])
    assert set(OPTIONS) <= {option.name for option in CUBA.options}


@pytest.mark.usefixtures("older_rules")
def test_a_game_goes_on_by_the_rules_it_began_with() -> None:
    match = CUBA.start(seats=2, seed=7, version=1)

    assert (match.version, match.seen_by(0).version, CUBA.start(seats=2).version) == (1, 1, 2)
    assert match.copy().version == match.after(0).version == malecon.replay(match.record()).version == 1
    assert CUBA.from_position(match.position()).version == 1
    assert "version" not in match.position()
    assert CUBA.start(seats=2).position()["version"] == 2


@pytest.mark.parametrize("version", [0, 1, 3, "2", True])
def test_another_version_of_the_rules_is_not_begun(version: Any) -> None:
    with pytest.raises(UsageError, match=f"version of the rules: is {version!r}, but must be 2"):
        CUBA.start(seats=2, version=version)


def test_every_kind_of_event_can_be_read() -> None:
    rows = [[kind, 0, 1, 1, 1] for kind in range(len(CHRONICLE.kinds))]

    events = CHRONICLE.read_rows(rows)

    assert len(events) == len(rows)
    assert [text for text in map(remark, events) if text] == ["round 1", "the game ended"]


def test_a_match_begins_with_the_stock_of_the_first_player() -> None:
    match = CUBA.start(seats=3, seed=7)

    assert len(match.to_move) == 1
    assert len(match.legal(match.to_move[0])) == 6
    assert (match.over, match.points, match.winners) == (False, (0, 0, 0), ())


def test_a_move_returns_what_it_caused() -> None:
    match = CUBA.start(seats=2, seed=7)
    seat = match.to_move[0]

    first = match.play(seat, "take wood water")
    second = match.play(seat, "take sugar sugar")

    assert first == (Gained(seat, "wood", 1, "start"), Gained(seat, "water", 1, "start"))
    assert second == (Gained(seat, "sugar", 2, "start"),)
    assert match.events_of(0) == first
    assert match.moves == ((seat, "take wood water"), (seat, "take sugar sugar"))


def test_the_first_round_begins_when_all_have_chosen() -> None:
    match = begun()
    events = match.events_of(3)

    assert any(isinstance(event, RoundBegan) for event in events)
    assert events[-1] == TurnBegan(match.to_move[0])


def begun(**options: Any) -> Any:
    """Return a match of two in the first round."""
    match = CUBA.start(seats=2, seed=7, **options)
    while match.state.round_no == 0:
        seat = match.to_move[0]
        match.play(seat, match.legal(seat)[0])
    return match


def test_a_sealed_character_is_seen_by_its_owner_only() -> None:
    match = begun(sealed=True)
    match.play(1, "seal mayor")

    assert match.events_seen_by(1)[-1] == Sealed(1, "mayor")
    assert match.events_seen_by(0)[-1] == match.events_seen_by(None)[-1] == Sealed(1, None)


@pytest.mark.parametrize(("move", "error"), [("play joker", ParseError), ("", ParseError), ("end use", IllegalMove)])
def test_a_wrong_move_changes_nothing(move: str, error: type[Exception]) -> None:
    match = begun()
    before = match.copy()

    with pytest.raises(error):
        match.play(match.to_move[0], move)

    assert match == before
    assert match.record() == before.record()


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"seats": 6}, "seats: is 6, but must be 2 to 5"),
        ({"plantations": "mixed"}, "plantations: is 'mixed', but must be same or different"),
        ({"sealed": 1}, "sealed: is 1, but must be True or False"),
        ({"embassy": "no"}, "embassy: is 'no', but must be True or False"),
        ({"ships": 3}, "ships: a list in square brackets is expected, not 3"),
        ({"ships": object()}, "ships: a file or a list of ships is expected"),
        ({"ships": SHIPS[:5]}, "ships: 15 ships are expected, but 5 are there"),
        ({"ships": SHIPS[::-1]}, "ships: ship 1, “id”: 15 is here, but 1 is expected"),
        (
            {"ships": [{"id": 1, "spaces": ["stone"] * 5}] * 15},
            "ships: ship 1, space 1: “stone” is not known here; known are: cigars, citrus, rum, sugar, tobacco",
        ),
        ({"boards": PLANTATIONS[::-1]}, "boards: plantation 1, “name”: “violet” is here"),
        (
            {"boards": [{"name": "front", "rows": ["WWWW"] * 3}] * 6},
            "boards: plantation 1, “rows”: of W there are",
        ),
        (
            {"buildings": STANDARD[::-1]},
            "buildings: building 1, “name”: “canadian embassy” is here",
        ),
        (
            {"buildings": [*STANDARD[:-1], {"name": "canadian embassy", "cost": {}, "copies": 2}]},
            "the copies together are 27",
        ),
        (
            {"buildings": [replace(one, copies=2) if one.name == "church" else one for one in STANDARD]},
            "buildings: building 19, “copies”: there is one church",
        ),
        ({"laws": 7}, "laws: a list in square brackets is expected, not 7"),
        ({"laws": LAWS[:25]}, "laws: 2 laws printed on the board are expected, but 1 is there"),
        ({"laws": LAWS[::-1]}, "laws: law 1, “type”: “duty” is here, but “tax” is expected"),
        ({"market": MARKET[::-1]}, "market: track 1, “piece”: “cigars” is here, but “citrus” is expected"),
        ({"market": "no such file.toml"}, "no such file.toml cannot be read"),
        ({"house": 1}, f"option: is 'house', but must be one of {', '.join(each.name for each in CUBA.options)}"),
    ],
)
def test_wrong_options_are_refused_with_the_reason(wrong: dict[str, object], sentence: str) -> None:
    options: dict[str, Any] = {"seats": 3, "seed": 1} | wrong

    with pytest.raises((UsageError, DataError), match=sentence):
        CUBA.start(**options)


@each_data
def test_what_is_printed_can_be_given_as_a_file_objects_or_plain_data(name: str) -> None:
    standard = CUBA.start(seats=3, seed=3, plantations="different")
    file = Path(malecon.__file__).parent / "games/cuba/data" / FILES.get(name, f"{name}.toml")

    for given in (PRINTED[name], msgspec.to_builtins(PRINTED[name]), str(file), file):
        options: dict[str, Any] = {name: given}
        assert CUBA.start(seats=3, seed=3, plantations="different", **options) == standard


@each_data
def test_an_owner_can_play_with_other_data(name: str) -> None:
    options: dict[str, Any] = {name: OWNED[name]}
    match = CUBA.start(seats=5, seed=3, plantations="different", **options)

    assert match.state.tobytes() != CUBA.start(seats=5, seed=3, plantations="different").state.tobytes()
    assert malecon.replay(match.record()) == match
