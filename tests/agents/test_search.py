"""The search: what its trees hold, that it finds what is good, and that it says the same again."""

import dataclasses
import time

import numpy as np
import pytest

import malecon
from agents.positions import about_to_win, begun
from malecon.agents import LEVELS
from malecon.agents.agent import known_to
from malecon.agents.levels import SETTINGS
from malecon.agents.search.descending import WHOLE, Setting, search
from malecon.agents.search.searcher import Budget, Searcher, is_clear, new_desk, think
from malecon.agents.search.tree import Tree, add, find, has_room, new_tree
from malecon.core.contract import NO_ACTION
from malecon.core.jit import JIT
from malecon.core.journal import new_journal
from malecon.core.match import Match
from malecon.core.random import new_source
from patience import PATIENCE_S

each_game = pytest.mark.parametrize("game", malecon.games)
ITERATIONS = 400 if JIT else 12


def searched(match: Match, setting: Setting, iterations: int) -> Tree:
    """Return the trees after so many iterations for the first seat that is awaited."""
    seat = match.to_move[0]
    tree, desk = new_tree(), new_desk(match.game, match.seats)
    state, source, journal = known_to(match, seat, 1), new_source(1), new_journal(is_open=False)
    search(state, seat, NO_ACTION, iterations, setting, tree, desk, source, journal)
    return tree


def test_an_edge_is_found_where_it_was_put_even_in_a_table_that_is_nearly_full() -> None:
    tree = new_tree(64)
    edges = [(place, action) for place in range(8) for action in range(6)]
    for place, action in edges:
        slot = find(tree, place, action)
        assert tree.edges[slot] == 0
        add(tree, slot, place, action)

    slots = {find(tree, place, action) for place, action in edges}

    assert len(slots) == len(edges) == tree.used[0]
    assert not has_room(tree)


@each_game
@pytest.mark.parametrize("setting", [WHOLE, WHOLE._replace(stages=1, looks=True)], ids=["whole", "cut"])
def test_every_iteration_passes_one_edge_of_the_root_and_results_are_shares(game: str, setting: Setting) -> None:
    match = begun(game)
    seat = match.to_move[0]

    tree = searched(match, setting, ITERATIONS)

    at_root = [int(find(tree, seat, match.game.notation.parse(move))) for move in match.legal(seat)]
    assert sum(tree.visits[slot] for slot in at_root) == ITERATIONS
    used = tree.edges != 0
    assert used.sum() == tree.used[0]
    assert (tree.visits[used] >= 1).all()
    assert (tree.offered[used] >= tree.visits[used]).all()
    assert ((tree.total >= 0) & (tree.total <= tree.visits)).all()
    assert (tree.visits[~used] == 0).all()


@each_game
def test_what_a_playout_would_do_is_tried_first_and_kept(game: str) -> None:
    match = begun(game)
    seat = match.to_move[0]

    for iterations in (1, 3):
        tree = searched(match, SETTINGS[game]._replace(bias=0.5), iterations)

        favourite = int(tree.favourite[seat])
        assert match.game.notation.format(favourite) in match.legal(seat)
        assert tree.visits[find(tree, seat, favourite)] >= 1


@each_game
def test_without_a_bias_nobody_asks_what_a_playout_would_do(game: str) -> None:
    tree = searched(begun(game), SETTINGS[game]._replace(bias=0.0), 3)

    assert (tree.favourite == NO_ACTION).all()


@each_game
def test_a_full_table_grows_no_more_and_the_search_goes_on(game: str) -> None:
    match = begun(game)
    seat = match.to_move[0]
    small, desk = new_tree(64), new_desk(match.game, match.seats)
    state, journal = known_to(match, seat, 1), new_journal(is_open=False)

    search(state, seat, NO_ACTION, 3 * ITERATIONS, WHOLE, small, desk, new_source(1), journal)

    assert small.used[0] <= 48


@each_game
def test_the_same_key_and_iterations_give_the_same_advice(game: str) -> None:
    match = begun(game)
    seat = match.to_move[0]
    player = Searcher("again", Budget(ITERATIONS), SETTINGS)

    assert player.advise(match, seat, key=4) == player.advise(match, seat, key=4)


@each_game
@pytest.mark.parametrize("seats", [2, 4])
def test_there_are_iterations_for_each_of_the_other_players(game: str, seats: int) -> None:
    match = malecon.games[game].start(seats=seats, seed=1)
    player = Searcher("counted", Budget(20), SETTINGS)

    advice = player.advise(match, match.to_move[0], key=1)

    assert sum(each.visits for each in advice) == 20 * (seats - 1)


@each_game
def test_the_position_is_left_as_it_is(game: str) -> None:
    match = begun(game)
    seat = match.to_move[0]
    state = known_to(match, seat, 1)
    before = state.tobytes()

    think(match, state, seat, SETTINGS[game], Budget(ITERATIONS), key=1)

    assert state.tobytes() == before


def test_the_tile_that_wins_is_bought() -> None:
    match = about_to_win()
    player = Searcher("test", Budget(300 if JIT else 60), SETTINGS)

    best = player.advise(match, 0, key=3)[0]

    assert best.move.startswith("buy")
    assert best.worth > 0.9


def test_a_decision_is_clear_when_no_other_can_be_visited_as_often() -> None:
    assert is_clear([10, 2], left=7)
    assert not is_clear([10, 2], left=8)
    assert not is_clear([3, 10, 10], left=0)


@pytest.mark.skipif(not JIT, reason="seconds are for compiled play")
@each_game
def test_a_budget_in_seconds_is_kept(game: str) -> None:
    match = begun(game)
    seat = match.to_move[0]
    player = Searcher("quick", Budget(10**9, seconds=0.05), SETTINGS)
    player.advise(match, seat, key=1)  # compiled

    began = time.perf_counter()
    player.advise(match, seat, key=1)

    assert time.perf_counter() - began < PATIENCE_S


@pytest.mark.skipif(not JIT, reason="a plain game takes minutes")
@each_game
def test_a_short_search_wins_most_of_a_few_games_against_random_players(game: str) -> None:
    player = Searcher("short", Budget(100), SETTINGS)
    won = 0.0
    for seed in range(6):
        match = malecon.games[game].start(seats=3, seed=seed)
        own = seed % 3
        while not match.over:
            seat = match.to_move[0]
            agent = player if seat == own else LEVELS["random"]
            match.play(seat, agent.choose(match, seat, key=len(match.moves)))
        won += (own in match.winners) / len(match.winners)

    assert won >= 5


def test_settings_and_budgets_are_values() -> None:
    for agent in LEVELS.values():
        if isinstance(agent, Searcher):
            with pytest.raises(dataclasses.FrozenInstanceError):
                agent.budget.iterations = 1  # type: ignore[misc]  # that is what must fail
            assert np.isfinite(agent.settings["havana"]).all()


def test_what_a_move_brings_is_expected_whether_the_search_likes_it_or_not() -> None:
    match, agent = about_to_win(), Searcher("standard", Budget(ITERATIONS), SETTINGS)

    buying = agent.share_after(match, 0, next(move for move in match.legal(0) if move.startswith("buy")), key=1)
    waiting = agent.share_after(match, 0, "end turn", key=1)

    assert 0 <= waiting < buying <= 1
    assert buying > 0.9
