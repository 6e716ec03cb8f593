"""Loading ships, by the Mayor and by wharves (chapters 2, 4 and 10).

CUB-2.6   A dock scores 1, 2 or 3 points for each piece.
CUB-4.50  The Mayor loads any number of pieces on one ship at the docks, or takes the alternative.
CUB-4.51  A ship is full when its five spaces are covered.
CUB-4.52  The alternative gives 4 pesos to the first, 2 to the second player.
CUB-10.7  The Small wharf loads 1 piece.
CUB-10.8  The Large wharf loads 1 or 2 pieces of one kind.
CUB-10.34 Each wharf chooses its own ship, never the one at sea.
"""

from malecon.core.bits import bit
from malecon.core.jit import rule
from malecon.core.journal import Journal, note
from malecon.games.cuba.boards import DOCKS
from malecon.games.cuba.cards import HARBOUR_ACT, OTHER, SPACES
from malecon.games.cuba.events import ALTERNATIVE, LOADED
from malecon.games.cuba.moves import MAYOR_PESOS, NO_LOAD
from malecon.games.cuba.rules.common import FIRST_PRODUCT, ask, do_nothing, earn, give_up, is_in_force
from malecon.games.cuba.rules.harbour import KIND_COUNT, is_full, leave_at_once
from malecon.games.cuba.state import END_TURN, GO_ON_USING, LOAD, NONE, State

PESO_SPACES = 2
PESOS_A_SPACE = 2
"""The last space of the alternative gives so many pesos, the one before it twice as many (CUB-4.52)."""


@rule
def begin_loading(state: State, seat: int) -> None:
    """Ask the Mayor what to load; who does not load takes the alternative if a space is free (CUB-4.2, CUB-4.50)."""
    state.to_load = SPACES
    instead = MAYOR_PESOS if state.pesos_taken < PESO_SPACES else NO_LOAD
    ask(state, LOAD, loadable(state, seat) | bit(instead))


@rule
def begin_wharf(state: State, seat: int, most: int) -> None:
    """Ask what to load from a wharf (CUB-10.7, CUB-10.8)."""
    state.to_load = most
    ask(state, LOAD, loadable(state, seat))


@rule
def loadable(state: State, seat: int) -> int:
    """Return which kind can be loaded at which dock, as a bit set; only ships at the docks (CUB-4.50)."""
    answers = 0
    for dock in range(DOCKS):
        if state.ship[dock] != NONE and (state.dock == NONE or state.dock == dock):
            for kind in range(KIND_COUNT):
                if can_load(state, seat, dock, kind):
                    answers |= bit(dock * KIND_COUNT + kind)
    return answers


@rule
def can_load(state: State, seat: int, dock: int, kind: int) -> bool:
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
        end_loading(state)
    elif given < MAYOR_PESOS:
        load_piece(state, seat, given // KIND_COUNT, given % KIND_COUNT, journal)
    elif has_loaded(state):
        end_loading(state)
    else:
        do_nothing(state, seat, journal)
        state.to_load = 0


@rule
def pesos_of_space(space: int) -> int:
    """Return the pesos of a space of the alternative: 0 is the first one (CUB-4.52)."""
    return PESOS_A_SPACE * (PESO_SPACES - space)


@rule
def points_at(dock: int) -> int:
    """Return the points of a piece loaded at a dock: 0 is the first one (CUB-2.6)."""
    return dock + 1


@rule
def has_loaded(state: State) -> bool:
    """Tell whether a piece was loaded in this action, by the Mayor or by the wharf that is used."""
    return bool(state.dock != NONE)


@rule
def load_piece(state: State, seat: int, dock: int, kind: int, journal: Journal) -> None:
    """Cover a space, score the dock's points, and go on while something can be loaded (CUB-2.6, CUB-4.50)."""
    give_up(state, seat, FIRST_PRODUCT + kind, 1)
    state.cargo[dock, kind] += 1
    points = points_at(dock)
    state.points[seat] += points
    note(journal, LOADED, seat, FIRST_PRODUCT + kind, dock, points)
    state.to_load -= 1
    state.dock = dock
    if state.chosen != NONE:
        state.load_kind = kind  # CUB-10.8
    if is_full(state, dock):
        if is_in_force(state, OTHER, HARBOUR_ACT):
            leave_at_once(state, dock, journal)
        end_loading(state)
    elif state.to_load == 0:
        end_loading(state)
    else:
        ask(state, LOAD, loadable(state, seat) | bit(NO_LOAD))


@rule
def end_loading(state: State) -> None:
    """Go back to the Foreman if he loaded by a wharf, else end the turn."""
    state.to_load = 0
    state.dock = NONE
    state.load_kind = NONE
    state.question = END_TURN if state.chosen == NONE else GO_ON_USING
