"""Payments of pieces that are named one by one: for buildings and for the duty (CUB-4.5, CUB-7.2, CUB-10.31)."""

import numpy as np

from malecon.core.contract import Journal
from malecon.core.jit import routine, rule
from malecon.core.math import bit, has
from malecon.games.cuba.boards import PIECES
from malecon.games.cuba.moves import FIRST_PRODUCT_PAIR, FIRST_RESOURCE_PAIR, PAYMENTS
from malecon.games.cuba.rules.common import FIRST_GOOD, FIRST_PRODUCT, PRODUCT_COUNT, pay
from malecon.games.cuba.state import NONE, State

PAYMENT_COUNT = len(PAYMENTS)
PAYMENT_PIECES = np.array([[*(PIECES.index(piece) for piece in pieces), NONE][:2] for pieces in PAYMENTS], np.int8)
"""``[20, 2]`` the pieces of each payment; the second is -1 if there is only one."""
ONE_RESOURCE = bit(FIRST_PRODUCT) - 1
ONE_PRODUCT = (bit(PRODUCT_COUNT) - 1) << FIRST_PRODUCT
ONE_GOOD = bit(len(PIECES)) - bit(FIRST_GOOD)
TWO_RESOURCES = bit(FIRST_PRODUCT_PAIR) - bit(FIRST_RESOURCE_PAIR)
TWO_PRODUCTS = bit(PAYMENT_COUNT) - bit(FIRST_PRODUCT_PAIR)
"""Payments of one sort, as bit sets."""


@routine
def payable(state: State, seat: int, wanted: int) -> int:
    """Return which of the ``wanted`` payments ``seat`` has the pieces for, both as bit sets."""
    answers = 0
    for payment in range(PAYMENT_COUNT):
        if has(wanted, payment) and can_pay(state, seat, payment):
            answers |= bit(payment)
    return answers


@rule
def can_pay(state: State, seat: int, payment: int) -> bool:
    """Tell whether ``seat`` has the pieces of a payment."""
    first, second = PAYMENT_PIECES[payment, 0], PAYMENT_PIECES[payment, 1]
    if second == NONE:
        return bool(state.own[seat, first] > 0)
    if first == second:
        return bool(state.own[seat, first] > 1)
    return bool(state.own[seat, first] > 0 and state.own[seat, second] > 0)


@rule
def hand_over(state: State, seat: int, payment: int, source: int, journal: Journal) -> int:
    """Pay the pieces of a payment, and return how many they are."""
    first, second = PAYMENT_PIECES[payment, 0], PAYMENT_PIECES[payment, 1]
    if second == NONE:
        pay(state, seat, first, 1, source, journal)
        return 1
    if first == second:
        pay(state, seat, first, 2, source, journal)
    else:
        pay(state, seat, first, 1, source, journal)
        pay(state, seat, second, 1, source, journal)
    return 2
