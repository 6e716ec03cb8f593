"""The rules of Cuba, a module for a chapter or two of their text; here is what several chapters ask.

That is what a player has, how it comes and goes, payments by piece; and the end (chapter 9).

CUB-1.1    What the supply lacks cannot be gained; whoever gains takes as many as are left.
CUB-4.3    Points are scored at once.
CUB-4.5    Within a kind, pieces of the yard go before stored ones.
CUB-9.1    After round 6 each building built scores 2 points.
CUB-9.2    Most points win, then most pesos; still tied they share the victory.
CUB-10.31  Who pays, converts or sells puts the pieces into the supply; gains come from it.
"""

import numpy as np

from malecon.core.bit_set import bit, has
from malecon.core.contract import Journal, note
from malecon.core.jit import routine, rule
from malecon.games.cuba import asks
from malecon.games.cuba.answers import FIRST_PRODUCT_PAIR, FIRST_RESOURCE_PAIR, PAYMENTS
from malecon.games.cuba.boards import FIELDS, PIECES, PRODUCTS, RESOURCES
from malecon.games.cuba.buildings import PRINTED_WAREHOUSE
from malecon.games.cuba.events import DID_NOTHING, ENDED, FOR_BUILDINGS, GAINED, PAID, PESO, SCORED
from malecon.games.cuba.state import NONE, State

__all__ = [
    "BUILDING_POINTS",
    "FIRST_PRODUCT",
    "PRODUCT_COUNT",
    "RESOURCE_COUNT",
    "ask",
    "characters",
    "foreman",
    "harbour",
    "in_yard",
    "is_best",
    "is_in_force",
    "laws",
    "missing",
    "mover",
    "parliament",
    "payable",
    "plantation",
    "rounds",
    "seat_at",
    "setting_up",
    "shortage",
    "trade",
    "uses",
]

RESOURCE_COUNT = len(RESOURCES)
PRODUCT_COUNT = len(PRODUCTS)
FIRST_PRODUCT = RESOURCE_COUNT
FIRST_GOOD = FIRST_PRODUCT + PRODUCT_COUNT


@rule
def ask(state: State, question: int, answers: int) -> None:
    """Let the game wait for an answer; a question with a single answer is answered at once (engine)."""
    state.question = question
    state.answers = answers


@rule
def mover(state: State) -> int:
    """Return the seat whose turn it is."""
    return int(state.mover)


@rule
def do_nothing(state: State, seat: int, journal: Journal) -> None:
    """Leave out the action of the character that was played (CUB-4.2)."""
    note(journal, DID_NOTHING, seat, state.last[seat])
    state.question = asks.END_TURN


@rule
def seat_at(state: State, turn: int) -> int:
    """Return the seat that is ``turn`` places after the first player, clockwise."""
    seat = state.first + turn
    return seat if seat < state.seats else seat - state.seats


@rule
def in_yard(state: State, seat: int, product: int) -> int:
    """Return the number of products of a kind in the yard of ``seat``, those not stored (CUB-4.42, CUB-8.1)."""
    return int(state.own[seat, FIRST_PRODUCT + product]) - int(state.stored[seat, product])


@rule
def has_yard(state: State, seat: int) -> bool:
    """Tell whether a product lies in the yard."""
    for product in range(PRODUCT_COUNT):
        if in_yard(state, seat, product) > 0:
            return True
    return False


@rule
def shortage(asked: int, there: int) -> int:
    """Return the shortage of one kind of piece: what is asked for beyond what is there, at least 0."""
    return max(0, asked - there)


@rule
def missing(state: State, seat: int, piece: int, asked: int) -> int:
    """Return the number of missing pieces of a kind: those asked of ``seat`` that it does not own."""
    return shortage(asked, int(state.own[seat, piece]))


@rule
def is_in_force(state: State, law_type: int, kind: int) -> bool:
    """Tell whether the law in force of ``law_type`` is of ``kind``."""
    law = state.in_force[law_type]
    return bool(law != NONE and state.law_kind[law] == kind)


@rule
def score(state: State, seat: int, points: int, source: int, journal: Journal) -> None:
    """Give ``seat`` points at once (CUB-4.3)."""
    state.points[seat] += points
    if points > 0:
        note(journal, SCORED, seat, points, source)


@rule
def earn(state: State, seat: int, pesos: int, source: int, journal: Journal) -> None:
    """Give ``seat`` pesos, of which there is no end (CUB-1.2)."""
    state.pesos[seat] += pesos
    note(journal, GAINED, seat, PESO, pesos, source)


@rule
def spend(state: State, seat: int, pesos: int, source: int, journal: Journal) -> None:
    """Take pesos from ``seat``."""
    state.pesos[seat] -= pesos
    note(journal, PAID, seat, PESO, pesos, source)


@rule
def gain(state: State, seat: int, piece: int, count: int, source: int, journal: Journal) -> None:
    """Move ``count`` pieces, or what the supply has, from the supply to ``seat`` (CUB-1.1)."""
    given = min(count, state.supply[piece])
    state.supply[piece] -= given
    state.own[seat, piece] += given
    if given > 0:
        note(journal, GAINED, seat, piece, given, source)


@rule
def pay(state: State, seat: int, piece: int, count: int, source: int, journal: Journal) -> None:
    """Move ``count`` pieces from ``seat`` to the supply (CUB-10.31)."""
    give_up(state, seat, piece, count)
    state.supply[piece] += count
    if count > 0:
        note(journal, PAID, seat, piece, count, source)


@rule
def give_up(state: State, seat: int, piece: int, count: int) -> None:
    """Take ``count`` pieces from ``seat``, those of the yard before stored ones (CUB-4.5)."""
    state.own[seat, piece] -= count
    if FIRST_PRODUCT <= piece < FIRST_GOOD:
        product = piece - FIRST_PRODUCT
        state.stored[seat, product] = min(state.stored[seat, product], state.own[seat, piece])


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
    """Return those of the ``wanted`` payments that ``seat`` has the pieces for, both as bit sets."""
    answers = 0
    for payment in range(PAYMENT_COUNT):
        if has(wanted, payment) and _can_pay(state, seat, payment):
            answers |= bit(payment)
    return answers


@rule
def _can_pay(state: State, seat: int, payment: int) -> bool:
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


BUILDING_POINTS = 2


@rule
def end_game(state: State, journal: Journal) -> None:
    """Count the buildings and end the game (CUB-9.1)."""
    for seat in range(state.seats):
        score(state, seat, BUILDING_POINTS * _tiles_built(state, seat), FOR_BUILDINGS, journal)
    ask(state, asks.OVER, 0)
    note(journal, ENDED, NONE)


@rule
def _tiles_built(state: State, seat: int) -> int:
    """Return the number of buildings that ``seat`` has built, without the printed warehouse (CUB-9.1)."""
    count = 0
    for field in range(FIELDS):
        if state.built[seat, field] != NONE and state.built[seat, field] != PRINTED_WAREHOUSE:
            count += 1
    return count


@rule
def is_best(state: State, seat: int) -> bool:
    """Tell whether nobody is before ``seat`` in points, and among equals in pesos (CUB-9.2)."""
    for other in range(state.seats):
        if state.points[other] > state.points[seat]:
            return False
        if state.points[other] == state.points[seat] and state.pesos[other] > state.pesos[seat]:
            return False
    return True
