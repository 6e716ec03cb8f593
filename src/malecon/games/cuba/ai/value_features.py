"""Value features: what counts for a seat's chance to win, and the network that makes a win logit of them.

Not more than the seat knows. All numbers lie roughly between -2 and 2. Time matters everywhere: what brings points
later counts the less the nearer the end is, so many features are there twice, once times the rounds left.
"""

from importlib.resources import files

import numpy as np
from numpy.typing import NDArray

from malecon.core.bit_set import bit, has
from malecon.core.jit import register, routine, rule
from malecon.core.network import Network, read_network
from malecon.games.cuba.ai.evaluation import effective_count, kept, rounds_left, value_of
from malecon.games.cuba.boards import CROSS, DOCKS, FIELDS, MERCHANDISE, PIECES, PRODUCTS, RESOURCES
from malecon.games.cuba.buildings import BUILDINGS, PRINTED_WAREHOUSE
from malecon.games.cuba.cards import NAMES
from malecon.games.cuba.rules import FIRST_PRODUCT
from malecon.games.cuba.rules.harbour import points_at
from malecon.games.cuba.state import LAPS, NONE, ROUNDS, STATE, State

PIECE_KINDS, PRODUCT_KINDS, KIND_COUNT = len(PIECES), len(PRODUCTS), len(MERCHANDISE)
BUILDING_COUNT, CARD_COUNT = len(BUILDINGS), len(NAMES)
GIVING = (*RESOURCES, *PRODUCTS)
"""The pieces that fields give."""
GIVING_COUNT = len(GIVING)

OWN = ("points", "pesos", "pesos in time", "is first", "turn", "votes", "town hall", "time", "rounds", "lap", "seats")
STANDING = (
    "value", "value late", "rival value", "lead", "lead late", "lead on the others", "rival points", "points lead late",
    "rival pesos",
)  # fmt: skip
VALUE_FEATURES = (
    *OWN,
    *(f"round {number}" for number in range(1, ROUNDS + 1)),
    *PIECES,
    *(f"{piece} in time" for piece in PIECES),
    *(f"stored {product}" for product in PRODUCTS),
    *NAMES,
    *(f"{building} in time" for building in BUILDINGS),
    *(f"{building} near in time" for building in BUILDINGS),
    *(f"{piece} fields" for piece in GIVING),
    *(f"{piece} fields near" for piece in GIVING),
    "buildings",
    *(f"dock {dock}" for dock in range(1, DOCKS + 1)),
    "sale",
    *STANDING,
)


@routine
def value_features(state: State, seat: int, out: NDArray[np.float32]) -> None:
    """Fill ``out`` (float32 ``[len(VALUE_FEATURES)]``) with the value features of ``seat``."""
    out[:] = 0.0
    time = max(0.0, rounds_left(state)) / ROUNDS
    at = _write_own(state, seat, time, out)
    at = _write_pieces(state, seat, time, out, at)
    at = _write_characters(state, seat, out, at)
    at = _write_plantation(state, seat, time, out, at)
    at = _write_sales(state, seat, out, at)
    _write_standing(state, seat, time, out, at)


@rule
def _write_own(state: State, seat: int, time: float, out: NDArray[np.float32]) -> int:
    """Write what a seat has besides its pieces, and how late it is; return the place after it."""
    pesos = min(20, state.pesos[seat]) / 10
    out[0] = state.points[seat] / 50
    out[1] = pesos
    out[2] = pesos * time
    out[3] = state.first == seat
    out[4] = (seat - state.first) % state.seats / state.seats
    out[5] = state.votes[seat] / 5
    out[6] = state.town_hall[seat] / 2
    out[7] = time
    out[8] = min(1.0, time * ROUNDS)
    out[9] = state.lap / LAPS
    out[10] = state.seats / 5
    if state.round_no > 0:
        out[len(OWN) + int(state.round_no) - 1] = 1.0
    return len(OWN) + ROUNDS


@rule
def _write_pieces(state: State, seat: int, time: float, out: NDArray[np.float32], at: int) -> int:
    """Write a seat's pieces from place ``at`` on, and return the place after them."""
    for piece in range(PIECE_KINDS):
        out[at + piece] = effective_count(state.own[seat, piece]) / 4
        out[at + PIECE_KINDS + piece] = out[at + piece] * time
    at += 2 * PIECE_KINDS
    for product in range(PRODUCT_KINDS):
        out[at + product] = effective_count(kept(state, seat, product)) / 4
    return at + PRODUCT_KINDS


@rule
def _write_characters(state: State, seat: int, out: NDArray[np.float32], at: int) -> int:
    """Write the characters that are not played, the sealed one too, and return the place after them."""
    unplayed = int(state.hand[seat])
    if state.sealed[seat] != NONE:
        unplayed |= bit(state.sealed[seat])
    for character in range(CARD_COUNT):
        out[at + character] = has(unplayed, character)
    return at + CARD_COUNT


@rule
def _write_plantation(state: State, seat: int, time: float, out: NDArray[np.float32], at: int) -> int:
    """Write buildings and open fields, all of them and those near the pawn, and return the place after them."""
    cross = CROSS[state.pawn[seat]]
    fields = at + 2 * BUILDING_COUNT
    after = fields + 2 * GIVING_COUNT
    for field in range(FIELDS):
        kind, piece = int(state.built[seat, field]), int(state.field[seat, field])
        is_near = has(cross, field)
        if kind == NONE:
            out[fields + piece] += 0.5
            out[fields + GIVING_COUNT + piece] += 0.5 * is_near
        elif kind != PRINTED_WAREHOUSE:
            out[after] += 0.2
            if not has(state.idle_buildings, kind):
                out[at + kind] += time
                out[at + BUILDING_COUNT + kind] += time * is_near
    return after + 1


@rule
def _write_sales(state: State, seat: int, out: NDArray[np.float32], at: int) -> int:
    """Write what a seat can load at each dock, and what selling brings; return the place after it."""
    for dock in range(DOCKS):
        if state.ship[dock] != NONE:
            for kind in range(KIND_COUNT):
                free = state.needs[state.ship[dock], kind] - state.cargo[dock, kind]
                out[at + dock] += min(free, state.own[seat, FIRST_PRODUCT + kind]) * points_at(state, dock) / 6
    at += DOCKS
    for kind in range(KIND_COUNT):
        out[at] += min(3, state.own[seat, FIRST_PRODUCT + kind]) * state.price[kind, state.market[kind]] / 20
    return at + 1


@rule
def _write_standing(state: State, seat: int, time: float, out: NDArray[np.float32], at: int) -> None:
    """Write how the seat stands against the others by ``value_of``, from place ``at`` on."""
    own, best, total = value_of(state, seat), -np.inf, 0.0
    points, pesos = 0, 0
    for other in range(state.seats):
        if other != seat:
            value = value_of(state, other)
            best = max(best, value)
            total += value
            points = max(points, int(state.points[other]))
            pesos = max(pesos, int(state.pesos[other]))
    out[at] = own / 20
    out[at + 1] = own / 20 * (1 - time)
    out[at + 2] = best / 20
    out[at + 3] = (own - best) / 10
    out[at + 4] = (own - best) / 10 * (1 - time)
    out[at + 5] = (own - total / (state.seats - 1)) / 10
    out[at + 6] = points / 50
    out[at + 7] = (int(state.points[seat]) - points) / 10 * (1 - time)
    out[at + 8] = min(20, pesos) / 10


NETWORK = read_network(files("malecon.games.cuba") / "data/win_logit.toml", VALUE_FEATURES)


@rule
def value_network(state: State) -> Network:
    """Return the network that makes a win logit of the value features: a constant of compiled code."""
    return NETWORK


register(STATE, value_features, value_network)
