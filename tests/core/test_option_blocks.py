"""Options that are declared as fields of a position stand in the observation, without another word."""

from typing import Any

import numpy as np

from malecon.core.fields import Record, choice, dtype_of, new_record, number, ranks
from malecon.core.observation import Schema, count
from malecon.core.option_blocks import option_blocks, options_writer
from malecon.core.options import Kind, Option

WIND = Option("wind", Kind.CHOICE, "How strong the wind is (CUB-1.1).", choices=("calm", "breeze", "storm"))
HOUSE = Option("house", Kind.FLAG, "With a house (CUB-1.2).")
AGES = Option("ages", Kind.SEATS, "The youngest first (CUB-1.3).")


class State(Record):
    """A state with options."""

    __slots__ = ()

    seats = number(np.int8, "players")
    wind = choice(WIND)
    pesos = number(np.int8, "in all")
    age = ranks(4, AGES)
    with_house = choice(HOUSE)


SCHEMA = Schema((count("seats", (), 4, "players"), *option_blocks(State), count("pesos", (), 99, "in all")))
write_options = options_writer(State, SCHEMA)


def written(state: Any, viewer: int) -> dict[str, Any]:
    """Return the blocks of the options by name as lists; no other number may have changed."""
    out = np.full(SCHEMA.size, 99, np.int8)
    write_options(state, viewer, out)
    blocks = {name: block.tolist() for name, block in SCHEMA.named(out).items()}
    assert (blocks.pop("seats"), blocks.pop("pesos")) == (99, 99)
    return blocks


def test_each_option_has_a_block_named_like_its_field_in_the_order_of_the_fields() -> None:
    assert [
        (block.name, block.kind, block.shape, block.low, block.high, block.meaning) for block in SCHEMA.blocks[1:-1]
    ] == [
        ("wind", "category", (), -1, 2, "How strong the wind is (CUB-1.1): 0 calm, 1 breeze, 2 storm"),
        ("age", "count", (4,), 0, 3, "The youngest first (CUB-1.3): place of each seat, from 0"),
        ("with_house", "flag", (), 0, 1, "With a house (CUB-1.2)"),
    ]


def test_options_are_written_and_seats_come_from_the_viewer_on() -> None:
    state = new_record(State, dtype_of(State))
    state.seats, state.wind, state.with_house = 3, 2, 1
    state.age[:3] = 2, 0, 1

    assert written(state, 0) == {"wind": 2, "age": [2, 0, 1, 0], "with_house": 1}
    assert written(state, 1) == {"wind": 2, "age": [0, 1, 2, 0], "with_house": 1}
    assert written(state, 2) == {"wind": 2, "age": [1, 2, 0, 0], "with_house": 1}


def test_a_game_without_options_writes_nothing() -> None:
    class Bare(Record):
        """A state without options."""

        __slots__ = ()

        seats = number(np.int8, "players")

    out = np.full(1, 99, np.int8)
    options_writer(Bare, SCHEMA)(new_record(Bare, dtype_of(Bare)), 0, out)

    assert option_blocks(Bare) == ()
    assert out.tolist() == [99]
