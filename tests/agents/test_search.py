"""The search: what its trees hold, that it finds what is good, and that it says the same again."""

import numpy as np
import pytest

import malecon
from agents.positions import about_to_win, begun
from malecon.agents import LEVELS, searcher
from malecon.agents.agent import known_to
from malecon.agents.levels import SEARCH_CONFIGS
from malecon.agents.review_blocks import expected_shares
from malecon.agents.search import (
    ACTION_BITS,
    RANDOM_SIMULATIONS,
    SLOTS,
    Question,
    SearchConfig,
    Tree,
    add_edge,
    expected_actions,
    find,
    has_room,
    new_search,
    new_tree,
    node_after,
)
from malecon.agents.search_iteration import run_iterations
from malecon.agents.searcher import Budget, Searcher, is_clear, search_moves
from malecon.core.contract import NO_ACTION
from malecon.core.jit import JIT
from malecon.core.match import Match
from malecon.core.random import new_source
from modes import once

each_game = pytest.mark.parametrize("game", malecon.games)
ITERATIONS = 400 if JIT else 12


def searched(match: Match, config: SearchConfig, iterations: int, slots: int = SLOTS) -> Tree:
    """Return the trees after so many iterations for the first seat that is awaited."""
    seat = match.to_move[0]
    search = new_search(Question(match.game, known_to(match, seat, 1), seat), config, new_source(1), slots)
    run_iterations(search, iterations)
    return search.tree


def test_an_edge_is_found_where_it_was_put_even_in_a_table_that_is_nearly_full() -> None:
    tree = new_tree(64)
    edges = [(node, action) for node in range(8) for action in range(6)]
    for node, action in edges:
        slot = find(tree, node, action)
        assert tree.edges[slot] == 0
        add_edge(tree, slot, node, action)

    slots = {find(tree, node, action) for node, action in edges}

    assert len(slots) == len(edges) == tree.used
    assert not has_room(tree)


@each_game
@pytest.mark.parametrize(
    "config", [RANDOM_SIMULATIONS, RANDOM_SIMULATIONS._replace(stages=1, looks_ahead=True)], ids=["whole", "cut"]
)
def test_every_iteration_passes_one_edge_of_the_root_and_results_are_shares(game: str, config: SearchConfig) -> None:
    match = begun(game)
    seat = match.to_move[0]

    tree = searched(match, config, ITERATIONS)

    at_root = [int(find(tree, seat, match.game.notation.parse(move))) for move in match.legal(seat)]
    assert sum(tree.visits[slot] for slot in at_root) == ITERATIONS
    used = tree.edges != 0
    assert used.sum() == tree.used
    assert (tree.visits[used] >= 1).all()
    assert (tree.offered[used] >= tree.visits[used]).all()
    assert ((tree.total >= 0) & (tree.total <= tree.visits)).all()
    assert (tree.visits[~used] == 0).all()


@each_game
def test_what_a_playout_would_do_is_tried_first_and_kept(game: str) -> None:
    match = begun(game)
    seat = match.to_move[0]

    for iterations in (1, 3):
        tree = searched(match, SEARCH_CONFIGS[game]._replace(bias=0.5), iterations)

        prior = int(tree.prior[seat])
        assert match.game.notation.format(prior) in match.legal(seat)
        assert tree.visits[find(tree, seat, prior)] >= 1


@each_game
def test_without_a_bias_nobody_asks_what_a_playout_would_do(game: str) -> None:
    tree = searched(begun(game), SEARCH_CONFIGS[game]._replace(bias=0.0), 3)

    assert (tree.prior == NO_ACTION).all()


@each_game
def test_a_full_table_grows_no_more_and_the_search_goes_on(game: str) -> None:
    tree = searched(begun(game), RANDOM_SIMULATIONS, 3 * ITERATIONS, slots=64)

    assert tree.used <= 48
    assert tree.visits[:64].sum() == tree.visits.sum() > 0


@once
@each_game
def test_the_same_key_and_iterations_give_the_same_advice(game: str) -> None:
    match = begun(game)
    seat = match.to_move[0]
    player = Searcher("again", Budget(ITERATIONS), SEARCH_CONFIGS)

    assert player.advise(match, seat, key=4) == player.advise(match, seat, key=4)


def test_the_line_of_a_move_is_what_was_tried_most_as_long_as_that_is_clear() -> None:
    tree, at = new_tree(256), dict[int, int]()

    def put(node: int, action: int, visits: int) -> int:
        slot = find(tree, node, action)
        add_edge(tree, slot, node, action)
        tree.visits[slot] = visits
        at[action] = slot
        return node_after(slot)

    second = put(put(0, 7, 90), 5, 60)
    put(node_after(at[7]), 6, 30)
    third = put(second, 4, 40)
    for action in (1, 2, 3, 8):
        put(third, action, 10)

    assert expected_actions(tree, at[7]) == [5, 4], "then nothing is clear"
    assert expected_actions(tree, at[6]) == []


@once
@each_game
@pytest.mark.parametrize("seats", [2, 4])
def test_there_are_iterations_for_each_of_the_other_players(game: str, seats: int) -> None:
    match = malecon.games[game].start(seats=seats, seed=1)
    player = Searcher("counted", Budget(20), SEARCH_CONFIGS)

    advice = player.advise(match, match.to_move[0], key=1)

    assert sum(each.visits for each in advice) == 20 * (seats - 1)


@each_game
def test_the_position_is_left_as_it_is(game: str) -> None:
    match = begun(game)
    seat = match.to_move[0]
    state = known_to(match, seat, 1)
    before = state.tobytes()

    search_moves(Question(match.game, state, seat), SEARCH_CONFIGS[game], Budget(ITERATIONS), key=1)

    assert state.tobytes() == before


def test_the_tile_that_wins_is_bought() -> None:
    match = about_to_win()
    player = Searcher("test", Budget(300 if JIT else 60), SEARCH_CONFIGS)

    best = player.advise(match, 0, key=3)[0]

    assert best.move.startswith("buy")
    assert best.worth > 0.9


def test_a_decision_is_clear_when_no_other_can_be_visited_as_often() -> None:
    assert is_clear([10, 2], left=7)
    assert not is_clear([10, 2], left=8)
    assert not is_clear([3, 10, 10], left=0)


@each_game
def test_when_the_seconds_are_over_no_further_step_begins(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(searcher, "STEP", ITERATIONS)
    monkeypatch.setattr(searcher, "BATCH", 2 * ITERATIONS)
    match = begun(game)
    player = Searcher("quick", Budget(10**9, seconds=1e-9), SEARCH_CONFIGS)

    advice = player.advise(match, match.to_move[0], key=1)

    assert sum(each.visits for each in advice) == ITERATIONS


@pytest.mark.parametrize("seats", [2, 3, 4])
@each_game
def test_what_is_expected_of_a_move_that_ends_the_game_is_its_result(game: str, seats: int) -> None:
    ended = ended_by_one(game, seats)
    last = len(ended.moves) - 1
    seat, move = ended.moves[last]
    config = SEARCH_CONFIGS[game]

    now = ended.after(last)
    question = Question(now.game, known_to(now, seat, key=1), seat, now.game.notation.parse(move))
    share = expected_shares(question, config, Budget(3), key=1)[seat]

    by_points = np.exp((np.array(ended.points) - max(ended.points)) / config.scale)
    victory = (seat in ended.winners) / len(ended.winners)
    expected = (1 - config.margin) * victory + config.margin * by_points[seat] / by_points.sum()
    assert share == pytest.approx(expected, abs=1e-12)


def ended_by_one(game: str, seats: int) -> Match:
    """Return a game of the random player in whose last decision one seat alone was asked."""
    for seed in range(20):
        match = malecon.games[game].start(seats=seats, seed=seed)
        while not match.over:
            asked = match.to_move
            match.play(asked[0], LEVELS["random"].choose(match, asked[0], key=match.number))
        if len(asked) == 1:
            return match
    raise AssertionError("no such game")


def test_configurations_and_budgets_are_values() -> None:
    for agent in LEVELS.values():
        if isinstance(agent, Searcher):
            with pytest.raises(AttributeError, match="immutable"):
                agent.budget.iterations = 1  # type: ignore[misc]  # that is what must fail
            assert np.isfinite(agent.configs["havana"]).all()


def test_what_a_move_brings_is_expected_whether_the_search_likes_it_or_not() -> None:
    match = about_to_win()

    def expected(move: str) -> float:
        question = Question(match.game, known_to(match, 0, key=1), 0, match.game.notation.parse(move))
        return float(expected_shares(question, SEARCH_CONFIGS[match.game.name], Budget(ITERATIONS), key=1)[0])

    buying = expected(next(move for move in match.legal(0) if move.startswith("buy")))
    waiting = expected("end turn")

    assert 0 <= waiting < buying <= 1
    assert buying > 0.9


def covered_by_the_first() -> Match:
    """Return a match of Havana in which the first of two seats has laid a card in secret; the other one is asked."""
    match = malecon.games["havana"].start(seats=2, seed=3)
    while not any(move.startswith("cover") for move in match.legal(match.to_move[0])):
        seat = match.to_move[0]
        match.play(seat, LEVELS["random"].choose(match, seat, key=len(match.moves)))
    match.play(match.to_move[0], match.legal(match.to_move[0])[0])
    return match


@pytest.mark.parametrize("reopens", [False, True])
def test_who_has_laid_a_card_before_lays_one_on_the_same_card_by_its_own_tree(reopens: bool) -> None:
    match = covered_by_the_first()
    seat, other = match.to_move[0], 1 - match.to_move[0]
    notation, covered = match.game.notation, match.moves[-1][1].partition(" with ")[0]

    tree = searched(match, SEARCH_CONFIGS["havana"]._replace(reopens=reopens), ITERATIONS)

    moves = [notation.format(code % 2**ACTION_BITS) for code in edges_of(tree, other)]
    covers = {move.partition(" with ")[0] for move in moves if move.startswith("cover")}
    assert covers == ({covered} if reopens else set())
    assert len(edges_of(tree, seat)) == min(ITERATIONS, len(match.legal(seat)))


def edges_of(tree: Tree, node: int) -> list[int]:
    """Return the codes of the edges of a node."""
    return [int(edge) for edge in tree.edges[tree.edges != 0] if (int(edge) >> ACTION_BITS) - 1 == node]
