"""Explicit chance: with a tape in place of the random source the rules play the same games, with the same chances."""

from collections import Counter
from typing import Any

import numpy as np
import pytest

import malecon
from cases import STARTS
from malecon.core import contract
from malecon.core.bit_set import lowest
from malecon.core.contract import new_journal, unanswered
from malecon.core.errors import UsageError
from malecon.core.game import Game
from malecon.core.jit import JIT
from malecon.core.random import TAPE, WRITTEN, draw, new_source, set_key, signed
from malecon.core.tape import copy_position, taped, write
from malecon.research.envs.chance import Node
from malecon.research.envs.variants import variant_position

MOVES = 10_000 if JIT else 20
SAMPLES = 4000 if JIT else 300
each_game = pytest.mark.parametrize("game", malecon.games.values(), ids=malecon.games)


def words_of(key: int, count: int) -> list[int]:
    """Return the first random words that follow from a key."""
    source, words = new_source(key), []
    for place in range(count):
        draw(source, 1)
        words.append(int(source.block[place % len(source.block)]))
    return words


def resolved(node: Node, words: list[int]) -> Node:
    """Return the node after chance has taken the next numbers, as ``draw`` makes them of words."""
    while node.outcomes:
        node = node.resolve((words[int(node.state.key[WRITTEN])] * node.outcomes) >> 32)
    return node


def blank(game: Game, state: Any) -> bytes:
    """Return a state, ordinary or taped, without its random source."""
    board = np.zeros(1, game.state)
    copy_position(state, board)
    return board.tobytes()


@each_game
def test_taped_states_answer_the_contract_and_differ_in_the_source_only(game: Any) -> None:
    dtype, match = taped(game.state), game.start(2, seed=7)
    board = np.zeros(1, dtype)
    copy_position(match.state, board)

    assert unanswered(dtype) == []
    assert taped(game.state) is dtype
    assert not board["block"].any()
    assert blank(game, board[0]) == blank(game, match.state) != match.state.tobytes()
    for name in set(game.state.names) - {"key", "drawn", "block", "padding"}:
        np.testing.assert_array_equal(board[name][0], match.state[name])


@pytest.mark.parametrize("start", STARTS)
def test_the_numbers_of_an_ordinary_game_on_the_tape_give_the_same_game(start: str) -> None:
    game, options = STARTS[start]
    match, words, choices = game.start(seed=7, **options), words_of(7, 2000), new_source(1)
    node = resolved(Node(game, game.new_table(**options)), words)

    assert blank(game, node.state) == blank(game, match.state)
    while not match.over and match.number < MOVES:
        seat, drawn = lowest(contract.awaiting(match.state)), int(match.state.drawn)
        assert node.mover == seat
        action = contract.sample(match.state, seat, choices)
        events = match.play(seat, game.notation.format(action))
        node = resolved(node.play(action), words[drawn:])

        assert blank(game, node.state) == blank(game, match.state)
        assert game.chronicle.read_rows(node.rows) == events
    assert node.is_over == match.over


def chances(node: Node, game: Game) -> dict[bytes, float]:
    """Return how likely each position is that chance can bring about."""
    if not node.outcomes:
        return {blank(game, node.state): 1.0}
    total: dict[bytes, float] = {}
    for outcome in range(node.outcomes):
        for state, chance in chances(node.resolve(outcome), game).items():
            total[state] = total.get(state, 0.0) + chance / node.outcomes
    return total


def test_explicit_chance_has_the_chances_of_the_ordinary_source() -> None:
    """Both draws of the Black Market: all orders of three cubes."""
    game = malecon.games["havana"]
    node = Node(game, variant_position(game, "last-cubes"), is_position=True)
    for move in ("cover tax collector with black market", "cover architect with siesta"):
        node = node.play(game.notation.parse(move))
    while not (after := node.play(node.legal()[-1])).outcomes:
        node = after
    expected, state = chances(after, game), np.zeros(1, game.state)
    seen: Counter[bytes] = Counter()
    for key in range(SAMPLES):
        copy_position(node.state, state)
        set_key(state[0], signed(key))
        contract.apply(state[0], node.mover, node.legal()[-1], new_journal(is_open=False))
        seen[blank(game, state[0])] += 1

    assert len(expected) > 2
    assert seen.keys() == expected.keys()
    assert sum(expected.values()) == pytest.approx(1)
    for position, chance in expected.items():
        assert seen[position] / SAMPLES == pytest.approx(chance, abs=4 * (chance / SAMPLES) ** 0.5)


@each_game
def test_a_deal_of_what_nobody_can_know_is_one_by_chance_too(game: Any) -> None:
    match = game.start(2, seed=3)
    node = Node(game, match.state, is_position=True)
    asked = []
    while node.outcomes:
        asked.append(node.outcomes)
        node = node.resolve(node.outcomes - 1)
    again = resolved(Node(game, match.state, is_position=True), [0] * 100)

    assert len(asked) > 5
    assert node.state.tobytes() != again.state.tobytes()
    assert game.seen_by(node.state, None) == game.seen_by(again.state, None) == match.seen_by(None)


def test_a_tape_that_is_full_or_a_number_that_chance_cannot_give_is_refused() -> None:
    game = malecon.games["cuba"]
    node = Node(game, game.new_table(2))
    board = np.zeros(1, taped(game.state))
    for number in range(TAPE):
        write(board[0], number)

    with pytest.raises(UsageError, match=r"^tape: is full; one action can take 64 random numbers$"):
        write(board[0], 0)
    with pytest.raises(UsageError, match=r"^outcome: is 15, but must be 0 to 14$"):
        node.resolve(15)
    with pytest.raises(UsageError, match=r"^chance: is 'none', but must be one of explicit, sampled$"):
        Node(game, game.new_table(2), "none")  # type: ignore[arg-type]
