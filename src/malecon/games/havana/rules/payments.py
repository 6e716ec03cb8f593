"""The ways to pay for a tile, where there is a choice (HAV-5.5): all of them in order, or the one at a place."""

import numpy as np
from numpy.typing import NDArray

from malecon.core.jit import routine, rule
from malecon.core.random import Source, draw
from malecon.games.havana.answers import WAYS
from malecon.games.havana.buildings import DEBRIS, PESO, WORKER
from malecon.games.havana.rules import end_tile
from malecon.games.havana.rules.buying import RATE, missing, owned, price_of_exchange
from malecon.games.havana.state import NONE, State


@rule
def list_payments(state: State, seat: int, first: int, out: NDArray[np.int16]) -> int:
    """Fill ``out`` with all payments for the tile that is bought, ascending, each raised by ``first`` (HAV-5.5)."""
    return all_payments(state, seat, end_tile(state, state.chosen), first, out)


@routine
def sample_payment(state: State, seat: int, source: Source) -> int:
    """Return a random payment for the tile that is bought."""
    tile = end_tile(state, state.chosen)
    _, count = payment_after(state, seat, tile, WAYS**WORKER)
    way, _ = payment_after(state, seat, tile, draw(source, count))
    return way


@rule
def all_payments(state: State, seat: int, tile: int, first: int, out: NDArray[np.int16]) -> int:
    """Fill ``out`` with all payments for ``tile``, ascending, each raised by ``first``; return how many (HAV-5.5)."""
    cost = state.tile_cost[tile]
    pesos = state.pesos[seat] - cost[PESO]
    debris = state.cubes[seat, DEBRIS] - cost[DEBRIS]
    n = 0
    for workers in range(missing(state, seat, tile, WORKER), min(cost[WORKER], pesos // RATE) + 1):
        for glass in range(missing(state, seat, tile, 3), cost[3] + 1):
            for loam in range(missing(state, seat, tile, 2), cost[2] + 1):
                for sandstone in range(missing(state, seat, tile, 1), cost[1] + 1):
                    for brick in range(missing(state, seat, tile, 0), cost[0] + 1):
                        if price_of_exchange(brick + sandstone + loam + glass) <= debris:
                            way = brick + WAYS * (sandstone + WAYS * (loam + WAYS * (glass + WAYS * workers)))
                            out[n] = first + way
                            n += 1
    return n


@rule
def payment_after(state: State, seat: int, tile: int, n: int) -> tuple[int, int]:
    """Return the payment for ``tile`` that comes after ``n`` others, or -1; and how many come before (all, if -1).

    The order is that of ``all_payments``, but nothing is listed: bricks, the last digit, are not even gone through.
    """
    cost, passed = state.tile_cost[tile], 0
    pesos, debris = owned(state, seat, PESO) - int(cost[PESO]), owned(state, seat, DEBRIS) - int(cost[DEBRIS])
    fewest = missing(state, seat, tile, 0)
    for workers in range(missing(state, seat, tile, WORKER), min(int(cost[WORKER]), pesos // RATE) + 1):
        for glass in range(missing(state, seat, tile, 3), cost[3] + 1):
            for loam in range(missing(state, seat, tile, 2), cost[2] + 1):
                for sandstone in range(missing(state, seat, tile, 1), cost[1] + 1):
                    most = min(int(cost[0]), debris // RATE - sandstone - loam - glass)
                    if n - passed <= most - fewest:
                        brick = fewest + n - passed
                        return brick + WAYS * (sandstone + WAYS * (loam + WAYS * (glass + WAYS * workers))), n
                    passed += max(0, most - fewest + 1)
    return NONE, passed
