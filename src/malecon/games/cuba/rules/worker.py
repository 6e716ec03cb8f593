"""The Worker (chapter 4).

CUB-4.10  The pawn's row and column are activated.
CUB-4.11  Activated resource fields give 1 piece each.
CUB-4.12  2 product fields give, each water lets one more give.
CUB-4.13  No field gives twice; fields under buildings give nothing.
CUB-4.14  Under the drought act only 1 product field is free.
CUB-4.15  Only paying water is optional.
"""

from malecon.core.contract import Journal, note
from malecon.core.jit import rule
from malecon.core.math import bit, has
from malecon.games.cuba.boards import CROSS, FIELDS, WATER
from malecon.games.cuba.cards import DROUGHT_ACT, OTHER
from malecon.games.cuba.events import BY_WORKER, MOVED_TO
from malecon.games.cuba.moves import NO_HARVEST, WATERED
from malecon.games.cuba.rules.common import FIRST_PRODUCT, PRODUCT_COUNT, RESOURCE_COUNT, ask, gain, is_in_force, pay
from malecon.games.cuba.state import END_TURN, HARVEST, MOVE, NONE, State

ANY_FIELD = bit(FIELDS) - 1
FREE_FIELDS = 2


@rule
def begin_worker(state: State) -> None:
    """Ask where the pawn goes (CUB-4.10)."""
    ask(state, MOVE, ANY_FIELD)


@rule
def move(state: State, seat: int, field: int, journal: Journal) -> None:
    """Move the pawn, let the resource fields give, and count the product fields (CUB-4.11, CUB-4.13)."""
    state.pawn[seat] = field
    note(journal, MOVED_TO, seat, field)
    activate(state, seat, CROSS[field], journal)
    state.free = free_of_charge(state)
    go_on_harvesting(state, seat, journal)


@rule
def free_of_charge(state: State) -> int:
    """Return how many product fields give free of charge (CUB-4.12, CUB-4.14)."""
    if is_in_force(state, OTHER, DROUGHT_ACT):
        return int(state.law_amount[state.in_force[OTHER]])
    return FREE_FIELDS


@rule
def activate(state: State, seat: int, cross: int, journal: Journal) -> None:
    """Let every free resource field of the cross give, and note the product fields that can (CUB-4.11, CUB-4.12)."""
    for field in range(FIELDS):
        if has(cross, field) and state.built[seat, field] == NONE:
            state.fruitful[state.field[seat, field]] += 1
    for resource in range(RESOURCE_COUNT):
        gain(state, seat, resource, state.fruitful[resource], BY_WORKER, journal)
        state.fruitful[resource] = 0


@rule
def exhausted(state: State, seat: int) -> int:
    """Return the product fields that have given in this action, as a bit set; of equal ones the first (CUB-4.13)."""
    fields = 0
    for product in range(PRODUCT_COUNT):
        left = state.fruitful[FIRST_PRODUCT + product]
        for field in range(FIELDS - 1, -1, -1):
            if is_active(state, seat, field) and state.field[seat, field] == FIRST_PRODUCT + product:
                if left > 0:
                    left -= 1
                else:
                    fields |= bit(field)
    return fields


@rule
def is_active(state: State, seat: int, field: int) -> bool:
    """Tell whether a field without a building lies in the row or column of the pawn (CUB-4.10, CUB-4.13)."""
    return bool(has(CROSS[state.pawn[seat]], field) and state.built[seat, field] == NONE)


@rule
def can_give(state: State, product: int) -> int:
    """Return how many activated fields of a kind can still give, as far as the supply lasts (CUB-4.15)."""
    return int(min(state.fruitful[FIRST_PRODUCT + product], state.supply[FIRST_PRODUCT + product]))


@rule
def go_on_harvesting(state: State, seat: int, journal: Journal) -> None:
    """Let fields give that give anyway; ask which one of several; ask about water; or end the turn (CUB-4.15)."""
    fields, kinds = 0, 0
    for product in range(PRODUCT_COUNT):
        count = can_give(state, product)
        fields += count
        if count > 0:
            kinds |= bit(product)
    if fields <= state.free:
        for product in range(PRODUCT_COUNT):
            gain(state, seat, FIRST_PRODUCT + product, can_give(state, product), BY_WORKER, journal)
        state.question = END_TURN
    elif state.free > 0:
        ask(state, HARVEST, kinds)
    elif state.own[seat, WATER] > 0:
        ask(state, HARVEST, (kinds << WATERED) + bit(NO_HARVEST))
    else:
        state.question = END_TURN


@rule
def harvest(state: State, seat: int, given: int, journal: Journal) -> None:
    """Let one field give, free of charge or for water, or end (CUB-4.12)."""
    if given == NO_HARVEST:
        state.question = END_TURN
        return
    product = given
    if given < WATERED:
        state.free -= 1
    else:
        product = given - WATERED
        pay(state, seat, WATER, 1, BY_WORKER, journal)
    state.fruitful[FIRST_PRODUCT + product] -= 1
    gain(state, seat, FIRST_PRODUCT + product, 1, BY_WORKER, journal)
    go_on_harvesting(state, seat, journal)
