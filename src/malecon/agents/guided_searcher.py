"""A computer player that searches with a policy-value network (``guided_search``)."""

import re
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np

from malecon.agents.agent import Advice, Agent, key_or_random, known_to
from malecon.agents.guided_search import new_guide, new_guided_tree, run_guided
from malecon.agents.levels import config_of
from malecon.agents.network_player import SUFFIX, NetworkPlayer, network_player
from malecon.agents.search import Question, new_search
from malecon.agents.searcher import is_clear
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
        iterations: at most so many for each of the other players.
    """

    name: str
    player: NetworkPlayer
    iterations: int

    def advise(self, match: Match, seat: int, key: int | None = None) -> list[Advice]:
        """Return the legal moves, the most visited first, with the expected share of those that were tried.

        Raises:
            UsageError: the network does not know the game, its number of seats, or one of its options.
        """
        self.player.check(match)
        key = key_or_random(key)
        question = Question(match.game, known_to(match, seat, key), seat)
        search = new_search(question, config_of(match.game), new_source(key), FEWEST_SLOTS)
        left = self.iterations * (match.seats - 1)
        tree = new_guided_tree(left + 1)
        run = partial(run_guided, search, new_guide(question, self.player.network), tree)
        run(1)  # adds the root, whose edges are the legal moves
        edges = slice(0, int(tree.counts[tree.path_nodes[0]]))
        while left > 0 and not is_clear(tree.edge_visits[edges].tolist(), left):
            run(min(BATCH, left))
            left -= min(BATCH, left)
        visits = tree.edge_visits[edges]
        shares = tree.edge_total[edges] / np.maximum(visits, 1)
        in_words = match.game.notation.format
        return [
            Advice(in_words(int(tree.actions[edge])), float(shares[edge]), int(visits[edge]))
            for edge in np.lexsort((-tree.priors[edges], -shares, -visits))
        ]


_BY_NETWORK = re.compile(r"search-([1-9][0-9]{0,6}):(.+" + re.escape(SUFFIX) + ")")


def guided_searcher_of(name: str) -> GuidedSearcher | None:
    """Return the player of a name such as ``search-400:network.npz``; ``None`` for another name.

    Raises:
        UsageError: the file of the network cannot be read, or is none.
    """
    found = _BY_NETWORK.fullmatch(name)
    return found and GuidedSearcher(name, network_player(Path(found[2])), int(found[1]))
