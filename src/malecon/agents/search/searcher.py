"""A computer player that searches."""

import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from malecon.agents.agent import Advice, Agent, key_or_random, known_to
from malecon.agents.search.descending import LONGEST, WHOLE, Desk, Setting, search
from malecon.agents.search.tree import SLOTS, Tree, find, new_tree
from malecon.core import contract
from malecon.core.contract import NO_ACTION
from malecon.core.journal import new_journal
from malecon.core.match import Match
from malecon.core.random import new_source

BATCH = 250
"""Iterations between two looks at the clock."""


@dataclass(frozen=True, slots=True)
class Budget:
    """How long to search: until either is used up, or no other move can become the most visited one.

    Attributes:
        iterations: at most so many for each of the other players, for each of them has a tree that must learn as well;
            with these alone a search can be repeated exactly.
        seconds: at most about so long; 0: no limit.
    """

    iterations: int
    seconds: float = 0.0


def think(match: Match, state: Any, seat: int, setting: Setting, budget: Budget, key: int) -> list[Advice]:
    """Search for a seat and return its legal moves, the most visited first.

    Args:
        match: whose turn it is in; only its game is used.
        state: the position, in which all that the seat cannot know was guessed; left as it is.
        seat: an awaited seat.
        setting: how to search.
        budget: how long.
        key: of the random numbers.
    """
    game = match.game
    actions = np.zeros(game.widest, np.int16)
    n = int(contract.legal(state, seat, actions))
    tree, desk = new_tree(SLOTS), new_desk(game, int(state.seats))
    for _, left in batches(state, seat, NO_ACTION, setting, budget, key, tree, desk):
        if is_clear(visits_of(tree, seat, actions[:n]), left):
            break
    return best_first(game, tree, seat, actions[:n])


def expect(match: Match, state: Any, seat: int, action: int, setting: Setting, budget: Budget, key: int) -> float:
    """Return the share of the victory that a seat can expect after an action; arguments as for ``think``."""
    desk = new_desk(match.game, int(state.seats))
    *_, (done, _) = batches(state, seat, action, setting, budget, key, new_tree(SLOTS), desk)
    return float(desk.sums[seat]) / done


def batches(
    state: Any, seat: int, first: int, setting: Setting, budget: Budget, key: int, tree: Tree, desk: Desk
) -> Iterator[tuple[int, float]]:
    """Search until the budget is used up; yield now and then the iterations done, and about how many are left."""
    source, journal = new_source(key), new_journal(is_open=False)
    began, done, most = time.perf_counter(), 0, budget.iterations * (int(state.seats) - 1)
    end = began + budget.seconds if budget.seconds else float("inf")
    while done < most:
        batch = min(BATCH, most - done)
        search(state, seat, first, batch, setting, tree, desk, source, journal)
        done += batch
        now = time.perf_counter()
        rate = done / max(now - began, 1e-9)
        yield done, min(most - done, (end - now) * rate)
        if now >= end:
            return


def new_desk(game: Any, seats: int) -> Desk:
    """Return room to work in."""
    return Desk(
        np.zeros(2, game.state),
        np.zeros(game.widest, np.int16),
        np.zeros(seats, np.int64),
        np.zeros(LONGEST, np.int64),
        np.zeros(LONGEST, np.int64),
        np.zeros(seats),
        np.zeros(seats),
        np.zeros(seats, np.int16),
    )


def visits_of(tree: Tree, seat: int, actions: Any) -> list[int]:
    """Return how often each action was tried at the root."""
    return [int(tree.visits[find(tree, seat, int(action))]) for action in actions]


def is_clear(visits: list[int], left: float) -> bool:
    """Tell whether no other action can be tried as often as the first in the iterations that are left."""
    *_, second, most = sorted(visits)
    return most - second > left


def best_first(game: Any, tree: Tree, seat: int, actions: Any) -> list[Advice]:
    """Return what was found, the most visited first; of equals the one with the higher share."""
    found = []
    for action in actions:
        slot = find(tree, seat, int(action))
        visits = int(tree.visits[slot])
        share = float(tree.total[slot]) / visits if visits else 0.0
        found.append(Advice(game.notation.format(int(action)), share, visits))
    return sorted(found, key=lambda each: (-each.visits, -each.worth))


@dataclass(frozen=True, slots=True)
class Searcher(Agent):
    """Searches with a setting for each game, and makes the most visited move."""

    name: str
    budget: Budget
    settings: dict[str, Setting]

    def advise(self, match: Match, seat: int, key: int | None = None) -> list[Advice]:
        """Return the legal moves, the best first, each with its expected share of the victory and its visits."""
        key = key_or_random(key)
        state = known_to(match, seat, key)
        return think(match, state, seat, self.settings.get(match.game.name, WHOLE), self.budget, key)

    def share_after(self, match: Match, seat: int, move: str, key: int | None = None) -> float:
        """Return the share of the victory that ``seat`` can expect after one of its legal moves."""
        key = key_or_random(key)
        state, action = known_to(match, seat, key), match.game.notation.parse(move)
        return expect(match, state, seat, action, self.settings.get(match.game.name, WHOLE), self.budget, key)
