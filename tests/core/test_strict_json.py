"""JSON of strangers: what readers understand differently is refused."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

import malecon
from malecon.core.errors import ParseError
from malecon.core.strict_json import InvalidJson, read_json
from malecon.core.text_bounds import OutOfBounds
from modes import once

AMBIGUOUS = (
    '{"a": 1, "a": 2}', '{"a": 1, "a": 1}', '{"a": 1, "\\u0061": 2}', '[{"b": {"a": 1, "c": 2, "a": null}}]',
    "NaN", "Infinity", "-Infinity", "[NaN]", '{"a": -Infinity}', "1e999", "-1e999", "[1.0e400]",
    '"\\ud800"', '"\\udc00\\ud800"', '{"\\ud800": 1}', '["\\ud83d x"]', '"\ud800"',
    "\ufeff{}", "{}\ufeff", "", "{} {}", "{'a': 1}", "{a: 1}", "[1,]", "[1 2]", "01", "+1", ".5", "1.", "0x1", "1_000",
    '"\t"', '"\\x41"', '"\x00"', "// a\n{}", "/* a */ {}", "True", "undefined", "\xa0{}", "\u2028{}",
)  # fmt: skip
"""Texts that some readers take and others do not, or that they take differently."""


@once
@pytest.mark.parametrize("text", AMBIGUOUS)
def test_json_that_can_be_read_in_two_ways_is_refused(text: str) -> None:
    with pytest.raises(InvalidJson):
        read_json(text)


@once
def test_what_is_too_deep_or_long_is_refused_before() -> None:
    for text in ("[" * 13 + "]" * 13, "1" * 21):
        with pytest.raises(OutOfBounds):
            read_json(text)


plain = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**18), 10**18) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=4),
    max_leaves=12,
)


@once
@given(plain, st.booleans())
def test_proper_json_is_read_as_it_was_written(value: object, is_ascii: bool) -> None:
    assert read_json(json.dumps([value], ensure_ascii=is_ascii)) == [value]


@once
@pytest.mark.parametrize("game", malecon.games)
def test_a_record_whose_position_says_something_twice_is_refused(game: str) -> None:
    match = malecon.games[game].start(seats=2, seed=1)
    record = malecon.games[game].from_position(match.position()).record()
    line = next(line for line in record.splitlines() if line.startswith("position {"))
    assert malecon.replay(record).position() == match.position()

    twice = line.replace("position {", 'position {"round": 0, ', 1)
    with pytest.raises(ParseError, match="'round' is there twice"):
        malecon.replay(record.replace(line, twice))
