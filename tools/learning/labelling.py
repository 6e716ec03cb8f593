"""Positions labelled by a search, from which the value networks are learned.

The positions are those at the natural pauses of games. The games are played by a quick search that now and then makes
a move at random, so that much of what can happen happens. At every pause a longer search says what share of the victory
each seat can expect: that is far less a matter of luck than who wins in the end. ``learning`` fits a
network to them. ``docs/decisions/0012-win-probability.md`` tells why and how well.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from malecon.agents.search import Question, Search, SearchConfig, new_search
from malecon.agents.search_iteration import run_iterations
from malecon.agents.searcher import legal_actions, visits_of
from malecon.core import AnyState, contract
from malecon.core.codecs import members
from malecon.core.contract import new_journal
from malecon.core.game import Game
from malecon.core.random import Source, new_source

SLOTS = 2**13
"""The size of the trees: room enough for some hundred iterations, and quickly cleared."""
KEYS = 2**42
"""The number of keys from which deals and guesses come."""
AT_RANDOM = 0.04
"""The share of moves that are made at random."""


class Effort(NamedTuple):
    """The effort of searches: iterations for a move, and for a label."""

    move: int
    label: int


class Labelled(NamedTuple):
    """Labelled positions; seats that are not there have zeros.

    Attributes:
        features: float32 [positions, seats, features], the value features of each seat.
        shares: float32 [positions, seats], of the victory, as a search expects them.
        results: float32 [positions, seats], of the victory, at the end of the game.
        seats: int8 [positions], how many play.
        game: int32 [positions], number of the game.
    """

    features: NDArray[np.float32]
    shares: NDArray[np.float32]
    results: NDArray[np.float32]
    seats: NDArray[np.int8]
    game: NDArray[np.int32]


@dataclass(frozen=True, slots=True)
class Labeller:
    """Plays games and labels their positions.

    Attributes:
        game: what is played.
        config: how to search.
        effort: how long to search.
        rng, source: random numbers of games and of searches, consumed.
    """

    game: Game
    config: SearchConfig
    effort: Effort
    rng: np.random.Generator
    source: Source

    def label_game(self, seats: int) -> Labelled:
        """Play a game and label its positions at every natural pause."""
        state, journal = self.game.new_state(seats), new_journal(is_open=False)
        contract.start(state, self._key(), journal)
        features, shares, stage = [], [], -1
        while awaited := members(int(contract.awaiting(state))):
            if contract.stage(state) > stage:
                stage = int(contract.stage(state))
                features.append(_features_of(self.game, state))
                shares.append(self._expected_shares(state, awaited[0]))
            moves = [(seat, self._choose(state, seat)) for seat in awaited]
            for seat, action in moves:
                contract.apply(state, seat, action, journal)
        result = np.zeros(seats)
        contract.outcome(state, result)
        return Labelled(
            features=np.array(features),
            shares=_pad(self.game, shares),
            results=_pad(self.game, [result] * len(features)),
            seats=np.full(len(features), seats, np.int8),
            game=np.zeros(len(features), np.int32),
        )

    def _expected_shares(self, state: AnyState, seat: int) -> NDArray[np.float64]:
        """Return the shares of the victory that a search from ``seat`` expects (float64 ``[seats]``), sum 1."""
        search = self._search(state, seat, self.effort.label)
        totals = search.iteration.totals[: search.seats]
        return totals / totals.sum()

    def _choose(self, state: AnyState, seat: int) -> int:
        """Return the most visited action, now and then one at random."""
        if self.rng.random() < AT_RANDOM:
            return int(contract.sample(state, seat, self.source))
        actions = legal_actions(Question(self.game, state, seat))
        search = self._search(state, seat, self.effort.move)
        return int(actions[np.argmax(visits_of(search, actions))])

    def _search(self, state: AnyState, seat: int, iterations: int) -> Search:
        """Search from what ``seat`` knows."""
        known = state.copy()
        contract.guess(known, seat, self._key())
        search = new_search(Question(self.game, known, seat), self.config, self.source, SLOTS)
        run_iterations(search, iterations)
        return search

    def _key(self) -> int:
        """Return a key for a deal or a guess."""
        return int(self.rng.integers(KEYS))


def label_games(game: Game, config: SearchConfig, effort: Effort, seconds: float, seed: int) -> Labelled:
    """Play and label games for so many seconds, at least one, each number of seats equally often."""
    labeller = Labeller(game, config, effort, np.random.default_rng(seed), new_source(seed))
    games: list[Labelled] = []
    end = time.monotonic() + seconds
    while not games or time.monotonic() < end:
        games.append(labeller.label_game(game.seats[int(labeller.rng.integers(len(game.seats)))]))
    return join(games)


def _features_of(game: Game, state: AnyState) -> NDArray[np.float32]:
    """Return the value features of every seat, float32 [most seats, features]."""
    features = np.zeros((game.seats[-1], len(game.value_features)), np.float32)
    for seat in range(state.seats):
        contract.value_features(state, seat, features[seat])
    return features


def _pad(game: Game, rows: Sequence[NDArray[np.float64]]) -> NDArray[np.float32]:
    """Return rows of one number for each seat, with zeros for seats that are not there."""
    return np.array([np.pad(row, (0, game.seats[-1] - len(row))) for row in rows], np.float32)


def join(parts: Sequence[Labelled]) -> Labelled:
    """Return all positions together; different games have different numbers."""
    games, first = [], 0
    for part in parts:
        games.append(part.game + first)
        first += int(part.game.max()) + 1
    every = Labelled(*(np.concatenate(arrays) for arrays in zip(*parts, strict=True)))
    return every._replace(game=np.concatenate(games))
