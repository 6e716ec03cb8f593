"""CUB-5.2: why bids end at ``MOST_PESOS``. With what is printed no player can have so many pesos."""

from functools import cache
from itertools import chain, product

import numpy as np
import pytest

from malecon.core.codecs import members
from malecon.games.cuba.answers import MOST_PESOS
from malecon.games.cuba.boards import CROSS, MARKET, PLANTATIONS, PRODUCTS
from malecon.games.cuba.buildings import STANDARD
from malecon.games.cuba.rules import FIRST_PRODUCT
from malecon.games.cuba.state import FIRST_PESOS, ROUNDS

MAYOR, STOCK = 4, 2
"""Pesos of the alternative (CUB-4.52), products at the start (CUB-2.5)."""
MANY = 50
"""More pieces than anybody can sell to the supply."""
BY_NAME = {building.name: building for building in STANDARD}


@cache
def most_harvested() -> int:
    """Return the most product fields that a pawn's row and column have (CUB-4.10, CUB-4.12)."""
    return max(
        sum(board.fields()[field] >= FIRST_PRODUCT for field in members(cross))
        for board in PLANTATIONS
        for cross in CROSS
    )


def most_from_merchandise(selling: tuple[int, ...], trading: int) -> int:
    """Return the most pesos from merchandise, less what it costs.

    Every piece may be sold as if it were of any kind, and every action finds the market at its best: an empty track to
    sell to (CUB-4.22), a full one to buy from (CUB-4.21). What the supply sells costs more than any piece brings.
    ``trading``: rounds in which the Tradeswoman trades; in ``selling`` of them a kind is sold, else bought (CUB-4.24).
    """
    harvest = (most_harvested() + BY_NAME["canadian embassy"].gives) * ROUNDS
    free = STOCK + harvest + ROUNDS - trading  # in the other rounds she takes a product
    values = [BY_NAME["general store"].gives] * ROUNDS + [BY_NAME["product market"].gives] * ROUNDS
    costs = [0] * free
    for track, rounds in zip(MARKET, selling, strict=True):
        values += [*track.prices] * rounds + [track.full] * MANY
        costs += [*track.prices] * (trading - rounds)
    assert max(values) < min(track.empty for track in MARKET)
    count = min(len(values), len(costs))
    gains = np.sort(values)[::-1][:count] - np.sort(costs)[:count]
    return int(gains[gains > 0].sum())


@pytest.mark.rule("CUB-5.2", "CUB-4.52", "CUB-10.13", "CUB-10.14", "CUB-10.15")
def test_nobody_can_have_more_pesos_than_can_be_bid() -> None:
    market = BY_NAME["resource market"]
    in_a_round = MAYOR + BY_NAME["small bank"].gives + BY_NAME["large bank"].gives + market.most * market.gives
    splits = chain.from_iterable(
        ((selling, trading) for selling in product(range(trading + 1), repeat=len(MARKET)))
        for trading in range(ROUNDS + 1)
    )
    in_order = ((selling, trading) for selling, trading in splits if is_ordered(selling))

    most = FIRST_PESOS + in_a_round * ROUNDS + max(most_from_merchandise(*split) for split in in_order)

    assert most == 348
    assert most < MOST_PESOS


def is_ordered(selling: tuple[int, ...]) -> bool:
    """Leave out what differs only in which product, or which good: their tracks are alike."""
    products, goods = selling[: len(PRODUCTS)], selling[len(PRODUCTS) :]
    return [*products, *goods] == [*sorted(products), *sorted(goods)]
