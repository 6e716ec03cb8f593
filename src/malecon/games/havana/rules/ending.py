"""The end (chapter 7).

HAV-7.1  Who has the points at the end of the own turn wins at once.
HAV-7.2  No tile left in rows and stack, or all cubes in the box: the game ends at once, most points win.
HAV-7.3  The game ends after phase 2 when nobody bought for 5 rounds and no cube is left to come, or for 15 rounds.
HAV-7.4  Ties share the victory.
"""

import numpy as np

from malecon.core.contract import Journal, note
from malecon.core.jit import rule
from malecon.games.havana.buildings import CUBES
from malecon.games.havana.events import ENDED
from malecon.games.havana.rules.common import ask
from malecon.games.havana.state import (
    ALL_CUBES,
    BY_POINTS,
    NO_CUBE,
    NO_TILE,
    NONE,
    OVER,
    STALLED,
    STALLED_WITHOUT_CUBES,
    State,
)

CUBE_KINDS = len(CUBES)
TARGET = np.array([0, 0, 25, 20, 15], np.int16)
"""Points that win, by the number of seats (HAV-7.1)."""
IDLE_WITHOUT_CUBES, IDLE = 5, 15


@rule
def end_game(state: State, reason: int, journal: Journal) -> None:
    """End the game; what the turn still had to do is dropped."""
    ask(state, OVER, 0)
    state.ending = reason
    note(journal, ENDED, NONE, reason)


@rule
def end_if_points_suffice(state: State, seat: int, journal: Journal) -> bool:
    """End the game if ``seat``, whose turn ends, has won (HAV-7.1)."""
    if state.points[seat] < TARGET[state.seats]:
        return False
    end_game(state, BY_POINTS, journal)
    return True


@rule
def end_if_used_up(state: State, journal: Journal) -> bool:
    """End the game if no tile is left, or if all cubes are in the box (HAV-7.2)."""
    if state.row_length[0] + state.row_length[1] + state.stack_size == 0:
        end_game(state, NO_TILE, journal)
        return True
    in_box = 0
    for cubes in state.box:
        in_box += int(cubes)
    if in_box == ALL_CUBES:
        end_game(state, NO_CUBE, journal)
        return True
    return False


@rule
def end_if_stalled(state: State, journal: Journal) -> bool:
    """Count the rounds without a purchase at the end of phase 2, and end the game if they are too many (HAV-7.3)."""
    state.idle_rounds = 0 if state.bought == 1 else state.idle_rounds + 1
    if state.idle_rounds >= IDLE:
        end_game(state, STALLED, journal)
        return True
    if state.idle_rounds >= IDLE_WITHOUT_CUBES and nothing_to_come(state):
        end_game(state, STALLED_WITHOUT_CUBES, journal)
        return True
    return False


@rule
def nothing_to_come(state: State) -> bool:
    """Tell whether bag and centre hold no cube."""
    for cube in range(CUBE_KINDS):
        if state.bag[cube] > 0 or state.centre[cube] > 0:
            return False
    return True


@rule
def is_best(state: State, seat: int) -> bool:
    """Tell whether nobody has more points than ``seat``: who wins by 7.1 is the only one at the target."""
    for other in range(state.seats):
        if state.points[other] > state.points[seat]:
            return False
    return True
