"""What no game of Havana may ever break, checked after every move of whole random games."""

from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

import malecon.havana.engine  # noqa: F401  (so the contract knows the game)
from malecon.core import contract
from malecon.core.bits import members, size_of
from malecon.core.journal import new_journal
from malecon.core.random import draw, new_source
from malecon.havana.buildings import IN_ROWS, MAX_TILES, TILES, Building, Tiles
from malecon.havana.cards import CARD_COUNT
from malecon.havana.moves import ACTIONS
from malecon.havana.state import (
    ALL_DEBRIS,
    ALL_WORKERS,
    BOX,
    CUBES_OF_A_COLOUR,
    EDITIONS,
    ENDINGS,
    IN_PLAY,
    NONE,
    PAY,
    STEAL,
    SWAP,
    TAKE,
    State,
    new_state,
)

ALL_CUBES = [CUBES_OF_A_COLOUR] * 4 + [ALL_DEBRIS]
GAMES = 20
MOST_MOVES = 20_000


@cache
def few_tiles(count: int) -> Tiles:
    """Return a game with few tiles, dear and cheap ones."""
    chosen = TILES[::3] + TILES[1::3]
    return tuple(
        Building(number, tile.points, tile.cost, tile.architect) for number, tile in enumerate(chosen[:count], start=1)
    )


def begin(seats: int, edition: int, tiles: int, seed: int) -> State:
    """Return a position after the set-up; ``seed`` also decides who is old."""
    ages = np.random.default_rng(seed).permutation(seats).tolist()
    state = new_state(seats, edition=edition, ages=ages, tiles=TILES if tiles == MAX_TILES else few_tiles(tiles))
    contract.start(state, seed, new_journal(is_open=False))
    return state


whole_games = given(
    seats=st.integers(2, 4),
    edition=st.integers(0, len(EDITIONS) - 1),
    tiles=st.one_of(st.just(MAX_TILES), st.integers(IN_ROWS, 20)),
    seed=st.integers(0, 2**63 - 1),
)


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


def check_legal(state: State, out: NDArray[np.int16]) -> None:
    """An awaited seat has at least two legal actions, ascending; the others have none."""
    awaited = members(contract.awaiting(state))
    assert bool(awaited) is not bool(contract.over(state))
    for seat in range(state.seats):
        actions = out[: contract.legal(state, seat, out)].tolist()
        assert (len(actions) >= 2) is (seat in awaited)
        assert actions or seat not in awaited
        assert actions == sorted(set(actions))


def check_end(state: State) -> None:
    """A finished game has a reason and winners who share the victory (HAV-7)."""
    shares = np.zeros(state.seats)
    contract.outcome(state, shares)
    best = state.points[: state.seats].max()
    winners = state.points[: state.seats] == best
    assert ENDINGS[state.ending]
    assert shares.tolist() == (winners / winners.sum()).tolist()


@pytest.mark.rule("HAV-1.1", "HAV-1.2", "HAV-5.3", "HAV-7.4")
@settings(max_examples=GAMES, deadline=None)
@whole_games
def test_everything_is_somewhere_after_every_move(seats: int, edition: int, tiles: int, seed: int) -> None:
    state = begin(seats, edition, tiles, seed)
    source = new_source(seed ^ 1)  # not the table's own numbers
    out = np.zeros(ACTIONS, np.int16)
    closed = new_journal(is_open=False)

    for _ in range(MOST_MOVES):
        check_cubes(state)
        check_workers_and_pesos(state)
        check_cards(state)
        check_tiles(state)
        check_leftovers(state)
        check_legal(state, out)
        awaited = members(contract.awaiting(state))
        if not awaited:
            break
        seat = awaited[draw(source, len(awaited))]
        action = out[draw(source, contract.legal(state, seat, out))]
        contract.apply(state, seat, action, closed)

    assert contract.over(state)
    check_end(state)


@settings(max_examples=GAMES, deadline=None)
@whole_games
def test_sampled_moves_are_legal_and_the_journal_has_room(seats: int, edition: int, tiles: int, seed: int) -> None:
    state = begin(seats, edition, tiles, seed)
    source = new_source(seed ^ 1)  # not the table's own numbers
    out = np.zeros(ACTIONS, np.int16)

    while awaited := members(contract.awaiting(state)):
        seat = awaited[draw(source, len(awaited))]
        action = contract.sample(state, seat, source)
        assert action in out[: contract.legal(state, seat, out)]
        journal = new_journal()
        contract.apply(state, seat, action, journal)
        assert journal.count < len(journal.rows)
