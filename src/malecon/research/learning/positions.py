"""Positions at the natural pauses of games, and what a search says about them.

The games are played by a quick search that now and then makes a move at random, so that much of what can happen
happens. At every pause a longer search says what share of the victory each seat can expect: that is far less a matter
of luck than who wins in the end.
"""

import time
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from malecon.agents.search.descending import Desk, Setting, search
from malecon.agents.search.searcher import new_desk, visits_of
from malecon.agents.search.tree import Tree, new_tree
from malecon.core import contract
from malecon.core.bits import members
from malecon.core.contract import NO_ACTION
from malecon.core.game import Game
from malecon.core.journal import new_journal
from malecon.core.random import Source, new_source

SLOTS = 2**13
"""Of the trees: room enough for some hundred iterations, and quickly cleared."""
KEYS = 2**42
"""Deals and guesses come from so many."""
AT_RANDOM = 0.04
"""Share of moves that are made at random."""


class Effort(NamedTuple):
    """How long to search: iterations for a move, and for a judgement."""

    move: int
    judgement: int


class Judged(NamedTuple):
    """Positions and what is expected of them; seats that are not there have zeros.

    Attributes:
        facts: float32 [positions, seats, facts], of each seat.
        shares: float32 [positions, seats], of the victory, as a search expects them.
        results: float32 [positions, seats], what came of it at the end of the game.
        seats: int8 [positions], how many play.
        game: int32 [positions], which game it is from.
    """

    facts: NDArray[np.float32]
    shares: NDArray[np.float32]
    results: NDArray[np.float32]
    seats: NDArray[np.int8]
    game: NDArray[np.int32]


def judge_games(game: Game, setting: Setting, effort: Effort, seconds: float, seed: int) -> Judged:
    """Play and judge games for so many seconds, at least one, each number of seats equally often."""
    rng, source = np.random.default_rng(seed), new_source(seed)
    games: list[Judged] = []
    end = time.monotonic() + seconds
    while not games or time.monotonic() < end:
        seats = game.seats[int(rng.integers(len(game.seats)))]
        games.append(judge_game(game, seats, setting, effort, rng, source))
    return joined(games)


def judge_game(
    game: Game, seats: int, setting: Setting, effort: Effort, rng: np.random.Generator, source: Source
) -> Judged:
    """Play a game and judge its positions at every natural pause; consumes ``rng`` and ``source``."""
    state, journal = game.new_state(seats), new_journal(is_open=False)
    contract.start(state, int(rng.integers(KEYS)), journal)
    facts, shares, stage = [], [], -1
    while awaited := members(int(contract.awaiting(state))):
        if contract.stage(state) > stage:
            stage = int(contract.stage(state))
            facts.append(facts_of(game, state))
            shares.append(expected(game, state, awaited[0], setting, effort.judgement, rng, source))
        moves = [(seat, chosen(game, state, seat, setting, effort.move, rng, source)) for seat in awaited]
        for seat, action in moves:
            contract.apply(state, seat, action, journal)
    result = np.zeros(seats)
    contract.outcome(state, result)
    return Judged(
        np.array(facts),
        padded(game, shares),
        padded(game, [result] * len(facts)),
        np.full(len(facts), seats, np.int8),
        np.zeros(len(facts), np.int32),
    )


def facts_of(game: Game, state: Any) -> NDArray[np.float32]:
    """Return the facts of every seat, float32 [most seats, facts]."""
    facts = np.zeros((game.seats[-1], len(game.facts)), np.float32)
    for seat in range(state.seats):
        contract.facts(state, seat, facts[seat])
    return facts


def padded(game: Game, rows: Sequence[NDArray[np.float64]]) -> NDArray[np.float32]:
    """Return rows of one number for each seat, with zeros for seats that are not there."""
    return np.array([np.pad(row, (0, game.seats[-1] - len(row))) for row in rows], np.float32)


def searched(
    game: Game, state: Any, seat: int, setting: Setting, iterations: int, rng: np.random.Generator, source: Source
) -> tuple[Tree, Desk]:
    """Return what a search finds from what ``seat`` knows."""
    known = state.copy()
    contract.guess(known, seat, int(rng.integers(KEYS)))
    tree, desk = new_tree(SLOTS), new_desk(game, int(state.seats))
    search(known, seat, NO_ACTION, iterations, setting, tree, desk, source, new_journal(is_open=False))
    return tree, desk


def expected(
    game: Game, state: Any, seat: int, setting: Setting, iterations: int, rng: np.random.Generator, source: Source
) -> NDArray[np.float64]:
    """Return the shares of the victory that a search from ``seat`` expects, their sum 1."""
    _, desk = searched(game, state, seat, setting, iterations, rng, source)
    return desk.sums / desk.sums.sum()


def chosen(
    game: Game, state: Any, seat: int, setting: Setting, iterations: int, rng: np.random.Generator, source: Source
) -> int:
    """Return the most visited action, now and then one at random."""
    if rng.random() < AT_RANDOM:
        return int(contract.sample(state, seat, source))
    actions = np.zeros(game.widest, np.int16)
    n = int(contract.legal(state, seat, actions))
    tree, _ = searched(game, state, seat, setting, iterations, rng, source)
    return int(actions[np.argmax(visits_of(tree, seat, actions[:n]))])


def joined(parts: Sequence[Judged]) -> Judged:
    """Return all positions together; different games have different numbers."""
    games, first = [], 0
    for part in parts:
        games.append(part.game + first)
        first += int(part.game.max()) + 1
    every = Judged(*(np.concatenate(arrays) for arrays in zip(*parts, strict=True)))
    return every._replace(game=np.concatenate(games))
