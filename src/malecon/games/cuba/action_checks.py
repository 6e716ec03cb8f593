"""Checks of a hand-made position of Cuba: what it says about the action under way.

It must be what the action can have left. Each check raises ``UsageError`` with the reason in one sentence.
"""

from malecon.core.bits import bit, has
from malecon.core.position_checks import ensure
from malecon.games.cuba.boards import CROSS
from malecon.games.cuba.buildings import BUILDINGS, LIGHTHOUSE
from malecon.games.cuba.cards import FOREMAN, NAMES
from malecon.games.cuba.player_checks import asks
from malecon.games.cuba.questions import CHARACTER, in_action
from malecon.games.cuba.rules.architect import free_fields
from malecon.games.cuba.rules.foreman import kind_at
from malecon.games.cuba.rules.trade import has_traded
from malecon.games.cuba.rules.worker import ANY_FIELD
from malecon.games.cuba.state import (
    AMOUNT,
    BID,
    EXCHANGE,
    HARVEST,
    LOAD,
    LOOKING_IS_USE,
    NONE,
    PAY,
    PLACE,
    SWAP,
    TRADE,
    VETO,
    State,
)


def uses_buildings(state: State) -> bool:
    """Tell whether the Foreman's action is under way (CUB-4.40)."""
    return in_action(state) and bool(state.last[state.mover] == FOREMAN)


def check_character(state: State) -> None:
    """Look at the character whose action is under way (CUB-4.1)."""
    if in_action(state):
        at_wharf = state.question == LOAD and state.chosen != NONE
        character = FOREMAN if at_wharf else CHARACTER[int(state.question)]
        fits = state.last[state.mover] == character
        ensure(fits, f"question: {asks(state)} needs the {NAMES[character]} to have been played last")


def check_leftovers(state: State) -> None:
    """Refuse facts that belong to other questions."""
    question = int(state.question)
    strange = {
        "building": state.chosen != NONE and question not in (PLACE, AMOUNT, PAY, EXCHANGE, VETO, SWAP, LOAD),
        "near and far": state.near + state.far != 0 and not uses_buildings(state),
        "free and fruitful": (state.free != 0 or state.fruitful.any()) and question != HARVEST,
        "traded": has_traded(state) and question != TRADE,
        "dock and to_load": (state.dock != NONE or state.to_load != 0) and question != LOAD,
        "load_kind": state.load_kind != NONE and (state.dock == NONE or state.chosen == NONE),
        "ballot": (state.ballot != 0) != (question == BID),
    }
    for what, is_strange in strange.items():
        ensure(not is_strange, f"question, {what}: does not go with {asks(state)}")


def check_using(state: State) -> None:
    """Look at the buildings that the Foreman may still use (CUB-4.40, CUB-10.22)."""
    seat, chosen = int(state.mover), int(state.chosen)
    own = ANY_FIELD - free_fields(state, seat)
    cross = own & int(CROSS[state.pawn[seat]])
    near, far = int(state.near), int(state.far)
    ensure(near & ~cross == 0, "question, near: must be own buildings in the pawn's row and column")
    ensure(far & ~(own - cross) == 0, "question, far: must be own buildings outside of the pawn's row and column")
    used = own - near - far
    left_out = fields_left_out(state, seat)
    if far != 0:
        ensure(used & ~left_out == 0, "question, far: cannot be used after another building")
    elif near != 0 and own != cross:
        gone = own - cross - left_out
        ensure(gone & ~cross == 0 or used & cross != 0, "question, far: is empty, but no building was used")
    if chosen != NONE:
        ensure(is_in_use(state, seat, cross, used), f"question, building: {BUILDINGS[chosen]} cannot be in use here")


def is_in_use(state: State, seat: int, cross: int, used: int) -> bool:
    """Tell whether a building of the chosen kind can be the one that is used now."""
    fields = fields_with(state, seat, int(state.chosen))
    if state.question == SWAP and state.version < LOOKING_IS_USE:
        return any(not has(used, field) for field in fields)
    in_cross = any(has(used & cross, field) for field in fields)
    elsewhere = any(has(used & ~cross, field) for field in fields)
    return state.far == 0 and (in_cross or (elsewhere and state.near == 0))


def fields_left_out(state: State, seat: int) -> int:
    """Return the fields that may be gone unused: in version 1 that of a Lighthouse without a swap, as a bit set."""
    if state.version >= LOOKING_IS_USE:
        return 0
    return sum(bit(field) for field in fields_with(state, seat, LIGHTHOUSE))


def fields_with(state: State, seat: int, kind: int) -> list[int]:
    """Return the fields on which buildings of a kind stand."""
    return [field for field in range(len(state.built[seat])) if kind_at(state, seat, field) == kind]
