"""Random numbers of compiled rules: Philox 4x32-10, keyed and counter-based.

They travel with a record. Any record with ``key`` (two words of 32 bits), ``drawn`` (numbers drawn so far) and
``block`` (the words around the last number, computed together: as many as a power of two, 4 or more) is a source: the
n-th number is a function of key and n alone. So a copied position goes on like the original, a record of a game needs
only the key, and who does not know the key cannot compute what comes next. Source: Salmon, Moraes, Dror, Shaw,
*Parallel random numbers: as easy as 1, 2, 3* (SC 2011), with its constants and its ten rounds.

A source whose ``block`` has ``TAPE`` places is a *tape*: it gives the numbers that were written on it, and notes which
number was asked for beyond them (``core/tape.py``). Which kind a source is, its type says, so nothing is asked while
rules run.
"""

from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from malecon.core.fields import Field, record_of
from malecon.core.jit import rule, vector_routine

WORD = 0xFFFFFFFF
MULTIPLIER_0, MULTIPLIER_1 = 0xD2511F53, 0xCD9E8D57
KEY_STEP_0, KEY_STEP_1 = 0x9E3779B9, 0xBB67AE85
ROUNDS = 10
KEYS = 2**64
"""Keys are 0 to ``KEYS - 1``."""

WORDS = 4
"""Numbers that one turn of the generator gives."""

TAPE = 64
"""Numbers that fit on a tape: a source with a ``block`` of so many is one."""
WRITTEN, ASKED = 0, 1
"""Indices into ``key`` of a tape: how many numbers are on it, and the first ``n`` asked for beyond them, else 0."""

SOURCE = record_of(
    __name__,
    "SOURCE",
    {"key": Field(np.int64, (2,)), "drawn": Field(np.int64), "block": Field(np.uint32, (8 * WORDS,))},
)
"""A source for agents and tools that need random numbers of their own."""


class Source(Protocol):
    """The fields of a record that ``draw`` needs."""

    key: NDArray[np.int64]
    drawn: int
    block: NDArray[np.uint32]


@rule
def philox(c0: int, c1: int, c2: int, c3: int, k0: int, k1: int) -> tuple[int, int, int, int]:
    """Return the block of four 32-bit words for the counter ``c0``…``c3`` (32-bit words) under the key ``k0, k1``."""
    for _ in range(ROUNDS):
        product_0 = MULTIPLIER_0 * c0
        product_1 = MULTIPLIER_1 * c2
        c0 = ((product_1 >> 32) & WORD) ^ c1 ^ k0
        c1 = product_1 & WORD
        c2 = ((product_0 >> 32) & WORD) ^ c3 ^ k1
        c3 = product_0 & WORD
        k0 = (k0 + KEY_STEP_0) & WORD
        k1 = (k1 + KEY_STEP_1) & WORD
    return c0, c1, c2, c3


@rule
def draw(source: Source, n: int) -> int:
    """Return a number from 0 to ``n`` - 1, each equally likely; in place, takes one number of ``source``.

    ``n`` is 1 to 32,767. 32 random bits are scaled, so chances differ by less than one in a hundred thousand.
    """
    if len(source.block) == TAPE:
        return _read_tape(source, n)
    place = int(source.drawn) & (len(source.block) - 1)
    if place == 0:
        fill_block(source)
    source.drawn += 1
    return (int(source.block[place]) * n) >> 32


@rule
def _read_tape(tape: Source, n: int) -> int:
    """Return the next number on a tape; beyond its end note ``n``, if it is the first, and return 0."""
    place = int(tape.drawn)
    tape.drawn += 1
    if place < tape.key[WRITTEN]:
        return int(tape.block[place])
    if tape.key[ASKED] == 0:
        tape.key[ASKED] = n
    return 0


@rule
def draw_key(source: Source) -> int:
    """Return a key for a guess or a deal, 0 to 2**42 - 1; in place, takes three numbers of ``source``."""
    return (draw(source, 1 << 14) << 28) | (draw(source, 1 << 14) << 14) | draw(source, 1 << 14)


@rule
def draw_deal_key(source: Source) -> int:
    """Return a key for one of very many deals, any 64 bits; in place, takes six numbers of ``source``."""
    return draw_key(source) ^ (draw_key(source) << 22)


@rule
def draw_unit(source: Source) -> float:
    """Return a number from 0 to below 1, a multiple of 2**-28; in place, takes two numbers of ``source``."""
    return ((draw(source, 1 << 14) << 14) | draw(source, 1 << 14)) * 2.0**-28


@vector_routine
def fill_block(source: Source) -> None:
    """Compute the words among which the next number is."""
    block = source.block
    first = int(source.drawn) // len(block) * (len(block) // WORDS)
    k0, k1 = int(source.key[0]), int(source.key[1])
    for turn in range(len(block) // WORDS):
        count = first + turn
        words = philox(count & WORD, (count >> 32) & WORD, 0, 0, k0, k1)
        for word in range(WORDS):
            block[WORDS * turn + word] = words[word]


@rule
def shuffle(source: Source, things: NDArray[np.signedinteger[Any]], count: int) -> None:
    """Shuffle the first ``count`` of ``things`` in place, every order equally likely (Fisher-Yates)."""
    for last in range(count - 1, 0, -1):
        other = draw(source, last + 1)
        kept = things[last]
        things[last] = things[other]
        things[other] = kept


@rule
def set_key(source: Source, key: int) -> None:
    """Make ``source`` start anew, in place, under the 64-bit ``key`` (compiled code takes it signed, see below).

    A tape is wound back instead, whatever the key.
    """
    if len(source.block) == TAPE:
        source.drawn = 0
        source.key[ASKED] = 0
        return
    source.key[0] = key & WORD
    source.key[1] = (key >> 32) & WORD
    source.drawn = 0
    for word in range(len(source.block)):
        source.block[word] = 0


SOURCE_KEY, DEAL_KEY, DRAW_KEY, TWIN_KEY, SEARCH_KEY, KNOWN_KEY = range(1, 7)
"""The purposes of derived keys, one each, so that no two kinds of chance share numbers.

Random moves and what replaces illegal ones; further deals; draws of a batch's caller; a resampled table; the searches
of a tabular policy; the guess that an agent gets in place of a position.
"""


@rule
def derived_key(key: int, purpose: int, number: int) -> int:
    """Return the ``number``-th key for a ``purpose`` (1 to 2**32 - 1) that follows from the bits of a 64-bit ``key``.

    Sources with this key never compute the same words: their counters have 0 where the purpose is here.
    """
    count, bits = int(number), int(key)
    low, high, _, _ = philox(count & WORD, (count >> 32) & WORD, purpose, 0, bits & WORD, (bits >> 32) & WORD)
    return low | high << 32


def signed(key: int) -> int:
    """Return the int64 with the same bits as ``key`` (0 to 2**64 - 1): the form in which compiled code takes it.

    >>> signed(7), signed(2**64 - 1)
    (7, -1)
    """
    return key - KEYS if key >= KEYS // 2 else key


def key_of(source: Source) -> int:
    """Return the key, 0 to 2**64 - 1."""
    return int(source.key[0]) | int(source.key[1]) << 32


def new_source(key: int) -> Source:
    """Return a source of its own with the given key, 0 to 2**64 - 1."""
    source: Source = np.zeros(1, SOURCE)[0]
    set_key(source, signed(key))
    return source
