"""What a game declares about its options decides what is taken, and how a record writes it."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from msgspec import Struct

from malecon.core.errors import ParseError, UsageError
from malecon.core.fields import Record, choice, dtype_of, new_record, number, ranks
from malecon.core.options import Kind, Option, own_option, played_options, put_options, read_lines, write_lines
from malecon.core.own_data import OwnData, OwnFile


class Things(Struct, frozen=True):
    """A file of ships."""

    ship: tuple[str, ...]


def put_ships(state: Any, ships: tuple[str, ...]) -> None:
    state.ships = len(ships)


def ships_of(state: Any) -> tuple[str, ...]:
    return tuple("STAR"[: state.ships])


OWN_SHIPS = OwnData(
    name="ships",
    title="ships",
    word="ship",
    usual=("S",),
    file=Things,
    check=lambda file: iter(()),
    put=put_ships,
    of=ships_of,
    write=lambda ship: f"ship {ship}",
    parse=lambda text, line: {"ship": text, "line": line},
)
WIND = Option("wind", Kind.CHOICE, "", choices=("calm", "storm"), title="Wind")
HOUSE = Option("house", Kind.FLAG, "", default=True, title="House")
AGES = Option("ages", Kind.SEATS, "")


class State(Record):
    """A state with options."""

    __slots__ = ()

    seats = number(np.int8, "players")
    wind = choice(WIND)
    with_house = choice(HOUSE)
    age = ranks(3, AGES)
    ships = number(np.int8, "in play", start=1)


STATE = dtype_of(State)
SHIPS = own_option(OWN_SHIPS, "", "ships.toml")
OPTIONS = (*State.OPTIONS, SHIPS)


def begun(seats: int = 3, **options: object) -> State:
    """Return a state with options, checked."""
    state = new_record(State, STATE)
    state.seats = seats
    put_options(state, OPTIONS, options)
    return state


def test_nothing_chosen_is_the_default() -> None:
    assert (WIND.code(None), HOUSE.flag(None), AGES.seats(None, 3)) == (0, True, (0, 1, 2))
    assert SHIPS.data(None) == ("S",)


def test_what_is_chosen_is_taken(tmp_path: Path) -> None:
    file = tmp_path / "ships.toml"
    file.write_text('ship = ["A", "B"]')

    assert (WIND.code("storm"), HOUSE.flag(False), AGES.seats([2, 0, 1], 3)) == (1, False, (2, 0, 1))
    assert SHIPS.data(str(file)) == ("A", "B")
    assert SHIPS.data(OwnFile("x", b'ship = ["C"]')) == ("C",)
    assert SHIPS.data(["D"]) == ("D",)


@pytest.mark.parametrize(
    ("ask", "sentence"),
    [
        (lambda: WIND.code("rain"), "wind: is 'rain', but must be calm or storm"),
        (lambda: HOUSE.flag(1), "house: is 1, but must be True or False"),
        (lambda: AGES.seats((0, 0), 2), r"ages: is \(0, 0\), but must be each seat from 0 to 1 once"),
        (lambda: SHIPS.data(object()), "ships: a file or a list of ships is expected"),
    ],
)
def test_what_is_wrong_is_refused_with_the_reason(ask: Any, sentence: str) -> None:
    with pytest.raises(UsageError, match=sentence):
        ask()


def test_a_name_that_no_option_has_is_refused_with_those_that_there_are() -> None:
    with pytest.raises(UsageError, match=r"^option: is 'wnd', but must be one of wind, house, ages, ships$"):
        begun(wnd="storm")


def test_a_state_holds_what_was_chosen() -> None:
    plain, other = begun(), begun(wind="storm", house=False, ages=(2, 0, 1))

    assert (plain.wind, plain.with_house, plain.age.tolist()) == (0, 1, [0, 1, 2])
    assert (other.wind, other.with_house, other.age.tolist()) == (1, 0, [1, 2, 0])
    assert played_options(OPTIONS, plain) == {"wind": "calm", "house": True}
    assert played_options(OPTIONS, other) == {"wind": "storm", "house": False}


def test_a_record_has_a_line_for_what_differs_from_the_default() -> None:
    default, other = begun(2), begun(2, wind="storm", house=False, ages=(1, 0))
    other.ships = 2

    lines = write_lines(OPTIONS, other)

    assert write_lines(OPTIONS, default) == []
    assert lines == ["wind storm", "house no", "ages 2 1", "ship S", "ship T"]
    assert read_lines(OPTIONS, list(enumerate(lines, start=1))) == {
        "wind": "storm",
        "house": False,
        "ages": (1, 0),
        "ships": [{"ship": "ship S", "line": 4}, {"ship": "ship T", "line": 5}],
    }


@pytest.mark.parametrize("line", ["house perhaps", "ages old", "ships file.toml", "weather sun"])
def test_any_other_line_is_refused(line: str) -> None:
    with pytest.raises(ParseError, match="expected is one of seats, wind, house, ages, ship, name, seed, position"):
        read_lines(OPTIONS, [(3, line)])


def test_a_line_stands_once() -> None:
    with pytest.raises(ParseError, match="'wind' is there twice"):
        read_lines(OPTIONS, [(3, "wind calm"), (4, "wind storm")])
