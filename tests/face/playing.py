"""Random matches for the tests of the Python face."""

import random
from collections.abc import Iterator
from typing import Any

import malecon
from malecon.core.jit import JIT
from malecon.core.match import Match
from malecon.havana.buildings import TILES

HAVANA = malecon.games["havana"]

STARTS: dict[str, dict[str, Any]] = {
    "2 seats": {"seats": 2},
    "3 seats, filosofia": {"seats": 3, "edition": "filosofia", "ages": (2, 0, 1)},
    "4 seats": {"seats": 4},
    "4 seats, 13 tiles": {
        "seats": 4,
        "tiles": [
            tile_of | {"id": i}
            for i, tile_of in enumerate(
                [{"points": tile.points, "cost": tile.cost, "architect": tile.architect} for tile in TILES[20:33]],
                start=1,
            )
        ],
    },
    "3 seats, dear ends": {
        "seats": 3,
        "tiles": [{"id": i, "points": 4 if i < 25 else 3, "cost": {"pesos": i % 4}} for i in range(1, 37)],
    },
}
SEEDS = range(3 if JIT else 2)


def random_match(start: str, seed: int) -> Iterator[tuple[Match, int, str]]:
    """Play a whole random match; yield it at each step with the seat and the move that come next."""
    rng = random.Random(seed)
    match = HAVANA.start(seed=seed, **STARTS[start])
    while not match.over:
        seat = rng.choice(match.to_move)
        move = rng.choice(match.legal(seat))
        yield match, seat, move
        match.play(seat, move)


def finished(start: str, seed: int) -> Match:
    """Return a random match that is over."""
    match = HAVANA.start(seed=seed, **STARTS[start])
    rng = random.Random(seed)
    while not match.over:
        seat = rng.choice(match.to_move)
        match.play(seat, rng.choice(match.legal(seat)))
    return match
