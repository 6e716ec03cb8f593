"""Havana for computer players: the record of the numbers that they read, and observations (the contract's ``observe``).

An observation is the view of a seat, as numbers for learning. The seats come in the order of play from the viewer:
viewer, then the next seat number, and so on; missing seats are zeros. All numbers lie roughly between 0 and 1. Hidden
things never enter: of others only what ``guess`` in ``game_engine.py`` calls known.
"""

import numpy as np
from numpy.typing import NDArray

from malecon.core.engine import Ai
from malecon.core.jit import register, routine, rule
from malecon.core.math import has, size_of
from malecon.games.havana.ai.value_features import VALUE_FEATURES
from malecon.games.havana.buildings import CUBES, PIECES
from malecon.games.havana.cards import CARD_COUNT
from malecon.games.havana.rules import TARGET
from malecon.games.havana.state import MAX_SEATS, NONE, OVER, QUESTIONS, ROW_LENGTH, STATE, State

__all__ = ["AI", "evaluation", "policy", "value_features"]


CUBE_KINDS = len(CUBES)
PIECE_KINDS = len(PIECES)
QUESTION_COUNT = len(QUESTIONS)
TILE_NUMBERS = 2 + PIECE_KINDS
"""Points, architect, and the cost in each kind of piece."""
SEAT_NUMBERS = 9 + CUBE_KINDS + 4 * CARD_COUNT + MAX_SEATS
TABLE_NUMBERS = 8 + 3 * CUBE_KINDS + 2 * ROW_LENGTH * TILE_NUMBERS + QUESTION_COUNT
OBSERVATION = TABLE_NUMBERS + MAX_SEATS * SEAT_NUMBERS
"""Length of an observation."""


@routine
def observe(state: State, seat: int, out: NDArray[np.float32]) -> None:
    """Fill ``out`` (float32 ``[OBSERVATION]``) with what ``seat`` may know; seat -1 sees what a spectator sees."""
    out[:] = 0.0
    at = observe_table(state, out)
    for place in range(state.seats):
        observe_seat(state, seat, (max(seat, 0) + place) % state.seats, out, at + place * SEAT_NUMBERS)


@rule
def observe_table(state: State, out: NDArray[np.float32]) -> int:
    """Write what lies on the table, from place 0 on, and return the place after it."""
    out[0] = state.centre_pesos / 10
    out[1] = state.supply_workers / 15
    out[2] = state.stack_size / 24
    out[3] = state.idle_rounds / 15
    out[4] = state.worker_done
    out[5] = state.market_done
    out[6] = state.removed
    out[7] = state.to_take / 5
    at = 8
    for cube in range(CUBE_KINDS):
        out[at] = state.bag[cube] / 10
        out[at + 1] = state.centre[cube] / 5
        out[at + 2] = state.box[cube] / 10
        at += 3
    for row in range(2):
        for column in range(state.row_length[row]):
            observe_tile(state, state.rows[row, column], out, at + (row * ROW_LENGTH + column) * TILE_NUMBERS)
    at += 2 * ROW_LENGTH * TILE_NUMBERS
    out[at + int(state.question)] = 1.0
    return at + QUESTION_COUNT


@rule
def observe_tile(state: State, tile: int, out: NDArray[np.float32], at: int) -> None:
    """Write a tile's points, its architect and its cost from place ``at`` on."""
    out[at] = state.tile_points[tile] / 7
    out[at + 1] = state.tile_architect[tile]
    for piece in range(PIECE_KINDS):
        out[at + 2 + piece] = state.tile_cost[tile, piece] / 5


@rule
def observe_seat(state: State, viewer: int, seat: int, out: NDArray[np.float32], at: int) -> None:
    """Write what ``viewer`` may know of ``seat`` from place ``at`` on."""
    out[at] = 1.0
    out[at + 1] = state.points[seat] / TARGET[state.seats]
    out[at + 2] = state.pesos[seat] / 10
    out[at + 3] = state.workers[seat] / 5
    out[at + 4] = size_of(state.hand[seat]) / 11
    out[at + 5] = size_of(state.discards[seat]) / 11
    out[at + 6] = state.unseen[seat] / 3
    out[at + 7] = has(state.awaited, seat)
    out[at + 8] = state.victim == seat
    at += 9
    for cube in range(CUBE_KINDS):
        out[at + cube] = state.cubes[seat, cube] / 5
    at += CUBE_KINDS
    for card in range(CARD_COUNT):
        out[at + card] = state.shown[seat, 0] == card or state.shown[seat, 1] == card
        out[at + CARD_COUNT + card] = state.entered[seat, card] != NONE
        if seat == viewer:
            out[at + 2 * CARD_COUNT + card] = has(state.hand[seat], card)
            out[at + 3 * CARD_COUNT + card] = state.laid[seat, 0] == card or state.laid[seat, 1] == card
    at += 4 * CARD_COUNT
    if state.question != OVER:
        for place in range(state.seats):
            if state.order[place] == seat:
                out[at + place] = 1.0


register(STATE, observe)


AI = Ai(observation=OBSERVATION, value_features=VALUE_FEATURES)
