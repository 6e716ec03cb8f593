"""What strangers and owners send is parsed within bounds: refused before it costs anything, in a clear sentence."""

import json
import re
import sys
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest

import malecon
from malecon.core import text_bounds
from malecon.core.data import DataError
from malecon.core.errors import MaleconError, ParseError, UsageError
from malecon.core.own_data import OwnFile
from malecon.core.text_bounds import OutOfBounds, TomlToken, check_json, check_toml, toml_tokens
from malecon.games.havana.options import OWN_TILES

MOST_CALLS = 200_000
"""Calls of functions in one parse; they take about 0.1 seconds."""
MANY = 20_000
BEGUN = "havana 1\nseats 2\nseed 7\n\n1 choose siesta mama\n"
POSITION = "havana 1\nseats 2\nposition "


def tiles(text: str) -> None:
    OWN_TILES.read(OwnFile("tiles", text.encode()))


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("a" + ".a" * MANY + "=1", "tiles: the file has 40003 bytes, but may have 16384"),
        ("\n\na=" + "1" * 9_998, "tiles: line 3: the line has 10000 characters, but may have 500"),
        ("a" + ".a" * 200 + "=1", "tiles: line 1: a key has 5 parts, but may have 4"),
        ("[[" + "a." * 200 + "a]]", "line 1: a key has 5 parts"),
        ('"a"' + '."a"' * 100 + "=1", "line 1: a key has 5 parts"),
        ("x = { " + "a" + ". a" * 100 + " = 1 }", "line 1: a key has 5 parts"),
        ("a=" + "[" * 400, "line 1: the line has 13 open brackets, but may have 12"),
        ("a=[\n" * 100, "line 13: the line has 13 open brackets"),
        ("a={a=" * 90, "line 1: the line has 13 open brackets"),
        ("a=" + "1" * 65, "line 1: a word has 65 characters, but may have 64"),
        ("a=0x" + "f" * 400, "line 1: a word has 402 characters"),
        ("a=1" + "\n" * 1000, "the file has 1001 lines, but may have 1000"),
        ('a="""a""""\nb' + ".b" * 200 + "=1", "line 1: a text of several lines begins here"),
        ("a='''\n'''", "line 1: a text of several lines begins here"),
        (
            "a = 1 # " + "." * 300 + "[" * 100 + '\nb = \'it\' # """',
            "line 1: “a” is not known here",
        ),
        (
            'a = "' + "." * 100 + "[" * 100 + '\\"' * 100 + "\"\nb = '" + "[" * 100 + "\\'",
            "line 1: “a” is not known here",
        ),
        ("a=1\nb=\x00", "this is no text file"),
        ("[[building]]\nid = " + "9" * 60, "12 to 36 houses are expected, but 1 is there"),
        ("[[building]]\nid = 1e999\n", "line 2, house 1, “id”: a whole number is expected, not inf"),
    ],
)
def test_an_owners_file_out_of_bounds_is_refused_in_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(DataError, match=re.escape(sentence)):
        tiles(text)


def test_a_file_that_is_no_text_and_one_that_is_too_long_are_refused(tmp_path: Path) -> None:
    long = tmp_path / "long.toml"
    long.write_bytes(b"#" * 10_000_000)

    with pytest.raises(DataError, match=r"^tiles: line 1: a letter here is not written in UTF-8"):
        OWN_TILES.read(OwnFile("tiles", b"a=\xff"))
    with pytest.raises(DataError, match=r"^long.toml: the file has 16385 bytes"):  # no more is read
        malecon.games["havana"].start(2, 1, tiles=str(long))
    with pytest.raises(DataError, match="cannot be read"):
        malecon.games["havana"].start(2, 1, tiles="a\0b")


def test_what_passes_the_check_is_parsed_at_little_cost() -> None:
    lines = [
        "a=[" + "1," * 240 + "]",
        "[a.b.c.d]",
        "x" * 60 + "=1",
        "[[a]]",
        "[a{n}]",
        "a{n}.b.c=1",
        "a{n}='" + "x" * 400 + "'",
    ]
    for line in lines:
        many = [line.replace("{n}", str(number)) for number in range(text_bounds.MOST_LINES)]
        many = many[: text_bounds.MOST_TOKENS // words_in(line)]
        while len("\n".join(many)) > text_bounds.LONGEST_FILE:
            many.pop()
        text = "\n".join(many)
        check_toml(text)

        assert calls_for(partial(refused, text)) <= MOST_CALLS, line


def tokens_that_are_read(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return a list of the tokens of files that are read from now on."""
    read: list[str] = []

    def noted(text: str) -> Iterator[TomlToken]:
        for token in toml_tokens(text):
            read.append(token[0])
            yield token

    monkeypatch.setattr(text_bounds, "toml_tokens", noted)
    return read


def words_in(text: str) -> int:
    """Return the number of words, values and signs of a file."""
    return sum(token[0] not in "#\n" for token, _ in toml_tokens(text))


@pytest.mark.parametrize(
    "text",
    [
        "\n".join(f"a{number} = [{'1,' * 200}]" for number in range(31)),
        "\n".join(f"a{number} = [{'{},' * 130}]" for number in range(31)),
        "\n".join(f"a{number} = [{'[],' * 130}]" for number in range(31)),
        "\n".join(f"a.b.c.d{number} = 1" for number in range(900)),
        "\n".join(f"[a.b.c.d{number}]" for number in range(900)),
        "[[building]]\n" * 900,
        "a = [" + "\n1,2," * 900 + "]" + "[" * 400,
    ],
)
def test_a_file_is_read_no_further_than_its_words_are_allowed_and_once(
    text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = tokens_that_are_read(monkeypatch)
    monkeypatch.setattr(tomllib, "loads", lambda text: pytest.fail("it was parsed"))

    with pytest.raises(DataError, match=r"tiles: the file has more than 2000 words and signs$"):
        tiles(text)

    assert sum(token[0] not in "#\n" for token in read) == text_bounds.MOST_TOKENS + 1


def test_the_file_with_most_words_that_can_be_right_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    pieces = "\n".join(f"cost.{piece} = 1" for piece in ("brick", "sandstone", "loam", "glass", "debris"))
    tile = f"points = 1\narchitect = true\nstatus = ''\n{pieces}\ncost.workers = 1\ncost.pesos = 1"
    text = "\n".join(f"[[building]]\nid = {number}\n{tile} # {'.' * 60}" for number in range(1, 37))
    read = tokens_that_are_read(monkeypatch)

    tiles(text)
    assert text_bounds.MOST_TOKENS * 0.9 < sum(token[0] not in "#\n" for token in read) <= text_bounds.MOST_TOKENS

    read.clear()
    refused(text.replace("points = 1\n", "points = 9\n"))
    assert len(read) == len([*toml_tokens(text)])


def refused(text: str) -> None:
    with pytest.raises(DataError):
        tiles(text)


def calls_for(work: Callable[[], object]) -> int:
    """Return the number of calls that some work makes, of functions in Python and in C; it is the same every time."""
    counted = Counter[str]()
    before = sys.getprofile()
    sys.setprofile(lambda frame, event, argument: counted.update([event]))
    try:
        work()
    finally:
        sys.setprofile(before)
    return counted["call"] + counted["c_call"]


@pytest.mark.parametrize(
    "text", ["[[" * 6 + "]]" * 6 + "[", '"[[[[[[[[[[[[[[[[" 12', "12345678901234567890", '"\\"[[[[[[[[[[[[[']
)
def test_json_within_bounds_passes(text: str) -> None:
    check_json(text)


@pytest.mark.parametrize(
    ("text", "place", "sentence"),
    [
        ("[" * 13, 12, "the text has 13 open brackets, but may have 12"),
        ('["\\"]"' + ',{"a":' * MANY, 73, "the text has 13"),
        ("1" * 21, 0, "a number has 21 digits, but may have 20"),
        ("[1e" + "1" * 5000, 3, "a number has 5000 digits"),
        ('"' + '\\"' * MANY + '"' + "[" * 13, 2 * MANY + 2 + 12, "the text has 13"),
    ],
)
def test_json_out_of_bounds_is_refused(text: str, place: int, sentence: str) -> None:
    with pytest.raises(OutOfBounds, match=sentence) as refused:
        check_json(text)

    assert refused.value.place == place


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (BEGUN + "² pass\n", "line 6, column 1: '² pass' is no move"),
        (BEGUN + "٣ pass\n", "is no move"),
        (BEGUN + "9" * 5000 + " pass\n", "line 6, column 1: the line has 5005 characters, but may have 500"),
        (BEGUN + "9999 pass\n", "is no move"),
        (BEGUN + "999 pass\n", "line 6, column 1: the seat is 999, but must be 1 to 2"),
        (BEGUN + "1 x\n" * 2000, "line 2005, column 1: the record has 2001 moves, but may have 2000"),
        (BEGUN + "#" * 50_000, "line 1, column 1: the record has 50046 bytes, but may have 49152"),
        (BEGUN + "1 " + "x" * 300, "line 6, column 3: a move of 300 characters is no move; it has at most 200"),
        ("havana 1\nseats 2\nseed " + "9" * 400, "must be 'seed' and a whole number"),
        ("havana 1\nseats 2\nages " + "1 " * 200 + "\nseed 1", "ages: is (0, 0,"),
        (POSITION + "[" * 40_000, "line 3, column 22: the position: the text has 13 open brackets, but may have 12"),
        (POSITION + "9" * 40_000, "a number has 40000 digits, but may have 20"),
        (POSITION + "[" + "1," * 15_000 + "1]", "position: an entry with facts is expected, not […]"),
        (POSITION + '"\\ud800"', "the position: a text in it has half of a character"),
        (POSITION + "NaN", "the position: NaN is no number of JSON"),
        (POSITION + '{"round": 1e999}', "the position: the number '1e999' is too large"),
        (POSITION + '{"round": 1, "round": 2}', "the position: the name 'round' is there twice in one object"),
    ],
)
def test_a_record_out_of_bounds_is_refused_with_the_line(text: str, sentence: str) -> None:
    with pytest.raises(MaleconError) as refused:
        malecon.replay(text)

    assert sentence in str(refused.value)


def test_half_a_character_in_a_position_is_refused() -> None:
    position = malecon.games["havana"].start(2, 1).position() | {"edition": "\ud800"}
    with pytest.raises(MaleconError):
        malecon.replay(POSITION + json.dumps(position))


def test_a_long_value_is_quoted_in_part() -> None:
    with pytest.raises(UsageError, match=r"^edition: is '9{79}…, but must be"):
        malecon.games["havana"].start(2, 1, edition="9" * 9000)
    with pytest.raises(UsageError, match=r"^seats: is \[0, .{0,80}…, but must be"):
        malecon.games["havana"].start([0] * 9000, 1)  # type: ignore[arg-type]  # as a program may


def test_a_wrong_move_is_compared_at_little_cost_with_all_moves() -> None:
    notation = malecon.games["havana"].notation
    text = "pay debris٣ for 1 brick and pesos for 2 workers"

    def wrong() -> None:
        with pytest.raises(ParseError, match="did you mean 'pay debris for 1 brick and pesos for 2 workers'"):
            notation.parse(text)

    assert calls_for(wrong) <= MOST_CALLS


def test_data_of_the_games_keep_the_bounds() -> None:
    for game in malecon.games.values():
        for option in game.options:
            if option.example:
                file = Path(malecon.__file__).parent / "games" / game.name / "data" / option.example
                text = file.read_text("utf-8")
                check_toml(text)
                assert tomllib.loads(text)
                assert len(file.read_bytes()) < text_bounds.LONGEST_FILE / 3
