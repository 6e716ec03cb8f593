"""Records of Cuba: a text that a player can follow, and what is wrong with one."""

import re
from collections.abc import Callable, Sequence
from typing import Any

import msgspec
import pytest

import malecon
from cases.cuba import OWNED, STARTS
from malecon import IllegalMove, MaleconError, ParseError
from malecon.games.cuba.boards import (
    MARKET,
    PLANTATIONS,
    Plantation,
    Track,
    format_board,
    format_track,
    parse_board,
    parse_track,
)
from malecon.games.cuba.buildings import STANDARD, Building, format_building, parse_building
from malecon.games.cuba.cards import LAWS, SHIPS, Law, Ship, format_law, format_ship, parse_law, parse_ship

CUBA = malecon.games["cuba"]
BEGUN = CUBA.start(seats=2, seed=7)
FIRST = BEGUN.to_move[0] + 1
RECORD = BEGUN.record() + f"{FIRST} take wood stone\n"
OF_POSITION = CUBA.from_position(BEGUN.position()).record()


@pytest.mark.usefixtures("older_rules")
def test_a_position_of_other_rules_than_the_record_is_refused() -> None:
    with pytest.raises(ParseError, match="version 1, but those of the position of version 2"):
        malecon.replay(OF_POSITION.replace("cuba 2", "cuba 1"))


def test_a_record_can_be_followed() -> None:
    match = CUBA.start(seats=2, seed=7, sealed=True, embassy=False, plantations="different")
    match.names = {0: "Ana #1"}
    first = match.to_move[0]
    for seat in (first, 1 - first):
        match.play(seat, "take wood water")
        match.play(seat, "take citrus sugar")

    assert match.record() == (
        "cuba 2\nseats 2\nplantations different\nsealed yes\nembassy no\nname 1 Ana #1\nseed 7\n\n"
        f"{first + 1} take wood water\n{first + 1} take citrus sugar\n"
        f"{2 - first} take wood water\n{2 - first} take citrus sugar\n# round 1\n"
    )
    assert malecon.replay(match.record()) == match


def test_an_owners_data_is_in_the_record() -> None:
    match = CUBA.start(seed=7, **STARTS["5 seats, an owner's data"])
    words = [line.partition(" ")[0] for line in match.record().splitlines()]

    assert {word: words.count(word) for word in ("ship", "board", "building", "law", "track")} == {
        "ship": 15,
        "board": 5,
        "building": 24,
        "law": 26,
        "track": 5,
    }
    assert malecon.replay(match.record()) == match
    assert malecon.replay(match.record()).position() == match.position()


def test_only_the_sides_that_are_played_are_in_the_record() -> None:
    match = CUBA.start(seats=3, seed=7, boards=OWNED["boards"])

    assert [line for line in match.record().splitlines() if line.startswith("board")] == [
        "board front: MSTF, SCLT, WFCM"
    ]
    assert malecon.replay(match.record()) == match


@pytest.mark.parametrize(
    ("things", "shape", "write", "read"),
    [
        (SHIPS, Ship, format_ship, parse_ship),
        (PLANTATIONS, Plantation, format_board, parse_board),
        (STANDARD, Building, format_building, parse_building),
        (
            [msgspec.structs.replace(tile, cost=type(tile.cost)()) for tile in STANDARD],
            Building,
            format_building,
            parse_building,
        ),
        (LAWS, Law, format_law, parse_law),
        (MARKET, Track, format_track, parse_track),
    ],
)
def test_a_line_of_data_is_read_as_it_was_written(
    things: Sequence[Any], shape: type[Any], write: Callable[[Any], str], read: Callable[[str, int], dict[str, Any]]
) -> None:
    for thing in things:
        text = write(thing)

        again = read(text.strip(), 1)

        assert write(msgspec.convert(again, shape)) == text


def with_line(*lines: str) -> str:
    """Return a record with further lines in its heading, the first of them line 3."""
    return RECORD.replace("seed 7", "\n".join([*lines, "seed 7"]))


@pytest.mark.parametrize(
    ("text", "line", "column", "sentence"),
    [
        (RECORD.replace("cuba 2", "cuba 3"), 1, 6, "the rules are of version '3', but must be 2"),
        (RECORD.replace("cuba 2", "cuba 02"), 1, 6, "the rules are of version '02', but must be 2"),
        (RECORD.replace("cuba 2", "cuba 1"), 1, 6, "the rules are of version '1', but must be 2"),
        (
            with_line("sealed maybe"),
            3,
            1,
            "'sealed maybe' is no line of a heading; expected is one of seats, plantations, sealed",
        ),
        (with_line("sealed yes", "sealed no"), 4, 1, "'sealed' is there twice"),
        (with_line("edition filosofia"), 3, 1, "'edition filosofia' is no line of a heading"),
        (with_line("ship one: 5 rum"), 3, 1, "'ship one: 5 rum' is not like 'ship 3: "),
        (
            with_line("ship 1: 2 rum, 6 wood"),
            3,
            16,
            "'6 wood' is no part of a line that begins with 'ship'; expected 1 to 5 of ",
        ),
        (with_line("ship 1: 2 rum, 3 rum"), 3, 16, "'3 rum' is no part of a line that begins with 'ship'"),
        (with_line("ship 1: 999999999 rum"), 3, 9, "'999999999 rum' is no part of a line that begins with 'ship'"),
        (with_line("board back: WFCM"), 3, 1, "'board back: WFCM' is not like 'board front: "),
        (
            with_line("board front: WFCM, SCL"),
            3,
            20,
            "'SCL' is no part of a line that begins with 'board'; expected a row",
        ),
        (with_line("building pub: 1 wood"), 3, 1, "'building pub: 1 wood' is not like 'building sawmill: "),
        (
            with_line("building inn: 1 wood, 1 wood"),
            3,
            23,
            "'1 wood' is no part of a line that begins with 'building'; expected a n",
        ),
        (with_line("building inn: 1 rum"), 3, 15, "'1 rum' is no part of a line that begins with 'building'"),
        (
            with_line("building inn: gives 1, gives 2"),
            3,
            24,
            "'gives 2' is no part of a line that begins with 'building'",
        ),
        (with_line("law war: pesos"), 3, 1, "'law war: pesos' is not like 'law subsidy: "),
        (
            with_line("law tax: pesos, price 3"),
            3,
            17,
            "'price 3' is no part of a line that begins with 'law'; expected amount",
        ),
        (with_line("track wood: 3, 2"), 3, 1, "'track wood: 3, 2' is not like 'track rum: "),
        (
            with_line("track rum: 6, cheap"),
            3,
            15,
            "'cheap' is no part of a line that begins with 'track'; expected a price",
        ),
        (RECORD + f"{FIRST} take rum\n", 6, 8, "'take rum' is no move"),
    ],
)
def test_what_cannot_be_read_is_told_with_line_and_column(text: str, line: int, column: int, sentence: str) -> None:
    with pytest.raises(ParseError) as refused:
        malecon.replay(text)

    assert (refused.value.line, refused.value.column) == (line, column)
    assert sentence in refused.value.sentence


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (RECORD.replace("seats 2", "seats 6"), "seats: is 6, but must be 2 to 5"),
        (with_line("plantations mixed"), "plantations: is 'mixed'"),
        (with_line("ship 1: 5 rum"), "ships: 15 ships are expected, but 1 is there"),
        (with_line("board front: AAAA, BBBB, CCCC"), "boards: plantation 1, row 1: the letter “A” is not known"),
        (with_line(*["board front: WFCM, SCLT, MSTF"] * 2), "boards: 6 plantations are expected, but 7 are there"),
        (with_line("building inn: 1 wood"), "buildings: 24 buildings are expected, but 1 is there"),
        (with_line("law tax: pesos"), "laws: 24 laws are expected, but 1 is there"),
        (
            with_line("law tax: rain", *map(format_law, LAWS[1:])),
            "laws: law 1, “kind”: “rain” is not known here; ",
        ),
        (with_line(*["track rum: 6"] * 5), "market: track 1: “filled” is missing"),
        (RECORD.replace("seed 7", "position {}"), "is missing"),
    ],
)
def test_what_the_game_refuses_is_told(text: str, sentence: str) -> None:
    with pytest.raises(MaleconError, match=re.escape(sentence)):
        malecon.replay(text)


def test_an_illegal_move_is_told_with_line_rule_and_sentence() -> None:
    with pytest.raises(IllegalMove) as refused:
        malecon.replay(RECORD + f"# now\n{FIRST} play mayor\n")

    assert refused.value.line == 7
    assert str(refused.value) == f"line 7: {refused.value.sentence} ({refused.value.rule})"
