"""A searcher that searches with a network at the tables for which one has learned (``guided_searcher``)."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from malecon.agents.agent import Advice
from malecon.agents.guided_searcher import GuidedSearcher
from malecon.agents.network_player import NetworkPlayer, network_player
from malecon.agents.searcher import Budget, Searcher
from malecon.core.jit import JIT
from malecon.core.match import Match


@dataclass(frozen=True, slots=True)
class NetworkSearcher(Searcher):
    """Searches with a network where it can, else as a searcher does.

    Attributes:
        networks: files of networks, by the name of the game.
        guided_iterations: of a search with a network, at most so many for each of the other players; the seconds are
            those of ``budget``.
    """

    networks: Mapping[str, Path]
    guided_iterations: int

    def advise(self, match: Match, seat: int, key: int | None = None) -> list[Advice]:
        """The legal moves, the best first, each with its expected share of the victory and its visits."""
        network = self.network_for(match)
        if network is None:
            return Searcher.advise(self, match, seat, key)
        budget = Budget(self.guided_iterations, self.budget.seconds)
        return GuidedSearcher(self.name, network, self.configs, budget).advise(match, seat, key)

    def network_for(self, match: Match) -> NetworkPlayer | None:
        """The network that knows a table; ``None`` if there is none, or plain code would evaluate it."""
        file = self.networks.get(match.game.name)
        if file is None or not JIT:
            return None
        player = network_player(file)
        return None if player.objection(match) else player
