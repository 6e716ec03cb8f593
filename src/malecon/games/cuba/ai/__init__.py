"""Cuba for computer players: the record of the numbers that they read, and observations (the contract's ``observe``).

An observation is the view of a seat, as numbers for learning. The seats come in the order of play from the viewer:
viewer, then the next seat number, and so on; missing seats are zeros. All numbers lie roughly between 0 and 1. Hidden
things never enter: neither piles nor the secrets of others.
"""

import numpy as np
from numpy.typing import NDArray

from malecon.core.engine import Ai
from malecon.core.jit import register, routine, rule
from malecon.core.math import bit, has
from malecon.games.cuba.ai.value_features import VALUE_FEATURES
from malecon.games.cuba.boards import DOCKS, FIELDS, MERCHANDISE, PIECES, PRODUCTS, SEA, TOTAL
from malecon.games.cuba.buildings import BUILDINGS
from malecon.games.cuba.cards import ALL_LAWS, CHARACTERS, SPACES, TYPES
from malecon.games.cuba.state import BID, LAPS, MAX_SEATS, NONE, QUESTIONS, ROUNDS, STATE, State

__all__ = ["AI", "evaluation", "value_features"]


PIECE_KINDS = len(PIECES)
GOOD_KINDS = len(MERCHANDISE)
PRODUCT_KINDS = len(PRODUCTS)
BUILDING_KINDS = len(BUILDINGS)
CARD_COUNT = len(CHARACTERS)
TYPE_COUNT = len(TYPES)
QUESTION_COUNT = len(QUESTIONS)
FIELD_NUMBERS = 4 + BUILDING_KINDS
"""The pawn, a resource field, a product field, its kind, and the building."""
SEAT_NUMBERS = 8 + PIECE_KINDS + PRODUCT_KINDS + 3 * CARD_COUNT + FIELDS * FIELD_NUMBERS
SHIP_NUMBERS = 2 * GOOD_KINDS
TABLE_NUMBERS = (
    10
    + PIECE_KINDS
    + GOOD_KINDS * 3
    + (DOCKS + 1) * SHIP_NUMBERS
    + BUILDING_KINDS
    + 2 * ALL_LAWS
    + 2 * TYPE_COUNT
    + QUESTION_COUNT
    + BUILDING_KINDS
)
OBSERVATION = TABLE_NUMBERS + MAX_SEATS * SEAT_NUMBERS
"""Length of an observation."""


@routine
def observe(state: State, seat: int, out: NDArray[np.float32]) -> None:
    """Fill ``out`` (float32 ``[OBSERVATION]``) with what ``seat`` may know; seat -1 sees what a spectator sees."""
    out[:] = 0.0
    at = observe_round(state, out)
    at = observe_market(state, out, at)
    at = observe_harbour(state, out, at)
    at = observe_laws(state, out, at)
    at = observe_action(state, out, at)
    for place in range(state.seats):
        observe_seat(state, seat, (max(seat, 0) + place) % state.seats, out, at + place * SEAT_NUMBERS)


@rule
def observe_round(state: State, out: NDArray[np.float32]) -> int:
    """Write round and markers from place 0 on, and return the place after them."""
    out[0] = state.round_no / ROUNDS
    out[1] = state.lap / LAPS
    out[2] = state.turn / MAX_SEATS
    out[3] = state.resource_taken
    out[4] = state.product_taken
    out[5] = state.points_taken / 2
    out[6] = state.pesos_taken / 2
    out[7] = state.ballot / 2
    out[8] = state.sealing
    out[9] = state.collecting
    return 10


@rule
def observe_market(state: State, out: NDArray[np.float32], at: int) -> int:
    """Write supply, market and the buildings on offer from place ``at`` on."""
    for piece in range(PIECE_KINDS):
        out[at + piece] = state.supply[piece] / TOTAL[piece]
    at += PIECE_KINDS
    for kind in range(GOOD_KINDS):
        out[at] = state.market[kind] / max(1, state.spaces[kind])
        out[at + 1] = state.price[kind, state.market[kind]] / 7
        out[at + 2] = state.traded[kind] / 5
        at += 3
    for kind in range(BUILDING_KINDS):
        out[at + kind] = state.offer[kind] / 2
    return at + BUILDING_KINDS


@rule
def observe_harbour(state: State, out: NDArray[np.float32], at: int) -> int:
    """Write for each ship in sight the free and the covered spaces of each kind from place ``at`` on."""
    for place in range(SEA + 1):
        ship = state.ship[place]
        if ship != NONE:
            for kind in range(GOOD_KINDS):
                out[at + kind] = (state.needs[ship, kind] - state.cargo[place, kind]) / SPACES
                out[at + GOOD_KINDS + kind] = state.cargo[place, kind] / SPACES
        at += SHIP_NUMBERS
    return at


@rule
def observe_laws(state: State, out: NDArray[np.float32], at: int) -> int:
    """Write bills, laws in force, and what the Church may not do, from place ``at`` on."""
    for law_type in range(TYPE_COUNT):
        if state.bill[law_type] != NONE:
            out[at + int(state.bill[law_type])] = 1.0
        if state.in_force[law_type] != NONE:
            out[at + ALL_LAWS + int(state.in_force[law_type])] = 1.0
    at += 2 * ALL_LAWS
    if state.vetoed != NONE:
        out[at + int(state.vetoed)] = 1.0
    if state.barred != NONE:
        out[at + TYPE_COUNT + int(state.barred)] = 1.0
    return at + 2 * TYPE_COUNT


@rule
def observe_action(state: State, out: NDArray[np.float32], at: int) -> int:
    """Write the question, and the building that is placed or used, from place ``at`` on."""
    out[at + int(state.question)] = 1.0
    at += QUESTION_COUNT
    if state.chosen != NONE:
        out[at + int(state.chosen)] = 1.0
    return at + BUILDING_KINDS


@rule
def observe_seat(state: State, viewer: int, seat: int, out: NDArray[np.float32], at: int) -> None:
    """Write what ``viewer`` may know of ``seat`` from place ``at`` on."""
    out[at] = 1.0
    out[at + 1] = state.points[seat] / 80
    out[at + 2] = state.pesos[seat] / 20
    out[at + 3] = state.votes[seat] / 10
    out[at + 4] = state.town_hall[seat] / 2
    out[at + 5] = has(state.awaited, seat)
    out[at + 6] = state.first == seat
    if seat == viewer and state.question == BID and state.bid[seat] != NONE:
        out[at + 7] = state.bid[seat] / 20
    at += 8
    for piece in range(PIECE_KINDS):
        out[at + piece] = state.own[seat, piece] / 10
    at += PIECE_KINDS
    for product in range(PRODUCT_KINDS):
        out[at + product] = state.stored[seat, product] / 10
    at += PRODUCT_KINDS
    observe_characters(state, viewer, seat, out, at)
    at += 3 * CARD_COUNT
    for field in range(FIELDS):
        observe_field(state, seat, field, out, at + field * FIELD_NUMBERS)


@rule
def observe_characters(state: State, viewer: int, seat: int, out: NDArray[np.float32], at: int) -> None:
    """Write the characters that are not played, the one played last, and to its owner the sealed one."""
    unplayed = int(state.hand[seat])
    if state.sealed[seat] != NONE:
        unplayed |= bit(state.sealed[seat])
        if seat == viewer:
            out[at + 2 * CARD_COUNT + int(state.sealed[seat])] = 1.0
    for character in range(CARD_COUNT):
        out[at + character] = has(unplayed, character)
    if state.last[seat] != NONE:
        out[at + CARD_COUNT + int(state.last[seat])] = 1.0


@rule
def observe_field(state: State, seat: int, field: int, out: NDArray[np.float32], at: int) -> None:
    """Write a field of a plantation, its building and the pawn from place ``at`` on."""
    piece = state.field[seat, field]
    out[at] = state.pawn[seat] == field
    if 0 <= piece < PIECE_KINDS - GOOD_KINDS:
        out[at + 1] = 1.0
    elif piece >= 0:
        out[at + 2] = 1.0
    out[at + 3] = (piece + 1) / 6
    if NONE < state.built[seat, field] < BUILDING_KINDS:
        out[at + 4 + int(state.built[seat, field])] = 1.0


register(STATE, observe)


AI = Ai(observation=OBSERVATION, value_features=VALUE_FEATURES)
