"""The search with a network: what its tree holds, what it may know, and that it finds what wins."""

import pickle
import random
from pathlib import Path

import numpy as np
import pytest

import malecon
from agents.networks import card_for, random_network, written
from agents.positions import about_to_win, begun
from malecon.agents.agent import known_to
from malecon.agents.guided_search import (
    GuidedTree,
    find_node,
    new_guide,
    new_guided_tree,
    observation_key,
    run_guided,
)
from malecon.agents.levels import config_of, guided_searcher_of
from malecon.agents.matches import LineUp, find_agent, play
from malecon.agents.policy_network_file import array_shapes, network_of, write_policy_network
from malecon.agents.search import Question, new_search
from malecon.core import contract
from malecon.core.errors import UsageError
from malecon.core.jit import JIT
from malecon.core.match import Match
from malecon.core.random import new_source
from modes import once

each_game = pytest.mark.parametrize("game", malecon.games)
ITERATIONS = 300 if JIT else 25
MOVES = 80
"""With them comes the end of a round of either game."""
WIDEST = max(game.widest for game in malecon.games.values())


def searched(match: Match, iterations: int, tree: GuidedTree) -> GuidedTree:
    """Return the tree, into which so many iterations for the first seat that is awaited have gone."""
    seat = match.to_move[0]
    question = Question(match.game, known_to(match, seat, 1), seat)
    network = random_network(card_for(match.game.name, (2, 3, 4)))
    search = new_search(question, config_of(match.game), new_source(1), 2)
    run_guided(search, new_guide(question, network), tree, iterations)
    return tree


@each_game
def test_every_iteration_but_the_first_passes_one_edge_of_the_root_and_results_are_shares(game: str) -> None:
    match = begun(game)

    tree = searched(match, ITERATIONS, new_guided_tree(ITERATIONS, WIDEST))

    root = tree.path_nodes[0]
    edges = slice(tree.first[root], tree.first[root] + tree.counts[root])
    moves = [match.game.notation.format(int(action)) for action in tree.actions[edges]]
    assert moves == list(match.legal(match.to_move[0]))
    assert tree.edge_visits[edges].sum() == ITERATIONS - 1
    assert tree.visits[root] == ITERATIONS
    assert 1 < tree.used[0] <= ITERATIONS
    assert (tree.keys != 0).sum() == tree.used[0]
    assert tree.counts.sum() == tree.used[1]
    assert ((tree.total >= 0) & (tree.total <= tree.visits)).all()
    assert ((tree.edge_total >= 0) & (tree.edge_total <= tree.edge_visits)).all()
    assert np.add.reduceat(tree.priors[: tree.used[1]], np.sort(tree.first[tree.keys != 0])) == pytest.approx(1)


@each_game
def test_a_full_tree_grows_no_more_and_the_search_goes_on(game: str) -> None:
    tree = searched(begun(game), ITERATIONS, new_guided_tree(2, WIDEST))

    assert tree.used[0] <= 6
    assert tree.visits[tree.path_nodes[0]] == ITERATIONS


@each_game
def test_an_iteration_ends_where_no_more_edges_are_remembered(game: str) -> None:
    tree = new_guided_tree(ITERATIONS, WIDEST)._replace(path=np.zeros(2, np.int64))

    searched(begun(game), ITERATIONS, tree)

    root = tree.path_nodes[0]
    assert tree.edge_visits.sum() == tree.edge_visits[: tree.counts[root]].sum() == ITERATIONS - 1


@each_game
def test_whatever_a_seat_observes_has_a_key_and_a_node_of_its_own(game: str) -> None:
    rng = np.random.default_rng(1)
    observation = rng.integers(-1, 20, malecon.games[game].observation.size).astype(np.int8)
    others = [observation.copy() for _ in observation]
    for place, other in enumerate(others):
        other[place] += 1
    tree = new_guided_tree(len(others), WIDEST)

    keys = [observation_key(observation, 0), observation_key(observation, 1), *(observation_key(o, 0) for o in others)]
    for key in keys:
        tree.keys[find_node(tree, key)] = key

    assert min(keys) > 0
    assert len(set(keys)) == len(keys) == (tree.keys != 0).sum()


@once
@each_game
@pytest.mark.parametrize("seats", [2, 3])
def test_it_advises_every_legal_move_once_the_most_visited_first(game: str, seats: int, tmp_path: Path) -> None:
    player = find_agent(f"search-20:{written(tmp_path / 'small.npz', card_for(game, (2, 3)))}")
    match = malecon.games[game].start(seats=seats, seed=1)
    seat = match.to_move[0]
    before = match.state.tobytes()

    advice = player.advise(match, seat, key=1)

    assert sorted(each.move for each in advice) == sorted(match.legal(seat))
    visits = [each.visits for each in advice]
    assert visits == sorted(visits, reverse=True)
    assert 0 < sum(visits) <= 20 * (seats - 1)
    assert all(0 <= each.worth <= 1 for each in advice)
    assert match.state.tobytes() == before
    assert pickle.loads(pickle.dumps(player)).advise(match, seat, key=1) == advice


@once
@each_game
def test_who_chooses_in_secret_is_advised_its_own_moves_whoever_has_chosen_before(game: str, tmp_path: Path) -> None:
    player = find_agent(f"search-2:{written(tmp_path / 'small.npz', card_for(game, (3,)))}")
    match, chance, together = malecon.games[game].start(seats=3, seed=2), random.Random(3), 0
    for _ in range(MOVES):
        seat = chance.choice(match.to_move)
        together += len(match.to_move) > 1
        assert sorted(each.move for each in player.advise(match, seat, key=1)) == sorted(match.legal(seat))
        match.play(seat, chance.choice(match.legal(seat)))
    assert together > 1


@once
@each_game
def test_what_its_seat_cannot_know_changes_nothing(game: str, tmp_path: Path) -> None:
    player = find_agent(f"search-20:{written(tmp_path / 'small.npz', card_for(game, (2, 3, 4)))}")
    match = begun(game)
    seat = match.to_move[0]
    other = Match(match.game, match.state.copy())
    contract.guess(other.state, seat, 5)

    assert match.state.tobytes() != other.state.tobytes()
    assert player.advise(other, seat, key=9) == player.advise(match, seat, key=9)


def test_the_tile_that_wins_is_bought_by_a_network_that_knows_nothing(tmp_path: Path) -> None:
    match = about_to_win()
    card = card_for(match.game.name, (2, 3, 4))
    arrays = {name: np.zeros(shape, np.float16) for name, shape in array_shapes(card).items()}
    write_policy_network(tmp_path / "empty.npz", card, network_of(card, arrays))

    best = find_agent(f"search-{300 if JIT else 60}:{tmp_path / 'empty.npz'}").advise(match, 0, key=3)[0]

    assert best.move.startswith("buy")
    assert best.worth > 0.8


def test_a_match_takes_it_by_its_name_and_a_table_that_it_does_not_know_is_refused(tmp_path: Path) -> None:
    name = f"search-2:{written(tmp_path / 'small.npz', card_for('havana'))}"

    result = play(LineUp("havana", (name, "random")), block=1, turned=0)

    assert sum(result.shares) == 1
    with pytest.raises(UsageError, match=r"small.npz: was asked about 3 seats, but knows only 2"):
        find_agent(name).choose(malecon.games["havana"].start(seats=3, seed=1), 0)
    with pytest.raises(UsageError, match=r"nothing\.npz: cannot be read: it is not there"):
        find_agent(f"search-2:{tmp_path / 'nothing.npz'}")
    assert guided_searcher_of("search-2") is guided_searcher_of("search-0:small.npz") is None
