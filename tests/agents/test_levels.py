"""Computer players: what they may know, and that they see what is good for them."""

import dataclasses

import pytest

import malecon
from agents.positions import about_to_win, begun
from malecon.agents import LEVELS, Agent, is_prepared, prepare
from malecon.agents.agent import known_line, known_to
from malecon.agents.guided_searcher import GuidedSearcher
from malecon.agents.levels import MASTER, NETWORKS
from malecon.agents.network_player import network_player
from malecon.agents.searcher import Budget, Searcher
from malecon.core import contract
from malecon.core.jit import JIT
from malecon.core.match import Match
from modes import needs_compiler, needs_plain_rules, once

each_game = pytest.mark.parametrize("game", malecon.games)
SEARCHERS = {name: agent for name, agent in LEVELS.items() if isinstance(agent, Searcher)}
each_level = pytest.mark.parametrize("level", [name for name in LEVELS if name not in list(SEARCHERS)[1:]])
"""Those that search differ in name and budget only, and ``quick`` gives them the same: one stands for all."""


def quick(level: str) -> Agent:
    """Return a level that searches only so long as a test may take, and the same way each time."""
    agent = LEVELS[level]
    return dataclasses.replace(agent, budget=Budget(200 if JIT else 12)) if isinstance(agent, Searcher) else agent


def test_levels_that_search_differ_in_name_and_budget_and_master_in_networks() -> None:
    first, *others = SEARCHERS.values()

    assert {type(each) for each in (first, *others[:-1])} == {Searcher}
    assert others[-1] is MASTER
    assert {str(each.configs) for each in others} == {str(first.configs)}


def duel() -> Match:
    """Return a match of Cuba with two seats, some moves after its beginning."""
    match = malecon.games["cuba"].start(seats=2, seed=5)
    for number in range(8):
        seat = match.to_move[0]
        match.play(seat, LEVELS["random"].choose(match, seat, number))
    return match


@needs_compiler("plain code would evaluate a network for seconds")
def test_master_searches_with_a_network_where_one_knows_the_table() -> None:
    match = duel()
    seat, player = match.to_move[0], dataclasses.replace(MASTER, guided_iterations=60)
    guided = GuidedSearcher("any", network_player(NETWORKS["cuba"]), MASTER.configs, Budget(60))

    assert player.advise(match, seat, key=3) == guided.advise(match, seat, key=3)
    assert player.choose(match, seat, key=3) == player.advise(match, seat, key=3)[0].move
    for start in (
        malecon.games["cuba"].start(seats=3, seed=1),
        malecon.games["havana"].start(seats=2, seed=1),
        malecon.games["cuba"].start(seats=2, seed=1, sealed=True),
    ):
        quick_master, plain = (
            dataclasses.replace(player, budget=Budget(20)),
            Searcher("any", Budget(20), MASTER.configs),
        )
        assert MASTER.network_for(start) is None
        assert quick_master.advise(start, start.to_move[0], key=3) == plain.advise(start, start.to_move[0], key=3)


@needs_plain_rules("compiled code searches with it")
def test_plain_code_searches_without_a_network() -> None:
    assert MASTER.network_for(duel()) is None


@needs_compiler("plain code would evaluate a network for seconds")
def test_the_first_moves_of_a_guided_search_have_what_is_expected_to_follow_in_the_turn() -> None:
    match, followed = duel(), 0
    for _ in range(12):
        seat = match.to_move[0]
        advice = dataclasses.replace(MASTER, guided_iterations=200).advise(match, seat, key=1)
        for each in advice[:3]:
            assert len(known_line(match, seat, (each.move, *each.line))) == 1 + len(each.line)
            followed += bool(each.line)
        match.play(seat, advice[0].move)
    assert followed


@once
@each_game
@each_level
def test_an_agent_chooses_a_legal_move_and_leaves_the_match_as_it_is(game: str, level: str) -> None:
    match = begun(game)
    seat = match.to_move[0]
    before = match.state.tobytes()

    move = quick(level).choose(match, seat, key=1)

    assert move in match.legal(seat)
    assert match.state.tobytes() == before


@once
@each_game
@each_level
def test_advice_names_every_legal_move_once_the_best_first(game: str, level: str) -> None:
    match = begun(game)
    seat = match.to_move[0]

    advice = quick(level).advise(match, seat, key=1)

    assert sorted(each.move for each in advice) == sorted(match.legal(seat))
    assert advice[0].move == quick(level).choose(match, seat, key=1)


@once
@each_game
@each_level
@pytest.mark.parametrize("moves", [0, 20, 45] if JIT else [20])  # a plain first choice of cards takes 10 s
def test_what_a_seat_cannot_know_changes_no_choice(game: str, level: str, moves: int) -> None:
    match = begun(game, moves)
    seat = match.to_move[0]
    chosen = quick(level).choose(match, seat, key=9)
    true = match.state.tobytes()

    for key in range(5 if JIT else 2):
        contract.guess(match.state, seat, key)

        assert match.state.tobytes() != true
        assert quick(level).choose(match, seat, key=9) == chosen


@each_game
def test_an_agent_is_shown_a_guess_and_never_the_position(game: str) -> None:
    match = begun(game)
    seat = match.to_move[0]

    assert known_to(match, seat, 1).tobytes() == known_to(match, seat, 1).tobytes()
    assert known_to(match, seat, 1).tobytes() != match.state.tobytes()


def test_easy_buys_the_tile_that_wins() -> None:
    match = about_to_win()

    move = LEVELS["easy"].choose(match, 0, key=3)

    assert move.startswith("buy")


@each_game
def test_random_makes_every_move_sooner_or_later(game: str) -> None:
    match = begun(game)
    seat = match.to_move[0]

    chosen = {LEVELS["random"].choose(match, seat, key=key) for key in range(60 * len(match.legal(seat)))}

    assert chosen == set(match.legal(seat))


@each_game
def test_without_a_key_an_agent_is_not_predictable(game: str) -> None:
    match = malecon.games[game].start(seats=2, seed=1)

    assert len({LEVELS["random"].choose(match, match.to_move[0]) for _ in range(20)}) > 1


@needs_compiler("plain code needs no compiler")
@each_game
def test_prepare_compiles_what_play_needs_and_says_so(game: str) -> None:
    prepare(malecon.games[game])

    assert is_prepared(malecon.games[game])


@needs_compiler("a plain game of planners takes a minute")
@each_game
@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("thinking", ["kind", "easy"])
def test_who_thinks_wins_every_one_of_a_few_games_against_random_players(game: str, seats: int, thinking: str) -> None:
    for seed in range(seats):
        match = malecon.games[game].start(seats=seats, seed=seed)
        while not match.over:
            seat = match.to_move[0]
            level = thinking if seat == seed else "random"
            match.play(seat, quick(level).choose(match, seat, key=len(match.moves)))

        assert match.winners == (seed,)
