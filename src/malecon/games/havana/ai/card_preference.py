"""How gladly a seat would have a card open in the next round, for playouts (``policy.py``).

Mama is dear while many coloured cubes lie in the centre, the architect while the nearest tile asks for one, protection
to who has much to lose. Each fact of the position counts for each card with a weight, fitted to what the search itself
chose; they are in ``data/weights.toml``. Only facts that the seat knows are used.
"""

import numpy as np
from msgspec.structs import astuple
from numpy.typing import NDArray

from malecon.core.bits import size_of
from malecon.core.jit import rule
from malecon.games.havana.ai.evaluation import coloured, nearest_tile, readiness
from malecon.games.havana.ai.weights import WEIGHTS
from malecon.games.havana.buildings import DEBRIS, PESO, WORKER
from malecon.games.havana.cards import CARD_COUNT, DIGIT, MAMA, MATERIALS_THIEF
from malecon.games.havana.rules.common import COLOUR_COUNT
from malecon.games.havana.rules.ending import TARGET
from malecon.games.havana.state import NONE, State

MOST_DEBRIS, MOST_WORKERS, MOST_PESOS = 9, 5, 9
"""Of a seat's own: more count for nothing."""
MOST_LOOT = 20
"""Pesos of the centre or of a rival: more count for nothing."""
LOW = 3
"""Digits up to this act early, mostly."""

(
    ALWAYS, PESOS, WORKERS, RUBBLE, COLOURED, DISCARDS,
    CENTRE_PESOS, CENTRE_COLOURED, CENTRE_DEBRIS, BAG,
    RIVAL_COLOURED, RIVAL_PESOS, RIVAL_POINTS, THIEVES, MAMAS, LOW_CARDS,
    PROGRESS, ENDS_GAME, LACKING_WORKERS, LACKING_PESOS, LACKING_COLOURED, WANTED_IN_CENTRE, ASKS_ARCHITECT,
) = np.array(astuple(WEIGHTS.liking))  # fmt: skip
"""By card."""


@rule
def write_liking(state: State, seat: int, liking: NDArray[np.float64]) -> None:
    """Write how gladly ``seat`` would have each card open (float64 ``[CARD_COUNT]``)."""
    liking[:] = ALWAYS
    count(liking, PESOS, min(MOST_PESOS, state.pesos[seat]))
    count(liking, WORKERS, min(MOST_WORKERS, state.workers[seat]))
    count(liking, RUBBLE, min(MOST_DEBRIS, state.cubes[seat, DEBRIS]))
    count(liking, COLOURED, coloured(state, seat))
    count(liking, DISCARDS, size_of(state.discards[seat]))
    count_centre(state, liking)
    count_rivals(state, seat, liking)
    tile = nearest_tile(state, seat)
    if tile != NONE:
        count_tile(state, seat, tile, liking)


@rule
def count(liking: NDArray[np.float64], weights: NDArray[np.float64], fact: float) -> None:
    """Let a fact count for each card."""
    if fact != 0:
        for card in range(CARD_COUNT):
            liking[card] += weights[card] * fact


@rule
def count_centre(state: State, liking: NDArray[np.float64]) -> None:
    """Let count what lies in the centre and in the bag."""
    cubes, bag = 0, 0
    for colour in range(COLOUR_COUNT):
        cubes += state.centre[colour]
        bag += state.bag[colour]
    count(liking, CENTRE_PESOS, min(MOST_LOOT, state.centre_pesos))
    count(liking, CENTRE_COLOURED, cubes)
    count(liking, CENTRE_DEBRIS, state.centre[DEBRIS])
    count(liking, BAG, bag)


@rule
def count_rivals(state: State, seat: int, liking: NDArray[np.float64]) -> None:
    """Let count what the richest of the others has, and what cards lie open before them."""
    cubes, pesos, points = 0, 0, 0
    for other in range(state.seats):
        if other != seat:
            cubes = max(cubes, coloured(state, other))
            pesos = max(pesos, state.pesos[other])
            points = max(points, state.points[other])
            for place in range(2):
                card = state.shown[other, place]
                count(liking, THIEVES, card == MATERIALS_THIEF)
                count(liking, MAMAS, card == MAMA)
                count(liking, LOW_CARDS, DIGIT[card] <= LOW)
    count(liking, RIVAL_COLOURED, cubes)
    count(liking, RIVAL_PESOS, min(MOST_LOOT, pesos))
    count(liking, RIVAL_POINTS, points / TARGET[state.seats])


@rule
def count_tile(state: State, seat: int, tile: int, liking: NDArray[np.float64]) -> None:
    """Let count how near the seat is to the tile, and what it still lacks for it."""
    cubes, wanted = 0, 0
    for colour in range(COLOUR_COUNT):
        lacking = max(0, state.tile_cost[tile, colour] - state.cubes[seat, colour])
        cubes += lacking
        wanted += min(lacking, state.centre[colour])
    points = state.tile_points[tile]
    count(liking, PROGRESS, points * readiness(state, seat, tile))
    count(liking, ENDS_GAME, state.points[seat] + points >= TARGET[state.seats])
    count(liking, LACKING_WORKERS, max(0, state.tile_cost[tile, WORKER] - state.workers[seat]))
    count(liking, LACKING_PESOS, max(0, state.tile_cost[tile, PESO] - state.pesos[seat]))
    count(liking, LACKING_COLOURED, cubes)
    count(liking, WANTED_IN_CENTRE, wanted)
    count(liking, ASKS_ARCHITECT, state.tile_architect[tile])
