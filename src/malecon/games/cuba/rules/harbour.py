"""The harbour: how ships come and go, and loading them by the Mayor and by wharves (chapters 2, 4, 8 and 10).

CUB-2.6    A dock scores 1, 2 or 3 points for each piece.
CUB-4.50   The Mayor loads any number of pieces on one ship at the docks, or takes the alternative.
CUB-4.51   A ship is full when its five spaces are covered.
CUB-4.52   The alternative gives 4 pesos to the first, 2 to the second player.
CUB-4.53   Under the harbour act a ship that is filled leaves at once, and those behind it move down.
CUB-8.2    Full ships leave.
CUB-8.3    At the end of rounds 2 to 5 the ship at dock 3 leaves, whatever its load.
CUB-8.4    The ships close up towards dock 3, new ones fill the free places.
CUB-8.6    Ships that leave go under the pile, dock 3 first.
CUB-10.7   The Small wharf loads 1 piece.
CUB-10.8   The Large wharf loads 1 or 2 pieces of one kind.
CUB-10.34  Each wharf chooses its own ship, never the one at sea.
"""

import numpy as np

from malecon.core.bit_set import bit, has
from malecon.core.contract import Journal, note
from malecon.core.jit import routine, rule
from malecon.games.cuba import asks
from malecon.games.cuba.answers import MAYOR_PESOS, NO_LOAD
from malecon.games.cuba.boards import DOCKS, MERCHANDISE, SEA
from malecon.games.cuba.cards import HARBOUR_ACT, OTHER, SPACES
from malecon.games.cuba.events import ALTERNATIVE, ARRIVED, LEFT, LOADED, MOVED_UP
from malecon.games.cuba.rules import FIRST_PRODUCT, ask, do_nothing, earn, give_up, is_in_force
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
def _move_up(state: State, old: int, place: int, journal: Journal) -> None:
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
def _leave_at_once(state: State, dock: int, journal: Journal) -> None:
    """Let a filled ship leave, those behind it move down one, and a new one come to sea (CUB-4.53)."""
    leave(state, dock, journal)
    for place in range(dock, 0, -1):
        _move_up(state, place - 1, place, journal)
    _move_up(state, SEA, 0, journal)
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
            _move_up(state, old, FROM_LAST_DOCK[taken], journal)
            taken += 1
    for free in range(taken, len(FROM_LAST_DOCK)):
        arrive(state, FROM_LAST_DOCK[free], journal)


PESO_SPACES = 2
PESOS_A_SPACE = 2
"""The last space of the alternative gives so many pesos, the one before it twice as many (CUB-4.52)."""


@rule
def begin_loading(state: State, seat: int) -> None:
    """Ask the Mayor what to load; who does not load takes the alternative if a space is free (CUB-4.2, CUB-4.50)."""
    state.to_load = SPACES
    instead = MAYOR_PESOS if state.pesos_taken < PESO_SPACES else NO_LOAD
    ask(state, asks.LOAD, loadable(state, seat) | bit(instead))


@rule
def begin_wharf(state: State, seat: int, most: int) -> None:
    """Ask what to load from a wharf (CUB-10.7, CUB-10.8)."""
    state.to_load = most
    ask(state, asks.LOAD, loadable(state, seat))


@rule
def loadable(state: State, seat: int) -> int:
    """Return the pairs of dock and kind that can be loaded, as a bit set; only ships at the docks (CUB-4.50)."""
    answers = 0
    for dock in range(DOCKS):
        if state.ship[dock] != NONE and (state.dock == NONE or state.dock == dock):
            for kind in range(KIND_COUNT):
                if _can_load(state, seat, dock, kind):
                    answers |= bit(dock * KIND_COUNT + kind)
    return answers


@rule
def _can_load(state: State, seat: int, dock: int, kind: int) -> bool:
    """Tell whether ``seat`` has a piece of ``kind`` and the ship at ``dock`` a space for it (CUB-4.51, CUB-10.8)."""
    if state.own[seat, FIRST_PRODUCT + kind] == 0 or (state.load_kind != NONE and state.load_kind != kind):
        return False
    return bool(state.cargo[dock, kind] < state.needs[state.ship[dock], kind])


@rule
def load(state: State, seat: int, given: int, journal: Journal) -> None:
    """Load one piece, take the alternative, or end (CUB-4.50, CUB-4.52)."""
    if given == MAYOR_PESOS:
        earn(state, seat, pesos_of_space(state.pesos_taken), ALTERNATIVE, journal)
        state.pesos_taken += 1
        _end_loading(state)
    elif given < MAYOR_PESOS:
        _load_piece(state, seat, given // KIND_COUNT, given % KIND_COUNT, journal)
    elif has_loaded(state):
        _end_loading(state)
    else:
        do_nothing(state, seat, journal)
        state.to_load = 0


@rule
def pesos_of_space(space: int) -> int:
    """Return the pesos of a space of the alternative: 0 is the first one (CUB-4.52)."""
    return PESOS_A_SPACE * (PESO_SPACES - space)


@rule
def points_at(state: State, dock: int) -> int:
    """Return the points of a piece loaded at a dock: 0 is the first one (CUB-2.6)."""
    return 0 if has(state.idle_docks, dock) else dock + 1


@rule
def has_loaded(state: State) -> bool:
    """Tell whether a piece was loaded in this action, by the Mayor or by the wharf that is used."""
    return bool(state.dock != NONE)


@rule
def _load_piece(state: State, seat: int, dock: int, kind: int, journal: Journal) -> None:
    """Cover a space, score the dock's points, and go on while something can be loaded (CUB-2.6, CUB-4.50)."""
    give_up(state, seat, FIRST_PRODUCT + kind, 1)
    state.cargo[dock, kind] += 1
    points = points_at(state, dock)
    state.points[seat] += points
    note(journal, LOADED, seat, FIRST_PRODUCT + kind, dock, points)
    state.to_load -= 1
    state.dock = dock
    if state.chosen != NONE:
        state.load_kind = kind  # CUB-10.8
    if is_full(state, dock):
        if is_in_force(state, OTHER, HARBOUR_ACT):
            _leave_at_once(state, dock, journal)
        _end_loading(state)
    elif state.to_load == 0:
        _end_loading(state)
    else:
        ask(state, asks.LOAD, loadable(state, seat) | bit(NO_LOAD))


@rule
def _end_loading(state: State) -> None:
    """Go back to the Foreman if he loaded by a wharf, else end the turn."""
    state.to_load = 0
    state.dock = NONE
    state.load_kind = NONE
    state.question = asks.END_TURN if state.chosen == NONE else asks.GO_ON_USING
