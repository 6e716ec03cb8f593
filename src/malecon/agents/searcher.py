"""A searcher: a computer player that searches within a budget, and makes the most visited move."""

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from malecon.agents.agent import Advice, Agent, key_or_random, known_to
from malecon.agents.mixing import Mixing, draw_move, is_secret
from malecon.agents.search import RANDOM_SIMULATIONS, Question, Search, SearchConfig, expected_actions, find, new_search
from malecon.agents.search_iteration import run_iterations
from malecon.core import contract
from malecon.core.game_parts import GameParts
from malecon.core.jit import JIT
from malecon.core.match import Match
from malecon.core.random import new_source

BATCH = 250
"""Iterations after which it is checked whether the best move is clear."""
MOST_SHOWN = 6
"""Moves of a decision whose lines are given: more than a hint shows, for some make the same turn in another order."""
STEP = BATCH if JIT else 1
"""Iterations between two looks at the clock: compiled some milliseconds, plain one iteration takes 7 to 30."""


class Budget(Struct, frozen=True):
    """The bounds of a search: it goes on until either is used up, or no other move can become the most visited one.

    Attributes:
        iterations: at most so many for each of the other players, for each of them has a tree that must learn as well;
            with these alone a search can be repeated exactly.
        seconds: at most about so long; 0: no limit.
    """

    iterations: int
    seconds: float = 0.0


def search_moves(question: Question, config: SearchConfig, budget: Budget, key: int) -> list[Advice]:
    """Search, and return the legal moves of the seat, the most visited first; ``key``: of the random numbers."""
    search = new_search(question, config, new_source(key))
    actions = legal_actions(question)
    for _, left in batches(search, budget):
        # The most visited move is played, not the one with the highest mean: a mean of few visits is mostly luck. So
        # a search is over when no other can catch up.
        if is_clear(visits_of(search, actions), left):
            break
    return best_first(question, search, actions)


def batches(search: Search, budget: Budget) -> Iterator[tuple[int, float]]:
    """Search until the budget is used up; yield after each batch the iterations done, and about how many are left."""
    began, done, most = time.perf_counter(), 0, budget.iterations * (search.seats - 1)
    end = began + budget.seconds if budget.seconds else float("inf")
    while done < most:
        batch_end = min(done + BATCH, most)
        now = began
        while done < batch_end and now < end:
            step = min(STEP, batch_end - done)
            run_iterations(search, step)
            done += step
            now = time.perf_counter()
        rate = done / max(now - began, 1e-9)
        yield done, min(most - done, (end - now) * rate)
        if now >= end:
            return


def legal_actions(question: Question) -> NDArray[np.int16]:
    """Return the legal actions of the seat (int16 ``[n]``), ascending."""
    actions = np.zeros(question.game.widest, np.int16)
    return actions[: contract.legal(question.state, question.seat, actions)]


def visits_of(search: Search, actions: NDArray[np.int16]) -> list[int]:
    """Return the visits of each action at the root."""
    return [int(search.tree.visits[find(search.tree, search.seat, int(action))]) for action in actions]


def is_clear(visits: Sequence[int], left: float) -> bool:
    """Tell whether no other action can be tried as often as the first in the iterations that are left."""
    *_, second, most = sorted(visits)
    return most - second > left


def best_first(question: Question, search: Search, actions: NDArray[np.int16]) -> list[Advice]:
    """Return an advice for each action, the most visited first; of equals the one with the higher share."""
    found = []
    for action in actions:
        slot = find(search.tree, search.seat, int(action))
        visits = int(search.tree.visits[slot])
        share = float(search.tree.total[slot]) / visits if visits else 0.0
        found.append((visits, share, int(action), slot))
    found.sort(key=lambda each: (-each[0], -each[1]))
    in_words = question.game.notation.format
    return [
        Advice(
            in_words(action),
            share,
            visits,
            tuple(map(in_words, expected_actions(search.tree, slot))) if place < MOST_SHOWN and visits else (),
        )
        for place, (visits, share, action, slot) in enumerate(found)
    ]


@dataclass(frozen=True, slots=True)
class Searcher(Agent):
    """Searches as configured for each game, and makes the most visited move.

    Attributes:
        name: of the level.
        budget: of a search.
        configs: parameters of a search, by the name of the game.
        mixing: how a secret choice is drawn instead, in games where that helps; ``None``: it is not.
    """

    name: str
    budget: Budget
    configs: dict[str, SearchConfig]
    mixing: Mixing | None = field(default=None, kw_only=True)

    def choose(self, match: Match, seat: int, key: int | None = None) -> str:
        """Return the most visited move, or one that is drawn where the choice is secret."""
        key = key_or_random(key)
        advice = self.advise(match, seat, key)
        may_mix = self.config_for(match.game).mixes
        if self.mixing is not None and may_mix and is_secret(match, seat, advice[0].move):
            return draw_move(advice, self.mixing, key)
        return advice[0].move

    def advise(self, match: Match, seat: int, key: int | None = None) -> list[Advice]:
        """Return the legal moves, the best first, each with its expected share of the victory and its visits."""
        key = key_or_random(key)
        return search_moves(
            Question(match.game, known_to(match, seat, key), seat), self.config_for(match.game), self.budget, key
        )

    def config_for(self, game: GameParts) -> SearchConfig:
        """Return the parameters of a search in a game."""
        return self.configs.get(game.name, RANDOM_SIMULATIONS)
