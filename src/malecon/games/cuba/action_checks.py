"""Checks of the action under way in a hand-made position of Cuba: it is what such an action can have left.

Each check raises ``UsageError`` with the reason in one sentence.
"""

from malecon.core.bit_set import has
from malecon.core.position_checks import ensure
from malecon.games.cuba import asks
from malecon.games.cuba.answers import in_action, is_duty
from malecon.games.cuba.boards import CROSS
from malecon.games.cuba.buildings import BUILDINGS
from malecon.games.cuba.cards import FOREMAN, NAMES
from malecon.games.cuba.player_checks import question_name
from malecon.games.cuba.questions import QUESTION_TABLE
from malecon.games.cuba.rules.foreman import kind_at
from malecon.games.cuba.rules.plantation import ANY_FIELD, free_fields
from malecon.games.cuba.rules.trade import has_traded
from malecon.games.cuba.state import NONE, State


def check_action(state: State) -> None:
    """Look at the action that is under way, and at what it leaves."""
    _check_character(state)
    _check_leftovers(state)
    if _uses_buildings(state):
        _check_using(state)


def _uses_buildings(state: State) -> bool:
    """Tell whether the Foreman's action is under way (CUB-4.40)."""
    return in_action(state) and bool(state.last[state.mover] == FOREMAN)


def _check_character(state: State) -> None:
    """Look at the character whose action is under way (CUB-4.1)."""
    question = QUESTION_TABLE.get(int(state.question))
    if question and question.character is not None and not is_duty(state):
        at_wharf = state.question == asks.LOAD and state.chosen != NONE
        character = FOREMAN if at_wharf else question.character
        fits = state.last[state.mover] == character
        ensure(fits, f"question: {question_name(state)} needs the {NAMES[character]} to have been played last")


def _check_leftovers(state: State) -> None:
    """Refuse facts that belong to other questions."""
    question = int(state.question)
    strange = {
        "building": state.chosen != NONE
        and question not in (asks.PLACE, asks.AMOUNT, asks.PAY, asks.EXCHANGE, asks.VETO, asks.SWAP, asks.LOAD),
        "near and far": state.near + state.far != 0 and not _uses_buildings(state),
        "free and fruitful": (state.free != 0 or state.fruitful.any()) and question != asks.HARVEST,
        "traded": has_traded(state) and question != asks.TRADE,
        "dock and to_load": (state.dock != NONE or state.to_load != 0) and question != asks.LOAD,
        "load_kind": state.load_kind != NONE and (state.dock == NONE or state.chosen == NONE),
        "ballot": (state.ballot != 0) != (question == asks.BID),
    }
    for what, is_strange in strange.items():
        ensure(not is_strange, f"question, {what}: does not go with {question_name(state)}")


def _check_using(state: State) -> None:
    """Look at the buildings that the Foreman may still use (CUB-4.40, CUB-10.22)."""
    seat, chosen = int(state.mover), int(state.chosen)
    own = ANY_FIELD - free_fields(state, seat)
    cross = own & int(CROSS[state.pawn[seat]])
    near, far = int(state.near), int(state.far)
    ensure(near & ~cross == 0, "question, near: must be own buildings in the pawn's row and column")
    ensure(far & ~(own - cross) == 0, "question, far: must be own buildings outside of the pawn's row and column")
    used = own - near - far
    if far != 0:
        ensure(used == 0, "question, far: cannot be used after another building")
    elif near != 0 and own != cross:
        ensure(used & cross != 0, "question, far: is empty, but no building was used")
    if chosen != NONE:
        ensure(_is_in_use(state, seat, cross, used), f"question, building: {BUILDINGS[chosen]} cannot be in use here")


def _is_in_use(state: State, seat: int, cross: int, used: int) -> bool:
    """Tell whether a building of the chosen kind can be the one that is used now."""
    fields = [field for field in range(len(state.built[seat])) if kind_at(state, seat, field) == state.chosen]
    in_cross = any(has(used & cross, field) for field in fields)
    elsewhere = any(has(used & ~cross, field) for field in fields)
    return state.far == 0 and (in_cross or (elsewhere and state.near == 0))
