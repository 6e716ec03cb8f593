"""Havana as the tests of every game need it."""

from functools import cache
from typing import Any

import numpy as np
from hypothesis import strategies as st
from msgspec import to_builtins

import malecon.games.havana.questions  # noqa: F401  # so that the contract knows the game
from cases import Options, any_choice, unusual
from malecon.core import contract
from malecon.core.bit_set import has, size_of
from malecon.core.codecs import members
from malecon.core.jit import register, routine, rule
from malecon.games.havana.asks import PAY, STEAL, SWAP, TAKE
from malecon.games.havana.buildings import IN_ROWS, TILES
from malecon.games.havana.cards import CARD_COUNT
from malecon.games.havana.state import (
    ALL_DEBRIS,
    ALL_WORKERS,
    BOX,
    CUBES_OF_A_COLOUR,
    ENDINGS,
    IN_PLAY,
    NONE,
    STATE,
    State,
)

ALL_CUBES = [CUBES_OF_A_COLOUR] * 4 + [ALL_DEBRIS]


@cache
def few_tiles(count: int) -> list[dict[str, Any]]:
    """Return a game with few tiles, dear and cheap ones, as plain data."""
    chosen = TILES[::3] + TILES[1::3]
    return [to_builtins(tile) | {"id": number} for number, tile in enumerate(chosen[:count], start=1)]


DEAR_TILES = "\n".join(f"[[building]]\nid = {i}\npoints = 7\ncost = {{ debris = {i % 2} }}" for i in range(1, 37))
"""An owner's file with which a whole game is short: three or four purchases win."""

STARTS: dict[str, Options] = {
    "2 seats": {"seats": 2},
    "3 seats, filosofia": {"seats": 3, **unusual(State.OPTIONS), "ages": (2, 0, 1)},
    "4 seats": {"seats": 4},
    "4 seats, 13 tiles": {
        "seats": 4,
        "tiles": [to_builtins(tile) | {"id": i, "status": ""} for i, tile in enumerate(TILES[20:33], start=1)],
    },
    "3 seats, dear ends": {
        "seats": 3,
        "tiles": [{"id": i, "points": 4 if i < 25 else 3, "cost": {"pesos": i % 4}} for i in range(1, 37)],
    },
}

ANY_START = st.integers(2, 4).flatmap(
    lambda seats: st.fixed_dictionaries(
        {
            "seats": st.just(seats),
            **any_choice(State.OPTIONS),
            "ages": st.permutations(range(seats)),
            "tiles": st.one_of(st.none(), st.integers(IN_ROWS, 20).map(few_tiles)),
        }
    )
)


def conserve(state: State) -> None:
    """Hold a position against what no game of Havana may ever break."""
    check_cubes(state)
    check_workers_and_pesos(state)
    check_cards(state)
    check_tiles(state)
    check_leftovers(state)
    if contract.over(state):
        check_end(state)


def check_cubes(state: State) -> None:
    """80 cubes (HAV-1.1), none of them negative."""
    piles = np.vstack([state.bag, state.centre, state.box, state.cubes])
    assert piles.min() >= 0
    assert piles.sum(axis=0).tolist() == ALL_CUBES


def check_workers_and_pesos(state: State) -> None:
    """15 workers (HAV-1.1), and no debts."""
    assert state.supply_workers + state.workers.sum() == ALL_WORKERS
    assert min(state.supply_workers, state.workers.min(), state.pesos.min(), state.centre_pesos) >= 0


def check_cards(state: State) -> None:
    """Every player has each of the 13 cards in exactly one place (HAV-1.2), and only taken seats have any.

    What everybody can know of a pile: each card that entered it is in it, or was taken by a refreshment since.
    """
    for seat in range(state.seats):
        on_the_table = [int(card) for card in (*state.shown[seat], *state.laid[seat]) if card != NONE]
        places = members(int(state.hand[seat])) + members(int(state.discards[seat])) + on_the_table
        assert sorted(places) == list(range(CARD_COUNT))
        assert state.shown[seat, 0] <= state.shown[seat, 1]
        entered = state.entered[seat]
        assert np.count_nonzero(entered != NONE) == size_of(state.discards[seat]) + state.unseen[seat]
        assert NONE <= entered.min() <= entered.max() <= state.unseen[seat]
    for seat in range(state.seats, len(state.hand)):
        assert (state.hand[seat], state.discards[seat]) == (0, 0)


def check_tiles(state: State) -> None:
    """Every tile is in exactly one place, and the points are those of the tiles (HAV-5.3)."""
    rows = [int(tile) for row, length in zip(state.rows, state.row_length, strict=True) for tile in row[:length]]
    stack = [int(tile) for tile in state.stack[: state.stack_size]]
    elsewhere = [tile for tile in range(state.tiles) if state.owner[tile] != IN_PLAY]
    assert sorted(rows + stack + elsewhere) == list(range(state.tiles))
    assert set(state.owner[: state.tiles].tolist()) <= {IN_PLAY, BOX, *range(state.seats)}
    assert np.all(state.stack[state.stack_size :] == NONE)
    for row, length in zip(state.rows, state.row_length, strict=True):
        assert np.all(row[length:] == NONE)
        assert length >= 2 or not stack
    for seat in range(state.seats):
        assert state.points[seat] == sum(state.tile_points[: state.tiles][state.owner[: state.tiles] == seat])


def check_leftovers(state: State) -> None:
    """What only one question needs is gone when that is answered."""
    assert state.chosen == NONE or state.question in (SWAP, PAY)
    assert state.victim == NONE or state.question == STEAL
    assert state.to_take == 0 or state.question == TAKE


def check_end(state: State) -> None:
    """A finished game has a reason and winners who share the victory (HAV-7)."""
    shares = np.zeros(state.seats)
    contract.outcome(state, shares)
    best = state.points[: state.seats].max()
    winners = state.points[: state.seats] == best
    assert ENDINGS[state.ending]
    assert shares.tolist() == (winners / winners.sum()).tolist()


FAULTS = ("sound", "cubes", "workers", "cards", "tiles", "points", "negative")
SOUND, CUBES, WORKERS, CARDS, TILES_LOST, POINTS, NEGATIVE = range(len(FAULTS))


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
        if lying != int(state.owner[tile] == IN_PLAY) or state.owner[tile] >= state.seats:
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


@routine
def fault(state: State) -> int:
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
    return SOUND


register(STATE, fault)


def public_part(move: str) -> str:
    """Return what everybody sees of a move: not which cards are chosen, laid face down or taken by Refreshment."""
    if move.startswith("cover "):
        return move.split(" with ")[0]
    if move.startswith(("choose ", "refresh ")) and move != "refresh nothing":
        return move.split()[0]
    return move
