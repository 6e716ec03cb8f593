"""How likely a seat is to win (the contract's ``prospect``), for searches that stop before the end.

What lies before a seat counts here as it went in games, not as it is planned: a piece is half a point, whatever tile
it is meant for. The weights are in ``data/weights.toml``, by number of seats.
"""

import numpy as np
from msgspec.structs import astuple

from malecon.core.jit import register, routine
from malecon.havana.buildings import DEBRIS
from malecon.havana.evaluate import coloured, progress
from malecon.havana.rules.ending import TARGET
from malecon.havana.state import MIN_SEATS, STATE, State
from malecon.havana.weights import WEIGHTS

MOST_DEBRIS, MOST_WORKERS, MOST_PESOS = 9, 5, 9
"""Of each kind: more count for nothing."""

POINT, LATE, REACHED, NEAREST, SECOND, CUBE, RUBBLE, WORKER, PESO = np.array(astuple(WEIGHTS.prospect))
"""By seats, from ``MIN_SEATS`` on."""


@routine
def prospect(state: State, seat: int) -> float:
    """Return how likely ``seat`` is to win."""
    table = state.seats - MIN_SEATS
    points = float(state.points[seat])
    score = POINT[table] * points + LATE[table] * points * points / TARGET[state.seats]
    score += CUBE[table] * coloured(state, seat)
    score += RUBBLE[table] * min(MOST_DEBRIS, state.cubes[seat, DEBRIS])
    score += WORKER[table] * min(MOST_WORKERS, state.workers[seat])
    score += PESO[table] * min(MOST_PESOS, state.pesos[seat])
    if state.points[seat] >= TARGET[state.seats]:
        score += REACHED[table]
    nearest, second = progress(state, seat)
    return score + NEAREST[table] * nearest + SECOND[table] * second


register(STATE, prospect)
