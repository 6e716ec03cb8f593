"""How likely a seat is to win (the contract's ``prospect``), for searches that stop before the end.

What lies before a seat counts here as it went in games, not as it is planned: a piece is half a point, whatever tile
it is meant for. The weights are in ``data/weights.toml``, by number of seats.
"""

import numpy as np
from msgspec.structs import astuple

from malecon.core.jit import register, routine
from malecon.havana.buildings import DEBRIS
from malecon.havana.evaluate import progress
from malecon.havana.rules.ending import TARGET
from malecon.havana.rules.owning import COLOUR_COUNT
from malecon.havana.state import MIN_SEATS, STATE, State
from malecon.havana.weights import WEIGHTS

MOST_CUBES, MOST_DEBRIS, MOST_WORKERS, MOST_PESOS = 3, 9, 5, 9
"""Of a colour, and of each other kind: more count for nothing."""

POINT, LATE, REACHED, NEAREST, SECOND, CUBE, RUBBLE, WORKER, PESO = np.array(astuple(WEIGHTS.prospect))
"""By seats, from ``MIN_SEATS`` on."""


@routine
def prospect(state: State, seat: int) -> float:
    """Return how likely ``seat`` is to win."""
    table = state.seats - MIN_SEATS
    points = float(state.points[seat])
    score = POINT[table] * points + LATE[table] * points * points / TARGET[state.seats]
    score += RUBBLE[table] * min(MOST_DEBRIS, state.cubes[seat, DEBRIS])
    score += WORKER[table] * min(MOST_WORKERS, state.workers[seat])
    score += PESO[table] * min(MOST_PESOS, state.pesos[seat])
    for colour in range(COLOUR_COUNT):
        score += CUBE[table] * min(MOST_CUBES, state.cubes[seat, colour])
    if state.points[seat] >= TARGET[state.seats]:
        score += REACHED[table]
    nearest, second = progress(state, seat)
    return score + NEAREST[table] * nearest + SECOND[table] * second


register(STATE, prospect)
