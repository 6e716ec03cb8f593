"""Set-up (chapter 2).

HAV-2.1  Twelve tiles face up in two rows of six, the rest is the stack.
HAV-2.2  One end tile must be worth 1, 2 or 3; else the oldest player swaps one in from the stack.
HAV-2.3  Each player gets 1 peso and 1 cube.
HAV-2.4  Centre: 3 cubes and 4 pesos.
HAV-2.5  Each player secretly chooses two cards.
"""

import numpy as np
from numpy.typing import NDArray

from malecon.core.actions import MANY
from malecon.core.bit_set import bit, is_single, lowest
from malecon.core.contract import Journal, note
from malecon.core.jit import rule
from malecon.core.random import Source, draw, shuffle
from malecon.games.havana import asks
from malecon.games.havana.answers import PAIRS
from malecon.games.havana.buildings import DEBRIS, PESO
from malecon.games.havana.events import CHOSE, DEALT, FETCHED, SUPPLIED
from malecon.games.havana.rules import ask, end_tile, take_top
from malecon.games.havana.state import ENDS, NONE, ROW_LENGTH, State

END_COUNT = len(ENDS)
PAIR_COUNT = len(PAIRS)
ALL_ENDS = (1 << END_COUNT) - 1
CHEAP = 3
"""Tiles worth at most this are cheap enough for HAV-2.2."""


@rule
def lay_out(state: State, journal: Journal) -> None:
    """Shuffle the tiles, fill both rows, and go on with the swap or without (HAV-2.1, HAV-2.2)."""
    shuffle(state, state.stack, state.stack_size)
    for row in range(2):
        for column in range(ROW_LENGTH):
            state.rows[row, column] = take_top(state)
        state.row_length[row] = ROW_LENGTH
    tiles = fetchable(state)
    if tiles == 0:
        _deal(state, journal)
    elif is_single(tiles):
        _fetch(state, lowest(tiles))
    else:
        ask(state, asks.FETCH, tiles)


@rule
def fetchable(state: State) -> int:
    """Return the tiles of the stack that may be swapped in, as a bit set; 0 if no swap is due (HAV-2.2)."""
    for end in range(END_COUNT):
        if state.tile_points[end_tile(state, end)] <= CHEAP:
            return 0
    tiles = 0
    for place in range(state.stack_size):
        tile = int(state.stack[place])
        if state.tile_points[tile] <= CHEAP:
            tiles |= bit(tile)
    return tiles


@rule
def preparing(state: State) -> int:
    """Return the seat that fetches and swaps, as a bit set (HAV-2.2)."""
    return bit(oldest(state))


@rule
def oldest(state: State) -> int:
    """Return the oldest player (HAV-2.6)."""
    seat = 0
    while state.age[seat] != state.seats - 1:
        seat += 1
    return seat


@rule
def fetch(state: State, seat: int, tile: int, journal: Journal) -> None:
    """Choose the tile of the stack that will be swapped in (HAV-2.2)."""
    _fetch(state, tile)


@rule
def _fetch(state: State, tile: int) -> None:
    """Ask for which end tile the fetched one comes."""
    state.chosen = tile
    ask(state, asks.SWAP, ALL_ENDS)


@rule
def swap(state: State, seat: int, end: int, journal: Journal) -> None:
    """Swap the fetched tile with the one at ``end``, shuffle the stack again, and go on (HAV-2.2)."""
    column = 0 if end % 2 == 0 else ROW_LENGTH - 1
    old = state.rows[end // 2, column]
    state.rows[end // 2, column] = state.chosen
    for place in range(state.stack_size):
        if state.stack[place] == state.chosen:
            state.stack[place] = old
    note(journal, FETCHED, seat, state.chosen, end)
    state.chosen = NONE
    shuffle(state, state.stack, state.stack_size)
    _deal(state, journal)


@rule
def _deal(state: State, journal: Journal) -> None:
    """Give every player 1 peso and 1 cube, fill the centre, and let all choose (HAV-2.3, 2.4, 2.5)."""
    for seat in range(state.seats):
        state.pesos[seat] = 1
        cube = draw_cube(state)
        state.cubes[seat, cube] += 1
        note(journal, DEALT, seat, cube)
    supply_centre(state, 3, 4, journal)
    ask(state, asks.CHOOSE, MANY)


@rule
def in_bag(state: State) -> int:
    """Return how many cubes the bag holds."""
    count = 0
    for cubes in state.bag:
        count += int(cubes)
    return count


@rule
def draw_cube(state: State) -> int:
    """Draw one cube blindly from the bag, which must not be empty, and return its kind."""
    left = draw(state, in_bag(state))
    kind = 0
    below = 0
    for other in range(DEBRIS):
        below += int(state.bag[other])
        kind += int(left >= below)
    state.bag[kind] -= 1
    return kind


@rule
def supply_centre(state: State, cubes: int, pesos: int, journal: Journal) -> None:
    """Draw ``cubes``, or what the bag has, into the centre, and add ``pesos`` (HAV-2.4, HAV-4.4)."""
    for _ in range(min(cubes, in_bag(state))):
        cube = draw_cube(state)
        state.centre[cube] += 1
        note(journal, SUPPLIED, NONE, cube, 1)
    state.centre_pesos += pesos
    note(journal, SUPPLIED, NONE, PESO, pesos)


@rule
def choose(state: State, seat: int, pair: int, journal: Journal) -> None:
    """Lay two cards face down; the last one to do so lets all be revealed (HAV-2.5)."""
    for slot in range(2):
        card = PAIRS[pair, slot]
        state.hand[seat] -= bit(card)
        state.laid[seat, slot] = card
    note(journal, CHOSE, seat, PAIRS[pair, 0], PAIRS[pair, 1])
    if undecided(state) == 0:
        state.question = asks.REVEAL


@rule
def list_pairs(state: State, seat: int, first: int, out: NDArray[np.int16]) -> int:
    """List all pairs of cards (HAV-2.5)."""
    for pair in range(PAIR_COUNT):
        out[pair] = first + pair
    return PAIR_COUNT


@rule
def sample_pair(state: State, seat: int, source: Source) -> int:
    """Return a random pair of cards."""
    return draw(source, PAIR_COUNT)


@rule
def undecided(state: State) -> int:
    """Return the seats that have not chosen their first cards yet, as a bit set (HAV-2.5)."""
    seats = 0
    for seat in range(state.seats):
        if state.laid[seat, 0] == NONE:
            seats += bit(seat)
    return seats
