"""Ten thousand whole random games: after every decision all pieces are there, and every game equals its replay.

The check is written once and compiled like the rules; the plain run plays a few of the same games.
"""

import numpy as np
import pytest
from numpy.typing import NDArray

from malecon.core import contract
from malecon.core.bits import has, lowest
from malecon.core.jit import JIT, routine, rule
from malecon.core.journal import Journal, new_journal
from malecon.core.random import Source, new_source
from malecon.havana import engine
from malecon.havana.buildings import TILES, Tiles
from malecon.havana.cards import CARD_COUNT
from malecon.havana.state import BOX, IN_PLAY, NONE, OVER, RUNNING, STATE, State, new_state

GAMES = 10_000 if JIT else 12
LONGEST = 4000
SOUND, CUBES, WORKERS, CARDS, TILES_LOST, POINTS, NEGATIVE, LEGAL, TOO_LONG = range(9)
FAULTS = ("sound", "cubes", "workers", "cards", "tiles", "points", "negative", "legal", "too long")


@rule
def cubes_fault(state: State) -> bool:
    """80 cubes, 10 of each colour (HAV-1.1)."""
    for cube in range(5):
        count = int(state.bag[cube]) + int(state.centre[cube]) + int(state.box[cube])
        for seat in range(state.seats):
            count += int(state.cubes[seat, cube])
        if count != (40 if cube == 4 else 10):
            return True
    return False


@rule
def workers_fault(state: State) -> bool:
    """15 workers (HAV-1.1)."""
    count = int(state.supply_workers)
    for seat in range(state.seats):
        count += int(state.workers[seat])
    return count != 15


@rule
def cards_fault(state: State) -> bool:
    """Each of a player's 13 cards is in exactly one place (HAV-1.2)."""
    for seat in range(state.seats):
        for card in range(CARD_COUNT):
            places = int(has(state.hand[seat], card)) + int(has(state.discards[seat], card))
            for slot in range(2):
                places += int(state.shown[seat, slot] == card) + int(state.laid[seat, slot] == card)
            if places != 1:
                return True
    return False


@rule
def tiles_fault(state: State) -> bool:
    """Each tile is in exactly one place: rows, stack, a player, or the box (HAV-1.3)."""
    for tile in range(state.tiles):
        lying = 0
        for row in range(2):
            for column in range(state.row_length[row]):
                lying += int(state.rows[row, column] == tile)
        for place in range(state.stack_size):
            lying += int(state.stack[place] == tile)
        if lying != int(state.owner[tile] == IN_PLAY):
            return True
    return False


@rule
def points_fault(state: State) -> bool:
    """A player's points are those of the tiles before him (HAV-5.3)."""
    for seat in range(state.seats):
        points = 0
        for tile in range(state.tiles):
            if state.owner[tile] == seat:
                points += int(state.tile_points[tile])
        if points != state.points[seat]:
            return True
    return False


@rule
def negative_fault(state: State) -> bool:
    """Nobody owes anything."""
    if state.centre_pesos < 0 or state.supply_workers < 0 or state.stack_size < 0:
        return True
    for seat in range(state.seats):
        if state.pesos[seat] < 0 or state.workers[seat] < 0:
            return True
        for cube in range(5):
            if state.cubes[seat, cube] < 0:
                return True
    for cube in range(5):
        if state.bag[cube] < 0 or state.centre[cube] < 0 or state.box[cube] < 0:
            return True
    return False


@rule
def legal_fault(state: State, out: NDArray[np.int16]) -> bool:
    """Who is awaited has a choice, in ascending order; nobody else has."""
    for seat in range(state.seats):
        n = contract.legal(state, seat, out)
        if has(state.awaited, seat) != (n >= 2) or n == 1:
            return True
        for i in range(1, n):
            if out[i] <= out[i - 1]:
                return True
    return False


@routine
def fault(state: State, out: NDArray[np.int16]) -> int:
    """Return what is wrong with a position, 0 if nothing."""
    if cubes_fault(state):
        return CUBES
    if workers_fault(state):
        return WORKERS
    if cards_fault(state):
        return CARDS
    if tiles_fault(state):
        return TILES_LOST
    if points_fault(state):
        return POINTS
    if negative_fault(state):
        return NEGATIVE
    if legal_fault(state, out):
        return LEGAL
    return SOUND


@routine
def play_and_check(
    boards: NDArray[np.void],
    key: int,
    source: Source,
    moves: NDArray[np.int16],
    out: NDArray[np.int16],
    journal: Journal,
) -> int:
    """Play a random game in ``boards[1]``, note its moves, and return the first fault."""
    boards[1] = boards[0]
    contract.start(boards[1], key, journal)
    count = 0
    while contract.awaiting(boards[1]) != 0:
        wrong = fault(boards[1], out)
        if wrong != SOUND:
            return wrong
        if count == LONGEST:
            return TOO_LONG
        seat = lowest(contract.awaiting(boards[1]))
        moves[count, 0] = seat
        moves[count, 1] = contract.sample(boards[1], seat, source)
        contract.apply(boards[1], seat, moves[count, 1], journal)
        count += 1
    moves[count, 0] = NONE
    return fault(boards[1], out)


@routine
def replay(boards: NDArray[np.void], key: int, moves: NDArray[np.int16], journal: Journal) -> None:
    """Play the noted moves in ``boards[2]``."""
    boards[2] = boards[0]
    contract.start(boards[2], key, journal)
    count = 0
    while moves[count, 0] != NONE:
        contract.apply(boards[2], moves[count, 0], moves[count, 1], journal)
        count += 1


@pytest.mark.parametrize("edition", [0, 1])
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("tiles", [TILES, TILES[8:22]], ids=["36 tiles", "14 tiles"])
def test_random_games_end_keep_all_pieces_and_equal_their_replay(seats: int, edition: int, tiles: Tiles) -> None:
    boards = np.zeros(3, STATE)
    boards[0] = new_state(seats, edition=edition, tiles=tiles)
    moves, out = np.zeros((LONGEST + 1, 2), np.int16), np.zeros(1100, np.int16)
    source, journal = new_source(seats), new_journal(is_open=False)

    for key in range(GAMES // 12):
        wrong = play_and_check(boards, key, source, moves, out, journal)
        replay(boards, key, moves, journal)

        assert FAULTS[wrong] == "sound", f"key {key}"
        assert boards[1].question == OVER
        assert boards[1].ending != RUNNING
        assert boards[1].tobytes() == boards[2].tobytes(), f"key {key}"
        assert engine.over(boards[1])
        assert all(owner in (*range(seats), IN_PLAY, BOX) for owner in boards[1].owner)
