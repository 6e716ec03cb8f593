"""The computer players that come with the product, by name, their warm-up, and the one that searches.

How long they search stands in ``levels.toml``, how they search a game in ``data/search.toml`` of its folder.

Numba compiles a function when it is first called, and keeps the result in the cache folder. ``prepare`` calls all that
a game against computer players needs, so that no prompt freezes in the middle of it; a mark in the folder says that
this has been done.
"""

import re
import time
import tomllib
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from importlib.resources import files

import numpy as np
from numpy.typing import NDArray

from malecon import games
from malecon.agents.agent import RANDOM, Advice, Agent, RandomPlayer, RolloutPlayer, key_or_random, known_to
from malecon.agents.search import RANDOM_SIMULATIONS, Question, Search, SearchConfig, expected_actions, find, new_search
from malecon.agents.search_iteration import run_iterations
from malecon.core import PlainData, contract, jit
from malecon.core.data import folder_of
from malecon.core.game import Game
from malecon.core.game_parts import GameParts
from malecon.core.garbage_collection import gc_paused
from malecon.core.jit import JIT
from malecon.core.match import Match
from malecon.core.plain_text import look_alike
from malecon.core.random import new_source

BATCH = 250
"""Iterations after which it is checked whether the best move is clear."""
MOST_SHOWN = 3
"""Moves of a decision whose lines are given."""
STEP = BATCH if JIT else 1
"""Iterations between two looks at the clock: compiled some milliseconds, plain one iteration takes 7 to 30."""


@dataclass(frozen=True, slots=True)
class Budget:
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
    """Searches as configured for each game, and makes the most visited move."""

    name: str
    budget: Budget
    configs: dict[str, SearchConfig]

    def advise(self, match: Match, seat: int, key: int | None = None) -> list[Advice]:
        """Return the legal moves, the best first, each with its expected share of the victory and its visits."""
        key = key_or_random(key)
        return search_moves(
            Question(match.game, known_to(match, seat, key), seat), self.config_for(match.game), self.budget, key
        )

    def config_for(self, game: GameParts) -> SearchConfig:
        """Return the parameters of a search in a game."""
        return self.configs.get(game.name, RANDOM_SIMULATIONS)


NAMES = ("Rosa", "Mateo", "Inés", "Tomás", "Elena")
"""Names that computer players bear at a table."""
DATA: PlainData = tomllib.loads(files("malecon.agents").joinpath("levels.toml").read_text("utf-8"))
FILES = {game: folder_of(game) / "data/search.toml" for game in games}
SEARCH_CONFIGS = {
    game: SearchConfig(**tomllib.loads(file.read_text("utf-8"))) for game, file in FILES.items() if file.is_file()
}
"""By the name of the game."""
SEARCHERS = [Searcher(name, Budget(**budget), SEARCH_CONFIGS) for name, budget in DATA["budget"].items()]

LEVELS: dict[str, Agent] = {
    agent.name: agent for agent in (RandomPlayer(), RolloutPlayer("easy", samples=8), *SEARCHERS)
}
"""The levels by name, the weakest first."""


def levels_of(game: GameParts) -> tuple[str, ...]:
    """Return the levels at which computer players play a game, the weakest first: ``RANDOM`` alone without a guess."""
    return tuple(LEVELS) if game.has_guess else (RANDOM,)


def opponents_of(game: GameParts) -> tuple[str, ...]:
    """Return the levels that are proposed to people, the weakest first: those that think, if there are any."""
    return levels_of(game)[1:] or (RANDOM,)


_BY_ITERATIONS = re.compile(r"(search|mcts)-([1-9][0-9]{0,6})")


def searcher_of(name: str) -> Searcher | None:
    """Return the searcher of a name such as ``search-200`` or ``mcts-200``; ``None`` for another name.

    Both search without a clock, so that the same key gives the same move on any machine, at most so many iterations for
    each of the other players. ``search`` is that of the levels, ``mcts`` the plainest one: every simulation is random
    and goes to the end of the game.
    """
    found = _BY_ITERATIONS.fullmatch(name)
    if found is None:
        return None
    return Searcher(name, Budget(int(found[2])), SEARCH_CONFIGS if found[1] == "search" else {})


def without_clock(agent: Agent) -> Agent:
    """Return the agent, bounded by iterations alone if it searches."""
    return replace(agent, budget=Budget(agent.budget.iterations)) if isinstance(agent, Searcher) else agent


def free_names(taken: Collection[str]) -> Iterator[str]:
    """Yield names for computer players that look like nobody else's; five, less those; with another initial first.

    >>> [*free_names(["Marina", "Rosa"])]
    ['Inés', 'Tomás', 'Elena', 'Mateo']
    """
    free = [name for name in NAMES if not look_alike(name, filter(None, taken))]
    initials = {name[:1] for name in taken}
    return iter(sorted(free, key=lambda name: name[:1] in initials))


def is_prepared(game: Game) -> bool:
    """Tell whether everything for ``game`` is in the cache, so that ``prepare`` takes a fraction of a second."""
    return jit.is_prepared(game.name)


@gc_paused()
def prepare(game: Game) -> None:
    """Compile what a game against computer players needs, or load it from the cache.

    Takes up to a minute the first time on a machine, then a fraction of a second.
    """
    match = game.start(seats=min(game.seats), seed=0)
    seat = match.to_move[0]
    if game.has_guess:
        replace(SEARCHERS[0], budget=Budget(1)).choose(match, seat, key=0)
    match.play(seat, LEVELS[opponents_of(game)[0]].choose(match, seat, key=0))
    match.legal(seat), match.points, match.winners
    jit.mark_prepared(game.name)
