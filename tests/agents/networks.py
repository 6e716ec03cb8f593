"""Policy-value networks that have learned nothing, small enough for tests."""

from pathlib import Path

import numpy as np

import malecon
from malecon.agents.policy_network import PolicyNetwork
from malecon.agents.policy_network_file import (
    NetworkCard,
    array_shapes,
    blocks_of,
    network_of,
    questions_of,
    write_policy_network,
)

UNITS = (24, 16)


def card_for(game: str, seats: tuple[int, ...] = (2,), options: tuple[str, ...] = ()) -> NetworkCard:
    """Return the card of a small network."""
    found = malecon.games[game]
    return NetworkCard(
        game=game, seats=seats, options=options, blocks=blocks_of(found), questions=questions_of(found), units=UNITS
    )


def random_network(card: NetworkCard, seed: int = 1) -> PolicyNetwork:
    """Return a network with random weights, which half precision holds exactly."""
    rng = np.random.default_rng(seed)
    shapes = array_shapes(card)
    return network_of(card, {name: rng.normal(0, 0.3, shape).astype(np.float16) for name, shape in shapes.items()})


def written(file: Path, card: NetworkCard, seed: int = 1) -> Path:
    """Return the file, into which a network with random weights was written."""
    write_policy_network(file, card, random_network(card, seed))
    return file
