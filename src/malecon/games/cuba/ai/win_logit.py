"""How likely a seat is to win (the contract's ``prospect``), for searches that stop before the end.

A small network weighs the facts; it learned from what searches found (``agents/learning``). The weights are in
``data/prospect.toml``.
"""

from importlib.resources import files

import numpy as np

from malecon.core.jit import register, routine
from malecon.core.network import estimate, read_network
from malecon.games.cuba.ai.value_features import FACTS, facts
from malecon.games.cuba.state import STATE, State

FACT_COUNT = len(FACTS)
STRAIGHT, INNER, START, OUTER = read_network(files("malecon.games.cuba") / "data/prospect.toml", FACTS)


@routine
def prospect(state: State, seat: int) -> float:
    """Return how likely ``seat`` is to win."""
    known = np.empty(FACT_COUNT, np.float32)
    facts(state, seat, known)
    return estimate(known, STRAIGHT, INNER, START, OUTER)


register(STATE, prospect)
