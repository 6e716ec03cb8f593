"""What a game declares about its options decides what is taken, and how a record writes it."""

from pathlib import Path
from typing import Any

import pytest

from malecon.core.data import OwnFile
from malecon.core.errors import ParseError, UsageError
from malecon.core.options import Kind, Option, read_lines, write_lines

WIND = Option("wind", Kind.CHOICE, "", choices=("calm", "storm"))
HOUSE = Option("house", Kind.FLAG, "", default=True)
AGES = Option("ages", Kind.SEATS, "")
SHIPS = Option("ships", Kind.FILE, "")
OPTIONS = (WIND, HOUSE, AGES, SHIPS)
ENTRIES = {"ship": ("ships", lambda text, line: f"{line}: {text}")}


def test_nothing_chosen_is_the_default() -> None:
    assert (WIND.code(None), HOUSE.flag(None), AGES.seats(None, 3)) == (0, True, (0, 1, 2))
    assert SHIPS.data(None, "ours", str, str) == "ours"


def test_what_is_chosen_is_taken(tmp_path: Path) -> None:
    file = tmp_path / "ships.toml"
    file.write_text("a file")

    assert (WIND.code("storm"), HOUSE.flag(False), AGES.seats([2, 0, 1], 3)) == (1, False, (2, 0, 1))
    assert SHIPS.data(str(file), "ours", lambda own: f"{own.name}: {own.content!r}", str) == "ships.toml: b'a file'"
    assert SHIPS.data(OwnFile("x", b"content"), "ours", lambda own: str(own.content), str) == "b'content'"
    assert SHIPS.data([1, 2], "ours", str, str) == "[1, 2]"


@pytest.mark.parametrize(
    ("ask", "sentence"),
    [
        (lambda: WIND.code("rain"), "wind: is 'rain', but must be calm or storm"),
        (lambda: HOUSE.flag(1), "house: is 1, but must be True or False"),
        (lambda: AGES.seats((0, 0), 2), r"ages: is \(0, 0\), but must be each seat from 0 to 1 once"),
        (lambda: SHIPS.data(object(), "", str, str), "ships: is object, but must be a file or a list of ships"),
    ],
)
def test_what_is_wrong_is_refused_with_the_reason(ask: Any, sentence: str) -> None:
    with pytest.raises(UsageError, match=sentence):
        ask()


def test_a_record_has_a_line_for_what_differs_from_the_default() -> None:
    default = {"wind": "calm", "house": True, "ages": (0, 1), "ships": []}
    other = {"wind": "storm", "house": False, "ages": (1, 0), "ships": ["ship 1: CSTRG"]}

    lines = write_lines(OPTIONS, other)

    assert write_lines(OPTIONS, default) == []
    assert lines == ["wind storm", "house no", "ages 2 1", "ship 1: CSTRG"]
    assert read_lines(OPTIONS, list(enumerate(lines, start=1)), ENTRIES) == other | {"ships": ["4: ship 1: CSTRG"]}


@pytest.mark.parametrize("line", ["house perhaps", "ages old", "ships file.toml", "weather sun"])
def test_any_other_line_is_refused(line: str) -> None:
    with pytest.raises(ParseError, match="expected seats, wind, house, ages, ship, name, seed or position"):
        read_lines(OPTIONS, [(3, line)], ENTRIES)


def test_a_line_stands_once() -> None:
    with pytest.raises(ParseError, match="'wind' is there twice"):
        read_lines(OPTIONS, [(3, "wind calm"), (4, "wind storm")], ENTRIES)
