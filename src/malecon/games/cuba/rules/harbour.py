"""How ships come and go (chapters 4 and 8).

CUB-4.53  Under the harbour act a ship that is filled leaves at once, and those behind it move down.
CUB-8.2   Full ships leave.
CUB-8.3   At the end of rounds 2 to 5 the ship at dock 3 leaves, whatever its load.
CUB-8.4   The ships close up towards dock 3, new ones fill the free places.
CUB-8.6   Ships that leave go under the pile, dock 3 first.
"""

import numpy as np

from malecon.core.contract import Journal, note
from malecon.core.jit import routine, rule
from malecon.games.cuba.boards import DOCKS, MERCHANDISE, SEA
from malecon.games.cuba.events import ARRIVED, LEFT, MOVED_UP
from malecon.games.cuba.rules.common import FIRST_PRODUCT
from malecon.games.cuba.state import NONE, State

KIND_COUNT = len(MERCHANDISE)
LAST_DOCK = DOCKS - 1
FROM_LAST_DOCK = np.array([2, 1, 0, SEA], np.int8)
"""The places from dock 3 backwards to the sea."""
LEAVING_BEGINS = 2
"""The first round at whose end the ship at dock 3 leaves (CUB-8.3)."""


@rule
def is_full(state: State, place: int) -> bool:
    """Tell whether all spaces of the ship at ``place`` are covered (CUB-4.51)."""
    for kind in range(KIND_COUNT):
        if state.cargo[place, kind] < state.needs[state.ship[place], kind]:
            return False
    return True


@rule
def arrive(state: State, place: int, journal: Journal) -> None:
    """Bring the top ship of the pile to ``place``."""
    state.pile_size -= 1
    state.ship[place] = state.pile[state.pile_size]
    state.pile[state.pile_size] = NONE
    state.pile_known = min(state.pile_known, state.pile_size)
    note(journal, ARRIVED, NONE, state.ship[place], place)


@rule
def move_up(state: State, old: int, place: int, journal: Journal) -> None:
    """Move the ship at ``old`` to ``place`` with its cargo."""
    state.ship[place] = state.ship[old]
    state.ship[old] = NONE
    for kind in range(KIND_COUNT):
        state.cargo[place, kind] = state.cargo[old, kind]
        state.cargo[old, kind] = 0
    note(journal, MOVED_UP, NONE, state.ship[place], place)


@rule
def leave(state: State, place: int, journal: Journal) -> None:
    """Send the ship at ``place`` away: its cargo to the supply, its card to the bottom of the pile (CUB-8.2)."""
    note(journal, LEFT, NONE, state.ship[place], place)
    for kind in range(KIND_COUNT):
        state.supply[FIRST_PRODUCT + kind] += state.cargo[place, kind]
        state.cargo[place, kind] = 0
    for slot in range(state.pile_size, 0, -1):
        state.pile[slot] = state.pile[slot - 1]
    state.pile[0] = state.ship[place]
    state.pile_size += 1
    state.pile_known += 1
    state.ship[place] = NONE


@routine
def leave_at_once(state: State, dock: int, journal: Journal) -> None:
    """Let a filled ship leave, those behind it move down one, and a new one come to sea (CUB-4.53)."""
    leave(state, dock, journal)
    for place in range(dock, 0, -1):
        move_up(state, place - 1, place, journal)
    move_up(state, SEA, 0, journal)
    arrive(state, SEA, journal)


@routine
def renew_harbour(state: State, journal: Journal) -> None:
    """Let ships leave at the end of a round, close up, and fill the free places (CUB-8.2, 8.3, 8.4, 8.6)."""
    for place in range(LAST_DOCK, -1, -1):
        if state.ship[place] != NONE:
            is_due = place == LAST_DOCK and state.round_no >= LEAVING_BEGINS
            if is_due or is_full(state, place):
                leave(state, place, journal)
    taken = 0
    for old in FROM_LAST_DOCK:
        if state.ship[old] != NONE:  # never the one at dock 3: its ship has left, or it was empty in round 1
            move_up(state, old, FROM_LAST_DOCK[taken], journal)
            taken += 1
    for free in range(taken, len(FROM_LAST_DOCK)):
        arrive(state, FROM_LAST_DOCK[free], journal)
