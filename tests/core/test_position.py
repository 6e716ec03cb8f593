"""A tree of keys writes a record as plain data, and reads it back."""

from functools import partial
from typing import Any

import numpy as np
import pytest

from malecon.core.codecs import COUNT, FLAG, amount, counts, number_from_1, row, struct_counts, word, word_set
from malecon.core.data import DataError
from malecon.core.fields import Record, dtype_of, new_record, number, numbers
from malecon.core.position import Keys, field_key, key_if, key_or_none, list_key, member_key, pile_key, row_key

COLOURS = ("red", "green", "blue")


class Board(Record):
    """A field of every codec."""

    __slots__ = ()
    colour = number(np.int8, "", codec=word(COLOURS))
    wanted = number(np.int8, "", codec=word(COLOURS).or_none(), start=-1)
    seen = number(np.int8, "a bit set", codec=word_set(COLOURS))
    done = number(np.int8, "", codec=FLAG)
    members = number(np.int8, "a bit set of seats")
    pesos = numbers(np.int16, 2, "of each seat", codec=amount(9999))
    cubes = numbers(np.int8, (2, 3), "of each seat", codec=counts(COLOURS))
    supply = numbers(np.int8, 3, "of each colour", codec=struct_counts("Supply", COLOURS))
    order = numbers(np.int8, 2, "", codec=row(amount(1), 2))
    ship = numbers(np.int8, 2, "at each dock", codec=number_from_1(9), start=-1)
    pile = numbers(np.int8, 5, "the last is the top", start=-1)
    pile_size = number(np.int8, "")


BOARD = dtype_of(Board)
key, optional = partial(field_key, Board), partial(field_key, Board, optional=True)
SEAT = Keys("Seat", key("pesos"), optional("cubes"), member_key("in", "members"))
POSITION = Keys(
    "Position",
    key("colour"),
    optional("wanted"),
    optional("seen"),
    optional("finished", "done"),
    list_key(SEAT.key("seats"), lambda board: 2, 2, 2),
    key("supply"),
    key("order"),
    list_key(key_or_none(key("ships", "ship"), "ship"), lambda board: 2, 2, 2),
    row_key(key_if(optional("second", "pesos"), lambda board: board.done == 1), 1),
    pile_key("pile", "pile", "pile_size", number_from_1(9)),
)


def empty() -> Board:
    return new_record(Board, BOARD)


def filled() -> Board:
    board = empty()
    board.colour, board.wanted, board.seen, board.done, board.members = 2, 0, 0b101, 1, 0b10
    board.pesos[:] = 7, 30
    board.cubes[1], board.supply[:], board.order[:] = (0, 2, 0), (1, 0, 3), (1, 0)
    board.ship[1] = 4
    board.pile[:2], board.pile_size = (0, 8), 2
    return board


WRITTEN = {
    "colour": "blue",
    "wanted": "red",
    "seen": ["red", "blue"],
    "finished": True,
    "seats": [{"pesos": 7}, {"pesos": 30, "cubes": {"green": 2}, "in": True}],
    "supply": {"red": 1, "blue": 3},
    "order": [1, 0],
    "ships": [None, 5],
    "second": 30,
    "pile": [9, 1],
}


def test_a_record_is_written_in_words_in_the_order_of_the_keys() -> None:
    written = POSITION.to_plain(filled())

    assert written == WRITTEN
    assert list(written) == list(WRITTEN)


def test_what_is_written_is_read_back() -> None:
    board = empty()

    POSITION.read(board, (), POSITION.from_plain(WRITTEN))

    assert board.tobytes() == filled().tobytes()


def test_optional_keys_are_left_out_at_their_default() -> None:
    written = POSITION.to_plain(empty())
    board = filled()

    POSITION.read(board, (), POSITION.from_plain(written))

    assert not written.keys() & {"wanted", "seen", "finished", "second"}
    assert (board.wanted, board.seen, board.done) == (-1, 0, 0)


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"colour": "pink"}, "position: “colour”: “pink” is not known here; known are: red, green, blue"),
        ({"order": [0]}, "position: “order”: 2 entries are expected, but 1 is there"),
        ({"supply": {"pink": 1}}, "position: “supply”: “pink” is not known here"),
        (
            {"seats": [{"pesos": 7}, {"pesos": 10_000}]},
            "position: seats 2, “pesos”: a whole number from 0 to 9999",
        ),
        ({"ships": [None, 10]}, "position: ships 2: a whole number from 1 to 9 is expected, not 10"),
        ({"luck": 1}, "position: “luck” is not known here"),
    ],
)
def test_other_data_is_refused_with_the_place(changes: dict[str, Any], sentence: str) -> None:
    with pytest.raises(DataError, match=sentence):
        POSITION.from_plain(WRITTEN | changes)


def test_a_key_that_must_be_there_is_missed() -> None:
    with pytest.raises(DataError, match="position: “colour” is missing"):
        POSITION.from_plain({name: value for name, value in WRITTEN.items() if name != "colour"})


def test_a_codec_of_counts_skips_what_lies_before() -> None:
    codec = counts(("sugar", "rum"), COUNT, skipped=2)

    assert codec.encode(np.array([0, 0, 3, 0])) == {"sugar": 3}
    assert codec.decode({"rum": 1}) == [0, 0, 0, 1]
