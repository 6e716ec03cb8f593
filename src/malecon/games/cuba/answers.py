"""The numbers of the answers to the questions of Cuba, as far as rules name them.

An answer is a number from 0, the place of its notation in the table of questions (``questions.py``).
"""

from itertools import combinations, combinations_with_replacement, product

from malecon.games.cuba import asks
from malecon.games.cuba.boards import DOCKS, GOODS, MERCHANDISE, PIECES, PRODUCTS, RESOURCES
from malecon.games.cuba.buildings import BUILDINGS
from malecon.games.cuba.cards import SHIP_COUNT, TYPES
from malecon.games.cuba.state import NONE, State

KIND_COUNT = len(MERCHANDISE)

RESOURCE_PAIRS = tuple(combinations_with_replacement(RESOURCES, 2))
PRODUCT_PAIRS = tuple(combinations_with_replacement(PRODUCTS, 2))
STOCKS = (*RESOURCE_PAIRS, *PRODUCT_PAIRS)
WATERED = len(PRODUCTS)
"""Answers from here on are fields that give for water; before them those that give free of charge (CUB-4.12)."""
NO_HARVEST = 2 * len(PRODUCTS)
SALES = KIND_COUNT
ALTERNATIVES = 2 * KIND_COUNT
"""Buying each kind comes first, then selling, then the resources and products of the alternatives, then the end."""
NO_TRADE = ALTERNATIVES + len(RESOURCES) + len(PRODUCTS)
BUILD_POINTS, BUILD_NOTHING = len(BUILDINGS), len(BUILDINGS) + 1
USE_NOTHING = len(BUILDINGS)
MOST_AT_ONCE = 18
"""Pieces that a building turns into points or goods at once; an answer is one less."""
PAYMENTS = (*((piece,) for piece in PIECES), *RESOURCE_PAIRS, *PRODUCT_PAIRS)
"""One piece, or two resources, or two products."""
PAY_NOTHING = len(PAYMENTS)
FIRST_RESOURCE_PAIR = len(PIECES)
FIRST_PRODUCT_PAIR = FIRST_RESOURCE_PAIR + len(RESOURCE_PAIRS)
EXCHANGES = (*product(PRODUCTS, GOODS), *product(GOODS, PRODUCTS))
NO_SWAP = SHIP_COUNT
MAYOR_PESOS, NO_LOAD = DOCKS * KIND_COUNT, DOCKS * KIND_COUNT + 1
MOST_PESOS = 400
"""No bid is higher: by what is printed nobody can have more than 348 pesos, which a test adds up.

In six rounds the start brings 10, the Mayor's alternative 24, the banks 36 and the Resource market 24. Merchandise
brings 254 at most, even if any piece could be sold as any kind and the market were always at its best: 2 pieces from
the start; in each round 5 from the Worker, 1 from the Embassy, and 1 from the Tradeswoman if she does not trade; what
is bought besides; sold on tracks, to the supply, in the General store and the Product market. By an owner's data a
player may have more pesos, but not bid more.
"""
BILL_PAIRS = tuple(combinations(range(len(TYPES)), 2))
PAY_THE_TAX, LEAVE_THE_TAX = 0, 1


def is_duty(state: State) -> bool:
    """Tell whether the question is how to pay the duty, and not a building that is used (CUB-7.2)."""
    return bool(state.question == asks.PAY and state.chosen == NONE)


def in_action(state: State) -> bool:
    """Tell whether the action of a character is under way."""
    return bool(asks.MOVE <= state.question <= asks.LOAD and not is_duty(state))
