"""A thing that is taken out of a position leaves a game that goes on to its end."""

import random

import numpy as np
import pytest

import malecon
from cases import STARTS
from malecon.core.ledger import PIECES, POINTS, Entry
from malecon.core.match import Match
from malecon.games.cuba.ai import value_features as cuba_value
from malecon.games.cuba.ai.evaluation import value_of
from malecon.games.cuba.boards import MERCHANDISE
from malecon.games.cuba.boards import PIECES as PIECE_KINDS
from malecon.games.cuba.buildings import BUILDINGS, DAM
from malecon.games.havana.ai import value_features as havana_value
from malecon.games.havana.ai.policy import write_preferences
from malecon.games.havana.cards import CODE, MAMA, PESOS_CARD
from modes import needs_plain_rules
from reasons.test_positions import OBJECTS

SEEDS = range(6)
EVERY = 6
"""Decisions between two take-outs."""


@needs_plain_rules("a fault shows as an index that is out of range")
@pytest.mark.parametrize("start", STARTS)
def test_a_game_goes_on_without_things(start: str) -> None:
    game, options = STARTS[start]
    assert game.ledger is not None
    for seed in SEEDS:
        rng, match = random.Random(seed), game.start(seed=seed, **options)
        things = sorted(OBJECTS[game.name])
        rng.shuffle(things)
        taken = decisions = 0
        while not match.over:
            if decisions % EVERY == 0 and things:
                before = {seat: match.legal(seat) for seat in match.to_move}
                state = match.state.copy()
                is_out = game.ledger.without(state, things.pop())
                without = Match(game, state)
                if is_out and before == {seat: without.legal(seat) for seat in match.to_move}:
                    match = without
                    taken += 1
            decisions += 1
            seat = match.to_move[0]
            match.play(seat, rng.choice(match.legal(seat)))
        assert taken


def test_players_do_not_value_what_was_taken_out_of_havana() -> None:
    match = malecon.games["havana"].start(seats=2, seed=1)
    state, ledger = match.state, match.game.ledger
    assert ledger is not None
    features = havana_value.VALUE_FEATURES
    about_mama = [features.index(f"mama {place}") for place in ("in hand", "open")]
    found = np.zeros((2, len(features)), np.float32)
    preference = np.zeros((2, len(CODE)))
    state.hand[0] = 1 << MAMA
    state.shown[1, 0] = MAMA

    for row in range(2):
        for seat in range(2):
            one = np.zeros(len(features), np.float32)
            havana_value.value_features(state, seat, one)
            found[row] = np.maximum(found[row], one)
        write_preferences(state, 0, preference[row])
        assert ledger.without(state, "mama")

    assert found[0, about_mama].tolist() == [1, 1]
    assert found[1, about_mama].tolist() == [0, 0]
    assert preference[0, MAMA] > preference[0].min()
    assert preference[1, MAMA] == preference[1].min()
    state.shown[1, 0] = PESOS_CARD  # nobody minds it
    write_preferences(state, 0, preference[0])
    assert preference[0].tolist() == preference[1].tolist()


def test_players_do_not_value_what_was_taken_out_of_cuba() -> None:
    match = malecon.games["cuba"].start(seats=2, seed=1)
    state, ledger = match.state, match.game.ledger
    assert ledger is not None
    features = cuba_value.VALUE_FEATURES
    at = features.index("buildings"), features.index("dam in time"), features.index("dam near in time")
    state.built[0, state.pawn[0]] = DAM
    found = np.zeros((2, len(features)), np.float32)
    value = []

    for row in range(2):
        cuba_value.value_features(state, 0, found[row])
        value.append(value_of(state, 0))
        assert ledger.without(state, BUILDINGS[DAM])

    assert found[0, at].all()
    assert found[1, at].tolist() == [found[0, at[0]], 0, 0]
    assert value[1] < value[0]


def test_players_do_not_fear_for_products_where_none_is_lost() -> None:
    match = malecon.games["cuba"].start(seats=2, seed=1)
    state, ledger = match.state, match.game.ledger
    assert ledger is not None
    at = cuba_value.VALUE_FEATURES.index("stored citrus")
    state.own[0, PIECE_KINDS.index("citrus")] = 2
    state.stored[0] = 0
    found = np.zeros((2, len(cuba_value.VALUE_FEATURES)), np.float32)
    value = []

    for row in range(2):
        cuba_value.value_features(state, 0, found[row])
        value.append(value_of(state, 0))
        assert ledger.without(state, "spoiling")

    assert found[0, at] == 0 < found[1, at]
    assert value[0] < value[1]


def test_a_seat_lacks_of_a_tile_what_it_has_not() -> None:
    match = malecon.games["havana"].start(seats=2, seed=1)
    state, ledger = match.state, match.game.ledger
    assert ledger is not None
    entry = Entry(POINTS, 0, "buy", "tile 19")  # 1 brick, 1 loam, 2 debris, 1 peso
    state.cubes[0], state.workers[0], state.pesos[0] = (0, 0, 1, 0, 2), 0, 1

    state.rows[0, :3], state.rows[1], state.row_length[:] = (18, 0, 1), -1, (3, 0)
    assert ledger.needs(state, entry) == {"brick", "loam", "debris", "peso"}
    assert ledger.wants(state, entry, is_gained=False) == ledger.needs(state, entry)
    assert ledger.wants(state, entry, is_gained=True) == {"brick", "debris"}, "five debris would stand for the brick"
    state.rows[0, :3] = 0, 18, 1
    before = {f"{verb} tile {tile}" for verb in ("buy", "remove") for tile in (1, 2)}
    assert ledger.needs(state, entry) == {"brick", "loam", "debris", "peso", *before}, "it is no end of its row"
    state.rows[0, :4], state.row_length[0] = (0, 1, 18, 2), 4
    first = {"buy tile 3", "remove tile 3"}
    assert ledger.needs(state, entry) == {"brick", "loam", "debris", "peso", *first}, "the nearer end is taken first"
    state.rows[0, :3], state.row_length[0], state.cubes[0, 4] = (18, 0, 1), 3, 7
    assert ledger.wants(state, entry, is_gained=True) == set(), "five debris stand for the brick"
    assert ledger.needs(state, Entry(PIECES, 0, "get", "mama", 1, "brick")) == {"take back mama"}


def test_a_load_needs_its_pieces_the_mayor_or_a_wharf_and_the_ships_of_the_next_round() -> None:
    match = malecon.games["cuba"].start(seats=2, seed=1)
    state, ledger = match.state, match.game.ledger
    assert ledger is not None
    needs = ledger.needs(state, Entry(POINTS, 0, "load", "dock 2", 2))

    assert {"play mayor card", "use small wharf", "use large wharf", "first", "leave"} <= needs
    ships = [int(ship) for ship in state.ship[:2]]
    wanted = {
        piece for ship in ships for piece, count in zip(MERCHANDISE, state.needs[ship].tolist(), strict=True) if count
    }
    assert needs & {*MERCHANDISE} == wanted, "that of the dock, and the one that may move up"
    assert {"first", "leave"} <= ledger.last, "both come at the end of a round"
