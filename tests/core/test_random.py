"""Chance: the published generator, counted draws, fair dice."""

import numpy as np
import pytest

from malecon.core.jit import JIT
from malecon.core.random import KEYS, draw, key_of, new_source, philox, set_key, shuffle, signed

ALL_ONES = 0xFFFFFFFF


@pytest.mark.parametrize(
    ("counter", "key", "block"),
    [
        pytest.param((0, 0, 0, 0), (0, 0), (0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8), id="Random123: all zeros"),
        pytest.param(
            (ALL_ONES,) * 4,
            (ALL_ONES,) * 2,
            (0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD),
            id="Random123: all ones",
        ),
        pytest.param(
            (0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344),
            (0xA4093822, 0x299F31D0),
            (0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1),
            id="Random123: digits of pi",
        ),
    ],
)
def test_philox_gives_the_published_numbers(
    counter: tuple[int, int, int, int], key: tuple[int, int], block: tuple[int, int, int, int]
) -> None:
    assert philox(*counter, *key) == block


def test_draws_scale_the_words_of_successive_blocks() -> None:
    source = new_source(7)

    drawn = [draw(source, 1000) for _ in range(8)]

    words = [word for count in range(2) for word in philox(count, 0, 0, 0, 7, 0)]
    assert drawn == [word * 1000 >> 32 for word in words]
    assert source.drawn == 8


@pytest.mark.parametrize("key", [0, 1, 2**32, 2**63 - 1, 2**63, KEYS - 1])
def test_a_source_keeps_its_64_bit_key(key: int) -> None:
    source = new_source(key)

    assert key_of(source) == key
    assert -(2**63) <= signed(key) < 2**63


def test_a_copied_source_goes_on_like_the_original() -> None:
    source = new_source(3)
    for _ in range(5):
        draw(source, 6)
    twin = np.array([source])[0]

    assert [draw(source, 6) for _ in range(9)] == [draw(twin, 6) for _ in range(9)]


def test_set_key_begins_anew() -> None:
    source = new_source(3)
    first = [draw(source, 100) for _ in range(6)]

    set_key(source, 3)

    assert [draw(source, 100) for _ in range(6)] == first


def test_every_number_is_drawn_equally_often() -> None:
    source, n, draws = new_source(11), 6, 60_000 if JIT else 6000

    counts = np.bincount([draw(source, n) for _ in range(draws)], minlength=n)

    chi_square = float(((counts - draws / n) ** 2 / (draws / n)).sum())
    assert len(counts) == n
    assert chi_square < 20.5, "5 degrees of freedom: one in a thousand is above 20.5"


def test_shuffle_gives_every_order_equally_often() -> None:
    source, rounds = new_source(5), 24_000 if JIT else 2400
    seen: dict[tuple[int, ...], int] = {}
    for _ in range(rounds):
        things = np.arange(5, dtype=np.int8)
        shuffle(source, things, 4)
        assert things[4] == 4, "only the first four are shuffled"
        order = tuple(things.tolist())
        seen[order] = seen.get(order, 0) + 1

    chi_square = sum((count - rounds / 24) ** 2 / (rounds / 24) for count in seen.values())
    assert len(seen) == 24
    assert chi_square < 49.7, "23 degrees of freedom: one in a thousand is above 49.7"
