"""Records of Havana: a text that a player can follow, and what is wrong with one."""

import re

import msgspec
import pytest

import malecon
from cases.havana import STARTS
from face.playing import finished
from malecon import IllegalMove, MaleconError, ParseError
from malecon.games.havana.buildings import TILES, Building, format_tile, parse_tile

HAVANA = malecon.games["havana"]


def test_a_record_can_be_followed() -> None:
    match = HAVANA.start(seats=3, seed=7, edition="filosofia", ages=(2, 0, 1))
    match.names = {0: "Ana #1", 2: "easy"}
    for seat in range(3):
        match.play(seat, "choose siesta mama")

    assert match.record() == (
        "havana 1\nseats 3\nedition filosofia\nages 3 1 2\nname 1 Ana #1\nname 3 easy\nseed 7\n\n"
        "1 choose siesta mama\n2 choose siesta mama\n3 choose siesta mama\n# round 1\n"
    )
    assert malecon.replay(match.record()) == match


def test_other_tiles_are_in_the_record() -> None:
    match = HAVANA.start(seed=7, **STARTS["4 seats, 13 tiles"])
    lines = match.record().splitlines()

    assert sum(line.startswith("tile ") for line in lines) == 13
    assert malecon.replay(match.record()).position() == match.position()


@pytest.mark.parametrize("tile", TILES, ids=lambda tile: str(tile.id))
def test_a_tile_is_read_as_it_was_written(tile: Building) -> None:
    text = format_tile(tile)

    again = parse_tile(text, 1)

    assert format_tile(msgspec.convert(again, Building)) == text


BEGUN = "havana 1\nseats 2\nseed 7\n\n1 choose siesta mama\n2 choose worker pesos\n"


def test_remarks_blanks_and_capitals_do_not_matter() -> None:
    text = BEGUN.replace("siesta", "  SIESTA").replace("seats 2", "seats  2 # two").replace("\n", "\r\n")

    assert malecon.replay("\ufeff# a game\n" + text) == malecon.replay(BEGUN)


def tiles(*changed: str) -> str:
    lines = [format_tile(tile) for tile in TILES]
    lines[: len(changed)] = changed
    return BEGUN.replace("seed 7", "\n".join(lines) + "\nseed 7")


@pytest.mark.parametrize(
    ("text", "line", "column", "sentence"),
    [
        ("", 1, 1, "the game is '', but must be one of havana, cuba"),
        ("chess 1\n", 1, 1, "the game is 'chess', but must be one of havana, cuba"),
        (BEGUN.replace("havana 1", "havana 2"), 1, 8, "the rules are of version '2', but must be 1"),
        (BEGUN.replace("havana 1", "havana"), 1, 8, "the rules are of version '', but must be 1"),
        ("havana 1\n", 1, 1, "the record ends without its seats"),
        ("havana 1\nseats 2\n", 2, 1, "the record ends without its seed"),
        (BEGUN.replace("seats 2", "seats two"), 2, 7, "'seats two' must be 'seats' and a whole number"),
        (BEGUN.replace("seed 7", "seed -7"), 3, 6, "'seed -7' must be 'seed' and a whole number"),
        (BEGUN.replace("seed 7", "seed 7\nseed 8"), 4, 1, "'seed' is there twice"),
        (
            BEGUN.replace("seed 7", "weather sun\nseed 7"),
            3,
            1,
            "'weather sun' is no line of a heading; expected is one of seats, ",
        ),
        (BEGUN.replace("seed 7", "ages young\nseed 7"), 3, 1, "'ages young' is no line of a heading"),
        (BEGUN.replace("seed 7", "edition x\nedition y\nseed 7"), 4, 1, "'edition' is there twice"),
        (BEGUN.replace("seed 7", "name 3 Ana\nseed 7"), 3, 1, "must be 'name', a seat from 1 to 2, and a name"),
        (BEGUN.replace("seed 7", "name Ana\nseed 7"), 3, 1, "must be 'name', a seat from 1 to 2, and a name"),
        (BEGUN.replace("seed 7", "position {"), 3, 11, "the position cannot be read at ''; it is written as JSON"),
        (tiles("tile one: 1 point"), 3, 1, "'tile one: 1 point' is not like 'tile 5: "),
        (
            tiles("tile 1: 1 point, 2 camels"),
            3,
            18,
            "'2 camels' is no part of a line that begins with 'tile'; expected p",
        ),
        (tiles("tile 1: 1 point, 1 loam, 1 loam"), 3, 26, "'1 loam' is no part of a line that begins with 'tile'"),
        (BEGUN.replace("2 choose", "3 choose"), 6, 1, "the seat is 3, but must be 1 to 2"),
        (BEGUN.replace("2 choose worker", "2 choose joker"), 6, 10, "'choose joker pesos' is no move"),
        (BEGUN + "two end turn\n", 7, 1, "'two end turn' is no move"),
        (BEGUN + "result 1 2\n", 7, 1, "there is a result, but the game goes on after the last move"),
        (BEGUN + "result 1 2\n1 end turn\n", 8, 1, "'1 end turn' comes after the result"),
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
        (BEGUN.replace("seats 2", "seats 5"), "seats: is 5, but must be 2 to 4"),
        (BEGUN.replace("seed 7", "edition deluxe\nseed 7"), "edition: is 'deluxe'"),
        (BEGUN.replace("seed 7", "ages 1 1\nseed 7"), "ages: is"),
        (tiles("tile 1: 9 points"), "tiles: house 1, “points”: a whole number from 1 to 7 is expected, not 9"),
        (tiles("tile 2: 1 point"), "tiles: house 1, “id”: 2 is here, but 1 is expected"),
        (BEGUN.replace("seed 7", "seed 99999999999999999999"), "seed: is 99999999999999999999"),
        (BEGUN.replace("seed 7", "position {}"), "is missing"),
    ],
)
def test_what_the_game_refuses_is_told(text: str, sentence: str) -> None:
    with pytest.raises(MaleconError, match=sentence):
        malecon.replay(text)


def test_an_illegal_move_is_told_with_line_rule_and_sentence() -> None:
    with pytest.raises(IllegalMove) as refused:
        malecon.replay(BEGUN + "# now\n1 end turn\n")

    assert refused.value.line == 8
    assert re.fullmatch(r"HAV-\d+\.\d+", refused.value.rule)
    assert str(refused.value) == f"line 8: {refused.value.sentence} ({refused.value.rule})"


def test_the_result_must_be_right_and_there() -> None:
    text = finished("havana, 3 seats, filosofia", 1).record()
    *played, result, _ = text.split("\n")
    truncated, wrong = "\n".join(played) + "\n", "\n".join([*played, result + "1"]) + "\n"

    with pytest.raises(ParseError, match="the game is over, but the record ends without a result"):
        malecon.replay(truncated)
    with pytest.raises(ParseError, match=f"must be '{result}'"):
        malecon.replay(wrong)


def test_a_position_in_a_record_must_fit_the_heading() -> None:
    text = HAVANA.from_position(HAVANA.start(seats=3, seed=2).position()).record()

    with pytest.raises(ParseError, match="the seats are 2, but the position has 3"):
        malecon.replay(text.replace("seats 3", "seats 2"))
    with pytest.raises(ParseError, match="'seed 3' is there beside a position"):
        malecon.replay(text.replace("seats 3", "seats 3\nseed 3"))
    with pytest.raises(ParseError, match="'edition filosofia' is there beside a position"):
        malecon.replay(text.replace("seats 3", "seats 3\nedition filosofia"))
