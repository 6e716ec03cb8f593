"""Changing by chance what is hidden in any game."""

import random
from typing import Any

from malecon.core.random import draw, set_key


def change_chance(state: Any, rng: random.Random) -> None:
    """Give a position another source of chance, from which some numbers were drawn, in place."""
    set_key(state, rng.getrandbits(62))
    for _ in range(rng.randrange(4)):
        draw(state, 2)


def shuffled(cards: Any, rng: random.Random) -> list[int]:
    """Return cards in a random order."""
    order: list[int] = [int(card) for card in cards]
    rng.shuffle(order)
    return order


def others(seats: int, viewer: int | None) -> list[int]:
    """Return all seats but the viewer's."""
    return [seat for seat in range(seats) if seat != viewer]
