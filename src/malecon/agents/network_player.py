"""A computer player that moves by a policy-value network alone: one pass through it for each decision, no search."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np

from malecon.agents.agent import Advice, Agent, key_or_random
from malecon.agents.policy_network import PolicyNetwork, evaluate_position, first_reference, new_evaluation
from malecon.agents.policy_network_file import NetworkCard, read_policy_network
from malecon.core import contract
from malecon.core.errors import UsageError
from malecon.core.match import Match
from malecon.core.random import draw_unit, new_source

SUFFIX = ".npz"
"""The end of the name of a network's file."""


@dataclass(frozen=True, slots=True, eq=False)
class NetworkPlayer(Agent):
    """Draws moves with the probabilities that a network gives them.

    It needs no guess: observation and legal moves hold nothing that its seat does not know.

    Attributes:
        name: of the player.
        file: of the network; a copy in another process reads it there.
        card: what the network plays.
        network: its weights.
    """

    name: str
    file: Path
    card: NetworkCard
    network: PolicyNetwork

    def __reduce__(self) -> tuple[Callable[[Path], "NetworkPlayer"], tuple[Path]]:
        """Pickle the player by its file: weights are large."""
        return network_player, (self.file,)

    def advise(self, match: Match, seat: int, key: int | None = None) -> list[Advice]:
        """Return the legal moves, the likeliest first, worth their probabilities; ``key`` changes nothing.

        Raises:
            UsageError: the network does not know the game, its number of seats, or one of its options.
        """
        self.check(match)
        memory = new_evaluation(self.network, match.game.widest)
        contract.observe(match.state, seat, memory.observation)
        count = contract.legal(match.state, seat, memory.actions)
        evaluate_position(self.network, first_reference(self.network), memory, count, match.seats)
        actions = memory.actions[:count]
        logits = memory.logits[actions].astype(np.float64)
        powers = np.exp(logits - logits.max())
        probabilities = powers / powers.sum()
        in_words = match.game.notation.format
        return [
            Advice(in_words(int(actions[place])), float(probabilities[place]), 0)
            for place in np.argsort(-probabilities, kind="stable")
        ]

    def choose(self, match: Match, seat: int, key: int | None = None) -> str:
        """Return a move, drawn by the probabilities."""
        advice, left = self.advise(match, seat), draw_unit(new_source(key_or_random(key)))
        for each in advice:
            left -= each.worth
            if left < 0:
                return each.move
        return advice[0].move

    def check(self, match: Match) -> None:
        """Raise ``UsageError`` if the network does not know such a table."""
        if objection := self.objection(match):
            raise UsageError(f"{self.name}: {objection}")

    def objection(self, match: Match) -> str:
        """Return why the network does not know a table; empty if it does."""
        card, game = self.card, match.game
        if game.name != card.game:
            return f"plays {card.game}, but was asked about {game.name}"
        if match.seats not in card.seats:
            return f"was asked about {match.seats} seats, but knows only {' or '.join(map(str, card.seats))}"
        for option in game.options:
            if option.name not in card.options and option.lines(option.value(match.state)):
                return f"knows {game.name} only without the option {option.name}"
        return ""


def network_player(file: Path) -> NetworkPlayer:
    """Return the player by the network in a file, which is read once; its name is that of the file.

    Raises:
        UsageError: it cannot be read, or is none.
    """
    try:
        status = file.stat()
    except OSError:
        return _read_player(file, 0)  # says why not
    return _read_player(file, status.st_mtime_ns)


@lru_cache(maxsize=8)
def _read_player(file: Path, _changed_ns: int) -> NetworkPlayer:
    """Return the player of a file that was last changed at a time: a file that is written anew is read anew."""
    return NetworkPlayer(file.name, file, *read_policy_network(file))
