"""Blocks of an observation for the options of a game, with the compiled function that writes them.

Blocks and function follow from the fields of the position that hold options (``Record.OPTIONS``), in their order::

    SCHEMA = Schema((count("seats", …), *option_blocks(State), …))
    write_options = options_writer(State, SCHEMA)

A word is a category, the place of the word among the choices. An order of seats is a number for each seat, the place
of the seat in the order; seats come from the viewer on, and missing ones last.
"""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from malecon.core import AnyState
from malecon.core.fields import Record
from malecon.core.jit import makes_no_array, rule
from malecon.core.observation import Block, Schema, category, count, flag
from malecon.core.options import Kind, Option

Writer = Callable[[AnyState, int, NDArray[np.int8]], None]
"""Writes some numbers of a state into an observation, as seen from a seat (0 for a spectator)."""


def option_blocks(record: type[Record]) -> tuple[Block, ...]:
    """Return a block for each option that a field of the position holds, named like the field."""
    return tuple(_block(option, record) for option in record.OPTIONS)


def _block(option: Option, record: type[Record]) -> Block:
    meaning, shape = option.help.removesuffix("."), record.FIELDS[option.field].shape
    if option.kind is Kind.SEATS:
        return count(option.field, shape, shape[0] - 1, f"{meaning}: place of each seat, from 0")
    if option.kind is Kind.CHOICE:
        codes = ", ".join(f"{code} {word}" for code, word in enumerate(option.choices))
        return category(option.field, shape, len(option.choices), f"{meaning}: {codes}")
    return flag(option.field, shape, meaning)


def options_writer(record: type[Record], schema: Schema) -> Writer:
    """Return the rule that writes the blocks of ``option_blocks`` where the schema has them."""
    write: Writer = _write_nothing
    for option in record.OPTIONS:
        at = schema.slices[option.field].start
        if option.kind is Kind.SEATS:
            write = _write_seats_after(write, option.field, at, schema.slices[option.field].stop - at)
        else:
            write = _write_number_after(write, option.field, at)
    return write


@rule
@makes_no_array
def _write_nothing(state: AnyState, viewer: int, out: NDArray[np.int8]) -> None:
    """Write nothing: the beginning of a chain of writers."""


def _write_number_after(others: Writer, field: str, at: int) -> Writer:
    def write(state: AnyState, viewer: int, out: NDArray[np.int8]) -> None:
        others(state, viewer, out)
        out[at] = state[field]

    return _compiled(write, field)


def _write_seats_after(others: Writer, field: str, at: int, rows: int) -> Writer:
    def write(state: AnyState, viewer: int, out: NDArray[np.int8]) -> None:
        others(state, viewer, out)
        held, seats = state[field], int(state.seats)
        for place in range(rows):
            seat = place
            if place < seats:
                seat = viewer + place if viewer + place < seats else viewer + place - seats
            out[at + place] = held[seat]

    return _compiled(write, field)


def _compiled(write: Writer, field: str) -> Writer:
    """Return a writer as a rule, with a name that no other writer for the same states has: that of its machine code."""
    write.__qualname__ = f"write_option_{field}"
    return rule(makes_no_array(write))
