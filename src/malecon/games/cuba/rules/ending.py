"""The end (chapter 9).

CUB-9.1  After round 6 each building built scores 2 points.
CUB-9.2  Most points win, then most pesos; still tied they share the victory.
"""

from malecon.core.contract import Journal, note
from malecon.core.jit import rule
from malecon.games.cuba.boards import FIELDS
from malecon.games.cuba.buildings import PRINTED_WAREHOUSE
from malecon.games.cuba.events import ENDED, FOR_BUILDINGS
from malecon.games.cuba.rules.common import ask, score
from malecon.games.cuba.state import NONE, OVER, State

BUILDING_POINTS = 2


@rule
def end_game(state: State, journal: Journal) -> None:
    """Count the buildings and end the game (CUB-9.1)."""
    for seat in range(state.seats):
        score(state, seat, BUILDING_POINTS * tiles_built(state, seat), FOR_BUILDINGS, journal)
    ask(state, OVER, 0)
    note(journal, ENDED, NONE)


@rule
def tiles_built(state: State, seat: int) -> int:
    """Return how many buildings ``seat`` has built; the printed warehouse is none (CUB-9.1)."""
    count = 0
    for field in range(FIELDS):
        if state.built[seat, field] != NONE and state.built[seat, field] != PRINTED_WAREHOUSE:
            count += 1
    return count


@rule
def is_best(state: State, seat: int) -> bool:
    """Tell whether nobody is before ``seat`` in points, and among equals in pesos (CUB-9.2)."""
    for other in range(state.seats):
        if state.points[other] > state.points[seat]:
            return False
        if state.points[other] == state.points[seat] and state.pesos[other] > state.pesos[seat]:
            return False
    return True
