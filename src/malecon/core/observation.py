"""Observations: what a seat may know of a position, as numbers with names, shapes and ranges, for learning.

There are two forms. The compact one is what ``contract.observe`` writes: int8, a number for each count, flag and
category (a code, -1 for none). The float form is made of it: counts times a scale, each category as one number for each
code (one-hot), so that all numbers lie roughly between -1 and 1. Counts that can pass 127 are two numbers: the count up
to 127, and what is above, up to 127. A game declares its blocks once (``Schema``); where they begin follows.

>>> schema = Schema((count("stack", (), 24, "tiles"), category("tile", (2,), 3, "in each row, of three")))
>>> schema.named(np.array([12, -1, 2], np.int8))
{'stack': array(12, dtype=int8), 'tile': array([-1,  2], dtype=int8)}
>>> schema.floats(np.array([12, -1, 2], np.int8)).tolist()
[0.5, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0]
"""

from collections import namedtuple
from collections.abc import Sequence
from functools import cached_property
from itertools import accumulate
from math import prod
from typing import Any, Literal, NamedTuple, TypeVar

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from malecon.core.errors import UsageError
from malecon.core.jit import copy_numbers, makes_no_array, routine, rule

HIGHEST = 127
"""Of an int8."""
Kind = Literal["count", "flag", "category"]
Shape = tuple[int, ...]
N = TypeVar("N", bound=np.generic)


class Block(Struct, frozen=True):
    """Numbers of one meaning, side by side in an observation.

    Attributes:
        name: unique in the schema.
        shape: of its array.
        low, high: the range of each number in the compact form.
        kind: a count, a flag (0 or 1), or a category: a code, -1 for none.
        scale: of a count or flag in the float form.
        meaning: what it says, with unit and rule id.
    """

    name: str
    shape: Shape
    low: int
    high: int
    kind: Kind
    scale: float
    meaning: str

    @property
    def size(self) -> int:
        """Numbers in the compact form."""
        return prod(self.shape)

    @property
    def width(self) -> int:
        """Numbers in the float form for one in the compact form."""
        return self.high + 1 if self.kind == "category" else 1


def count(name: str, shape: Shape, high: int, meaning: str, *, low: int = 0, scale: float = 0.0) -> Block:
    """Return a block of counts from ``low`` to ``high``, which is 1 in the float form if ``scale`` is 0."""
    return Block(name, shape, low, high, "count", scale or 1 / high, meaning)


def large_count(name: str, shape: Shape, scale: float, meaning: str, *, low: int = 0) -> Block:
    """Return a block of counts that can pass 127, each in two numbers: up to 127, and what is above."""
    return Block(name, (*shape, 2), low, HIGHEST, "count", scale, f"{meaning}; up to 127, and what is above")


def flag(name: str, shape: Shape, meaning: str) -> Block:
    """Return a block of flags."""
    return Block(name, shape, 0, 1, "flag", 1.0, meaning)


def category(name: str, shape: Shape, codes: int, meaning: str) -> Block:
    """Return a block of codes from 0 to ``codes`` - 1, or -1 for none."""
    return Block(name, shape, -1, codes - 1, "category", 1.0, meaning)


class FloatLayout(NamedTuple):
    """What ``to_floats`` needs of a schema.

    Attributes:
        runs: int32 ``[blocks, 4]``: of each block the place in the compact form, the place in the float form, how many
            numbers, and the codes of a category, 0 for others.
        scales: float32 ``[blocks]``.
    """

    runs: NDArray[np.int32]
    scales: NDArray[np.float32]


class Schema:
    """The blocks of an observation, one after another.

    Attributes:
        blocks: in their order.
        size, float_size: numbers of the compact form (int8) and of the float form (float32).
        slices, float_slices: where each block lies in them, by name.
        low, high: int8 ``[size]``, the range of each number of the compact form.
        float_low, float_high: float32 ``[float_size]``, of the float form.
    """

    def __init__(self, blocks: Sequence[Block]) -> None:
        """``blocks``: with unique names, and ranges within an int8."""
        self.blocks = tuple(blocks)
        if len({block.name for block in blocks}) != len(blocks):
            raise ValueError("blocks: two have the same name")
        if not all(-HIGHEST - 1 <= block.low <= block.high <= HIGHEST for block in blocks):
            raise ValueError("blocks: the range of one is not within that of an int8")
        sizes, widths = [block.size for block in blocks], [block.size * block.width for block in blocks]
        self.slices, self.size = self._placed(sizes), sum(sizes)
        self.float_slices, self.float_size = self._placed(widths), sum(widths)
        self.low, self.high = (
            np.repeat(np.array(ends, np.int8), sizes) for ends in zip(*((b.low, b.high) for b in blocks), strict=True)
        )
        floats = [(0.0, 1.0) if b.kind == "category" else (b.low * b.scale, b.high * b.scale) for b in blocks]
        self.float_low, self.float_high = (
            np.repeat(np.array(ends, np.float32), widths) for ends in zip(*floats, strict=True)
        )

    def _placed(self, sizes: Sequence[int]) -> dict[str, slice]:
        """Return where each block lies if it has so many numbers."""
        ends = accumulate(sizes)
        return {block.name: slice(end - size, end) for block, size, end in zip(self.blocks, sizes, ends, strict=True)}

    def __repr__(self) -> str:
        return f"<{len(self.blocks)} blocks, {self.size} numbers, {self.float_size} as floats>"

    @cached_property
    def starts(self) -> Any:
        """Where each block begins in the compact form, a named tuple that compiled code reads too."""
        places = {name: place.start for name, place in self.slices.items()}
        return namedtuple("Starts", places)(**places)

    @cached_property
    def tables(self) -> FloatLayout:
        """What ``to_floats`` needs."""
        runs = [
            (
                *(self.slices[block.name].start, self.float_slices[block.name].start),
                *(block.size, block.width if block.kind == "category" else 0),
            )
            for block in self.blocks
        ]
        return FloatLayout(np.array(runs, np.int32), np.array([block.scale for block in self.blocks], np.float32))

    def named(self, observation: NDArray[N]) -> dict[str, NDArray[N]]:
        """Return the blocks by name, as views of one or many observations of either form.

        Args:
            observation: ``[…, size]``, or ``[…, float_size]``; each block is ``[…, *shape]``, and in the float form a
                category is ``[…, *shape, codes]``.

        Raises:
            UsageError: the last axis has neither length.
        """
        length = observation.shape[-1] if observation.ndim else 0
        if length not in (self.size, self.float_size):
            raise UsageError(f"observation: has {length} numbers, but must have {self.size} or {self.float_size}")
        is_compact, many = length == self.size, observation.shape[:-1]
        places = self.slices if is_compact else self.float_slices
        return {
            block.name: observation[..., places[block.name]].reshape(
                (*many, *block.shape, *([] if is_compact or block.kind != "category" else [block.width]))
            )
            for block in self.blocks
        }

    def floats(self, compact: NDArray[np.int8]) -> NDArray[np.float32]:
        """Return the float form (``[…, float_size]``) of observations in the compact one (``[…, size]``)."""
        if compact.shape[-1:] != (self.size,) or compact.dtype != np.int8:
            expected = f"int8 with the shape (…, {self.size})"
            raise UsageError(f"observation: is {compact.dtype} with the shape {compact.shape}, but must be {expected}")
        out = np.zeros((*compact.shape[:-1], self.float_size), np.float32)
        for row, filled in zip(compact.reshape(-1, self.size), out.reshape(-1, self.float_size), strict=True):
            to_floats(row, self.tables, filled)
        return out


@routine
@makes_no_array
def to_floats(compact: NDArray[np.int8], tables: FloatLayout, out: NDArray[np.float32]) -> None:
    """Fill ``out`` (float32 ``[float_size]``) with the float form of an observation in the compact form."""
    for block in range(len(tables.runs)):
        at, to, size, codes = tables.runs[block]
        if codes == 0:
            scale = tables.scales[block]
            for place in range(size):
                out[to + place] = compact[at + place] * scale
        else:
            for place in range(size * codes):
                out[to + place] = 0.0
            for place in range(size):
                if compact[at + place] >= 0:
                    out[to + place * codes + int(compact[at + place])] = 1.0


@rule
def put_large(out: NDArray[np.int8], at: int, value: int) -> None:
    """Write a count that can pass 127 at place ``at``: up to 127, and what is above; more than 254 counts as 254."""
    out[at] = min(int(value), HIGHEST)
    out[at + 1] = min(max(int(value) - HIGHEST, 0), HIGHEST)


BITS = 8
FLAGS = np.unpackbits(np.arange(256, dtype=np.uint8)[:, None], axis=1, bitorder="little").astype(np.int8)
"""``[256, 8]`` the flags of each set of the elements 0 to 7."""


@rule
def put_set(out: NDArray[np.int8], at: int, elements: int, size: int) -> None:
    """Write a set as flags of its possible elements, 0 to ``size`` - 1 (of at most 16), from place ``at`` on."""
    copy_numbers(FLAGS, (int(elements) & 255) * BITS, out, at, min(size, BITS))
    if size > BITS:
        copy_numbers(FLAGS, ((int(elements) >> BITS) & 255) * BITS, out, at + BITS, size - BITS)


@rule
def seen_from(viewer: int, seat: int, seats: int) -> int:
    """Return how many places after ``viewer`` a seat comes in the order of play; a code below 0 is no seat, and kept.

    >>> seen_from(2, 0, 3), seen_from(2, -1, 3)
    (1, -1)
    """
    place = int(seat) - viewer
    return int(seat) if seat < 0 else place + seats if place < 0 else place


@rule
def seats_from(viewer: int, elements: int, seats: int) -> int:
    """Return a set of seats as a set of places after ``viewer`` in the order of play; element 0 is the viewer.

    >>> bin(seats_from(2, 0b101, 3))
    '0b11'
    """
    return (int(elements) >> viewer | int(elements) << (seats - viewer)) & ((1 << seats) - 1)
