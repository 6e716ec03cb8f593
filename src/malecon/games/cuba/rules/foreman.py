"""The Foreman (chapter 4): which buildings are used, and how often.

CUB-4.40   The buildings in the pawn's row and column, or one building anywhere.
CUB-4.41   Pieces gained from one building can be used by the next.
CUB-10.30  Each building is used at most once per round.
CUB-10.22  Looking through the ship pile is using the Lighthouse.
CUB-10.33  A use with nothing paid or loaded is not a use: such a building is not offered.
"""

from malecon.core.bit_set import bit, has
from malecon.core.contract import Journal, note
from malecon.core.jit import routine, rule
from malecon.core.random import shuffle
from malecon.games.cuba import asks
from malecon.games.cuba.answers import NO_SWAP, USE_NOTHING
from malecon.games.cuba.boards import CROSS, FIELDS, SEA
from malecon.games.cuba.buildings import PRINTED_WAREHOUSE, WAREHOUSE
from malecon.games.cuba.events import LEFT_PILE, SWAPPED, USED
from malecon.games.cuba.rules import ask, do_nothing
from malecon.games.cuba.rules.plantation import ANY_FIELD, free_fields
from malecon.games.cuba.rules.uses import begin_use, is_useful
from malecon.games.cuba.state import NONE, State


@rule
def begin_using(state: State, seat: int) -> None:
    """Look which buildings are in the pawn's row and column, and which elsewhere (CUB-4.40)."""
    own = ANY_FIELD - free_fields(state, seat)
    state.near = own & CROSS[state.pawn[seat]]
    state.far = own - state.near
    state.question = asks.GO_ON_USING


@rule
def go_on_using(state: State, journal: Journal) -> None:
    """Ask for the next building whose use does something; without any the action ends (CUB-4.41, CUB-10.33)."""
    seat = state.mover
    state.chosen = NONE
    kinds = useful_kinds(state, seat)
    if kinds != 0:
        ask(state, asks.USE, kinds | bit(USE_NOTHING))
    else:
        _end_using(state, seat, journal)


@routine
def useful_kinds(state: State, seat: int) -> int:
    """Return the kinds of buildings that can be used now, as a bit set."""
    kinds = 0
    for field in range(FIELDS):
        if has(state.near | state.far, field):
            kind = kind_at(state, seat, field)
            if is_useful(state, seat, kind):
                kinds |= bit(kind)
    return kinds


@rule
def kind_at(state: State, seat: int, field: int) -> int:
    """Return the building on a field; the printed warehouse is used like the tile (CUB-4.42)."""
    kind = int(state.built[seat, field])
    return WAREHOUSE if kind == PRINTED_WAREHOUSE else kind


@rule
def _end_using(state: State, seat: int, journal: Journal) -> None:
    """End the action, which did nothing if all buildings are still to be used."""
    if has_used(state, seat):
        state.question = asks.END_TURN
    else:
        do_nothing(state, seat, journal)


@rule
def has_used(state: State, seat: int) -> bool:
    """Tell whether a building was used in this action: then not all of ``seat`` are still to come."""
    return bool(state.near + state.far != ANY_FIELD - free_fields(state, seat))


@rule
def use(state: State, seat: int, kind: int, journal: Journal) -> None:
    """Use a building, or end the action; to look through the ship pile is to use the Lighthouse (CUB-10.22)."""
    if kind == USE_NOTHING:
        _end_using(state, seat, journal)
        return
    _mark_used(state, seat, kind)
    note(journal, USED, seat, kind)
    begin_use(state, seat, kind, journal)


@rule
def _mark_used(state: State, seat: int, kind: int) -> None:
    """Take the building from those to come: a near one rules out all far ones, a far one all others (CUB-4.40)."""
    field = _field_of(state, seat, kind)
    if has(state.near, field):
        state.near -= bit(field)
    else:
        state.near = 0
    state.far = 0


@rule
def _field_of(state: State, seat: int, kind: int) -> int:
    """Return the field of a building that is to come, a near one if there is one."""
    found = NONE
    for field in range(FIELDS):
        if kind_at(state, seat, field) == kind and has(state.near | state.far, field):
            if found == NONE or has(state.near, field):
                found = field
    return found


@rule
def swap(state: State, seat: int, ship: int, journal: Journal) -> None:
    """Swap the ship at sea with one of the pile, or leave it there; the pile is shuffled all the same (CUB-10.22)."""
    if ship == NO_SWAP:
        note(journal, LEFT_PILE, seat)
    else:
        _swap_ships(state, seat, ship, journal)
    shuffle(state, state.pile, state.pile_size)
    state.pile_known = 0  # nobody knows their order any more
    state.pile_seen = 0
    state.question = asks.GO_ON_USING


@rule
def _swap_ships(state: State, seat: int, ship: int, journal: Journal) -> None:
    """Exchange ``ship`` and the one at sea."""
    note(journal, SWAPPED, seat, ship, state.ship[SEA])
    for slot in range(state.pile_size):
        if state.pile[slot] == ship:
            state.pile[slot] = state.ship[SEA]
    state.ship[SEA] = ship
