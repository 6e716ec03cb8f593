"""Set-up (chapter 2).

CUB-2.2  Ships at docks 1 and 2 and at sea; dock 3 stays empty in round 1; the rest is the pile.
CUB-2.3  Each law pile is shuffled; two laws are printed on the board.
CUB-2.4  A random player is first player.
CUB-2.5  In turn order each chooses 2 resources and 2 products.
"""

import numpy as np

from malecon.core.bit_set import bit
from malecon.core.contract import Journal, note
from malecon.core.jit import rule
from malecon.core.random import draw, shuffle
from malecon.games.cuba import asks
from malecon.games.cuba.answers import RESOURCE_PAIRS, STOCKS
from malecon.games.cuba.boards import PIECES, SEA
from malecon.games.cuba.cards import LAWS_OF_A_TYPE
from malecon.games.cuba.events import BECAME_FIRST, START
from malecon.games.cuba.rules import ask, gain, seat_at
from malecon.games.cuba.rules.harbour import arrive
from malecon.games.cuba.rules.rounds import TYPE_COUNT
from malecon.games.cuba.state import NONE, State

STOCK_PIECES = np.array([[PIECES.index(piece) for piece in pair] for pair in STOCKS], np.int8)
"""``[12, 2]`` the pieces of each answer, resources first."""
ANY_RESOURCES = bit(len(RESOURCE_PAIRS)) - 1
ANY_PRODUCTS = bit(len(STOCKS)) - 1 - ANY_RESOURCES


@rule
def lay_out(state: State, journal: Journal) -> None:
    """Shuffle ships and laws, draw the first player, and let the players choose their stock."""
    shuffle(state, state.pile, state.pile_size)
    arrive(state, 0, journal)
    arrive(state, 1, journal)
    arrive(state, SEA, journal)
    for law_type in range(TYPE_COUNT):
        shuffle(state, state.law_pile[law_type], LAWS_OF_A_TYPE)
    state.first = draw(state, int(state.seats))
    note(journal, BECAME_FIRST, state.first, NONE, 1)
    state.turn = 0
    ask_stock(state)


@rule
def ask_stock(state: State) -> None:
    """Ask the next player for 2 resources (CUB-2.5)."""
    state.mover = seat_at(state, state.turn)
    ask(state, asks.STOCK, ANY_RESOURCES)


@rule
def choose_stock(state: State, seat: int, pair: int, journal: Journal) -> None:
    """Take two pieces into the yard, resources first, then products; the last player begins the first round."""
    first, second = STOCK_PIECES[pair, 0], STOCK_PIECES[pair, 1]
    if first == second:
        gain(state, seat, first, 2, START, journal)
    else:
        gain(state, seat, first, 1, START, journal)
        gain(state, seat, second, 1, START, journal)
    if bit(pair) & ANY_RESOURCES:
        ask(state, asks.STOCK, ANY_PRODUCTS)
    elif state.turn + 1 < state.seats:
        state.turn += 1
        ask_stock(state)
    else:
        state.question = asks.BEGIN_ROUND
