"""A match as people and programs play it."""

from typing import Any

import msgspec
import pytest

import malecon
from face.playing import HAVANA, SEEDS, STARTS, finished, random_match
from malecon import IllegalMove, ParseError, UsageError
from malecon.core.data import DataError
from malecon.havana.buildings import TILES
from malecon.havana.events import CHRONICLE, Chose, Ended, RoundBegan

each_start = pytest.mark.parametrize("start", STARTS)
each_seed = pytest.mark.parametrize("seed", SEEDS)


def test_the_games_are_a_mapping() -> None:
    assert list(malecon.games) == ["havana"]
    assert (HAVANA.name, HAVANA.version, list(HAVANA.seats)) == ("havana", 1, [2, 3, 4])
    assert [option.name for option in HAVANA.options] == ["edition", "ages", "tiles"]
    with pytest.raises(KeyError):
        malecon.games["chess"]


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


@pytest.mark.parametrize("seat", [-1, 2, "0", None, 0.5])
def test_a_seat_that_is_not_there_is_refused(seat: int) -> None:
    match = HAVANA.start(seats=2, seed=7)

    for ask in (match.legal, lambda seat: match.play(seat, "end turn")):
        with pytest.raises(UsageError, match=r"seat: is .*, but must be 0 to 1"):
            ask(seat)


def test_a_viewer_that_is_not_there_is_refused() -> None:
    match = HAVANA.start(seats=2, seed=7)

    for see in (match.seen_by, match.events_seen_by):
        with pytest.raises(UsageError, match="seat: is 2"):
            see(2)


@each_start
@each_seed
def test_the_end_names_winners_with_the_most_points(start: str, seed: int) -> None:
    match = finished(start, seed)

    assert match.over
    assert match.to_move == ()
    assert match.winners == tuple(s for s in range(match.seats) if match.points[s] == max(match.points))
    assert isinstance(match.events[-1], Ended)
    assert all(match.legal(seat) == () for seat in range(match.seats))


def test_a_copy_goes_on_by_itself() -> None:
    for number, (match, seat, move) in enumerate(random_match("3 seats, filosofia", 4)):
        if number % 20 == 0:
            twin, before = match.copy(), match.record()
            assert twin == match
            twin.play(seat, move)
            assert twin != match
            assert match.record() == before


def test_a_match_without_a_seed_has_a_secret_one() -> None:
    one, other = HAVANA.start(seats=2), HAVANA.start(seats=2)

    assert one.seed != other.seed
    assert HAVANA.start(seats=2, seed=one.seed) == one


def test_matches_are_no_keys_and_tell_what_they_are() -> None:
    match = HAVANA.start(seats=2, seed=1)

    with pytest.raises(TypeError):
        hash(match)
    assert repr(match) == "<havana, 2 seats, 0 moves>"
    assert match != "havana"


@pytest.mark.parametrize("seed", [0, 2**63, 2**64 - 1])
def test_a_seed_has_64_bits(seed: int) -> None:
    match = HAVANA.start(seats=2, seed=seed)

    assert match.position()["chance"]["key"] == f"{seed:016x}"
    assert malecon.replay(match.record()) == match


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"seats": 1}, "seats: is 1, but must be 2 to 4"),
        ({"seats": "3"}, "seats: is '3', but must be 2 to 4"),
        ({"seats": True}, "seats: is True, but must be 2 to 4"),
        ({"seed": -1}, "seed: is -1, but must be a whole number from 0 to 18446744073709551615"),
        ({"seed": 2**64}, "seed: is 18446744073709551616, but must be a whole number"),
        ({"seed": 1.5}, "seed: is 1.5, but must be a whole number"),
        ({"edition": "deluxe"}, "edition: is 'deluxe', but must be eggertspiele or filosofia"),
        ({"edition": 1}, "edition: is 1, but must be"),
        ({"ages": (0, 1)}, r"ages: is \(0, 1\), but must be each seat from 0 to 2 once"),
        ({"ages": (0, 1, 1)}, "ages: is"),
        ({"ages": (0, 1, 2, 2)}, "ages: is"),
        ({"ages": 3}, "ages: is 3"),
        ({"tiles": 3}, "tiles: building: Expected `array`, got `int`"),
        ({"tiles": object()}, "tiles: is object, but must be a file or a list of tiles"),
        ({"tiles": TILES[:5]}, "tiles: building: Expected `array` of length >= 12"),
        ({"tiles": TILES[1:]}, "tiles: building 1, id: is 2, but must be 1"),
        ({"tiles": [{"id": 1, "points": 9, "cost": {}}] * 12}, "tiles: building 1, points: Expected `int` <= 7"),
        ({"tiles": "no such file.toml"}, "no such file.toml: cannot be read"),
        ({"house": 1}, "option: is 'house', but must be one of edition, ages, tiles"),
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


def test_names_are_kept_and_checked() -> None:
    match = HAVANA.start(seats=3, seed=1)
    assert match.names == {}

    match.names = {2: " Ana María #1 ", 0: "easy"}

    assert match.names == {0: "easy", 2: "Ana María #1"}
    assert match.copy().names == match.names
    for wrong in ({3: "x"}, {0: " "}, {0: "a\nb"}):
        with pytest.raises(UsageError):
            match.names = wrong
    assert match.names == {0: "easy", 2: "Ana María #1"}


def test_every_kind_of_event_can_be_read() -> None:
    rows = [[kind, 0, 1, 1, 1] for kind in range(len(CHRONICLE._kinds))]

    assert len(CHRONICLE.read_rows(rows)) == len(rows)
