"""A computer player that searches with a policy-value network (``guided_search``)."""

import time
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial

import numpy as np

from malecon.agents.agent import Advice, Agent, key_or_random, known_to
from malecon.agents.guided_search import (
    NO_PLACE,
    Guide,
    GuidedTree,
    find_node,
    new_guide,
    new_guided_tree,
    observation_key,
    run_guided,
)
from malecon.agents.network_player import NetworkPlayer
from malecon.agents.search import RANDOM_SIMULATIONS, Question, SearchConfig, new_search
from malecon.agents.searcher import MOST_SHOWN, Budget, is_clear
from malecon.core import contract
from malecon.core.match import Match
from malecon.core.random import new_source

BATCH = 50
"""Iterations after which it is checked whether the best move is clear."""
FEWEST_SLOTS = 2
"""Of the trees of a search by itself, which this one does not use."""


@dataclass(frozen=True, slots=True)
class GuidedSearcher(Agent):
    """Searches with a network, and makes the most visited move.

    Attributes:
        name: of the player.
        player: the player by the network alone.
        configs: parameters of a search, by the name of the game.
        budget: of a search; the clock is looked at after each batch of iterations.
    """

    name: str
    player: NetworkPlayer
    configs: Mapping[str, SearchConfig]
    budget: Budget

    def advise(self, match: Match, seat: int, key: int | None = None) -> list[Advice]:
        """Return the legal moves, the most visited first, with the expected share of those that were tried.

        The first ones have the moves that are expected to follow in the same turn.

        Raises:
            UsageError: the network does not know the game, its number of seats, or one of its options.
        """
        self.player.check(match)
        key = key_or_random(key)
        question = Question(match.game, known_to(match, seat, key), seat)
        search = new_search(
            question, self.configs.get(match.game.name, RANDOM_SIMULATIONS), new_source(key), FEWEST_SLOTS
        )
        left = self.budget.iterations * (match.seats - 1)
        tree = new_guided_tree(left + 1, match.game.widest)
        guide = new_guide(question, self.player.network)
        run = partial(run_guided, search, guide, tree)
        while tree.root[0] == NO_PLACE:  # who chose in secret before is asked first
            run(1)
        end = time.perf_counter() + (self.budget.seconds or float("inf"))
        first = int(tree.first[tree.root[0]])
        edges = slice(first, first + int(tree.counts[tree.root[0]]))
        while left > 0 and not is_clear(tree.edge_visits[edges].tolist(), left) and time.perf_counter() < end:
            run(min(BATCH, left))
            left -= min(BATCH, left)
        actions, visits = tree.actions[edges].tolist(), tree.edge_visits[edges]
        shares = tree.edge_total[edges] / np.maximum(visits, 1)
        best_first = np.lexsort((-tree.priors[edges], -shares, -visits)).tolist()
        return [
            Advice(
                match.game.notation.format(actions[each]),
                float(shares[each]),
                int(visits[each]),
                _line(question, guide, tree, actions[each]) if place < MOST_SHOWN and visits[each] else (),
            )
            for place, each in enumerate(best_first)
        ]


def _line(question: Question, guide: Guide, tree: GuidedTree, action: int) -> tuple[str, ...]:
    """The moves that a seat is expected to make after one, as long as nobody else is to move."""
    done, seat, line = Match(question.game, question.state.copy()), question.seat, list[str]()
    while True:
        done.play(seat, done.game.notation.format(action))
        if done.to_move[:1] != (seat,):
            return tuple(line)
        contract.observe(done.state, seat, guide.evaluation.observation)
        place = find_node(tree, observation_key(guide.evaluation.observation, seat))
        edges = slice(int(tree.first[place]), int(tree.first[place]) + int(tree.counts[place]))
        if not tree.edge_visits[edges].any():
            return tuple(line)
        action = int(tree.actions[edges][tree.edge_visits[edges].argmax()])
        line.append(done.game.notation.format(action))
