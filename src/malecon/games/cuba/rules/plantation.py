"""The plantation: the Worker harvests, the Architect builds (chapter 4).

CUB-4.10  The pawn's row and column are activated.
CUB-4.11  Activated resource fields give 1 piece each.
CUB-4.12  2 product fields give, each water lets one more give.
CUB-4.13  No field gives twice; fields under buildings give nothing.
CUB-4.14  Under the drought act only 1 product field is free.
CUB-4.15  Only paying water is optional.
CUB-4.30  Build one building, or take the alternative.
CUB-4.31  Pay the resources, lay the tile on a field without a building.
CUB-4.32  Under the building act, pay 2 pesos more.
CUB-4.33  The alternative scores 2 points for the first, 1 for the second player.
"""

from malecon.core.bit_set import bit, has
from malecon.core.contract import Journal, note
from malecon.core.jit import rule
from malecon.games.cuba import asks
from malecon.games.cuba.answers import BUILD_NOTHING, BUILD_POINTS, NO_HARVEST, WATERED
from malecon.games.cuba.boards import CROSS, FIELDS, WATER
from malecon.games.cuba.buildings import BUILDINGS
from malecon.games.cuba.cards import BUILDING_ACT, DROUGHT_ACT, OTHER
from malecon.games.cuba.events import ALTERNATIVE, BUILT, BY_WORKER, COST, MOVED_TO
from malecon.games.cuba.rules import (
    FIRST_PRODUCT,
    PRODUCT_COUNT,
    RESOURCE_COUNT,
    ask,
    do_nothing,
    gain,
    is_in_force,
    pay,
    score,
    spend,
)
from malecon.games.cuba.state import NONE, State

ANY_FIELD = bit(FIELDS) - 1
FREE_FIELDS = 2


@rule
def begin_worker(state: State) -> None:
    """Ask where the pawn goes (CUB-4.10)."""
    ask(state, asks.MOVE, ANY_FIELD)


@rule
def move(state: State, seat: int, field: int, journal: Journal) -> None:
    """Move the pawn, let the resource fields give, and count the product fields (CUB-4.11, CUB-4.13)."""
    state.pawn[seat] = field
    note(journal, MOVED_TO, seat, field)
    _activate(state, seat, journal)
    state.free = free_of_charge(state)
    go_on_harvesting(state, seat, journal)


@rule
def free_of_charge(state: State) -> int:
    """Return the number of product fields that give free of charge (CUB-4.12, CUB-4.14)."""
    if is_in_force(state, OTHER, DROUGHT_ACT):
        return int(state.law_amount[state.in_force[OTHER]])
    return FREE_FIELDS


@rule
def _activate(state: State, seat: int, journal: Journal) -> None:
    """Let every activated resource field give, and note the product fields that can (CUB-4.11, CUB-4.12)."""
    for field in range(FIELDS):
        if is_active(state, seat, field):
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
    """Return the number of activated fields of a kind that can still give, as the supply lasts (CUB-4.15)."""
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
        state.question = asks.END_TURN
    elif state.free > 0:
        ask(state, asks.HARVEST, kinds)
    elif state.own[seat, WATER] > 0:
        ask(state, asks.HARVEST, (kinds << WATERED) + bit(NO_HARVEST))
    else:
        state.question = asks.END_TURN


@rule
def harvest(state: State, seat: int, given: int, journal: Journal) -> None:
    """Let one field give, free of charge or for water, or end (CUB-4.12)."""
    if given == NO_HARVEST:
        state.question = asks.END_TURN
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


BUILDING_COUNT = len(BUILDINGS)
POINT_SPACES = 2
"""Spaces of the alternative; the first is worth as many points, the second one less (CUB-4.33)."""


@rule
def begin_building(state: State, seat: int) -> None:
    """Ask what to build; who does not build takes the alternative if a space is free (CUB-4.2, CUB-4.30)."""
    instead = BUILD_POINTS if state.points_taken < POINT_SPACES else BUILD_NOTHING
    ask(state, asks.BUILD, buildable(state, seat) | bit(instead))


@rule
def buildable(state: State, seat: int) -> int:
    """Return the kinds of buildings that ``seat`` can build now, as a bit set (CUB-4.31, CUB-4.32)."""
    kinds = 0
    if free_fields(state, seat) != 0 and has_surcharge(state, seat):
        for kind in range(BUILDING_COUNT):
            if state.offer[kind] > 0 and has_resources(state, seat, kind):
                kinds |= bit(kind)
    return kinds


@rule
def surcharge(state: State) -> int:
    """Return the pesos that a building costs besides resources (CUB-4.32)."""
    if is_in_force(state, OTHER, BUILDING_ACT):
        return int(state.law_amount[state.in_force[OTHER]])
    return 0


@rule
def has_surcharge(state: State, seat: int) -> bool:
    """Tell whether ``seat`` has the pesos that any building costs now (CUB-4.32)."""
    return bool(state.pesos[seat] >= surcharge(state))


@rule
def has_resources(state: State, seat: int, kind: int) -> bool:
    """Tell whether ``seat`` has the resources for a building (CUB-4.31)."""
    for resource in range(RESOURCE_COUNT):
        if state.own[seat, resource] < state.cost[kind, resource]:
            return False
    return True


@rule
def free_fields(state: State, seat: int) -> int:
    """Return the fields of ``seat`` without a building, as a bit set; the warehouse has its own (CUB-4.31)."""
    fields = 0
    for field in range(FIELDS):
        if state.built[seat, field] == NONE:
            fields |= bit(field)
    return fields


@rule
def build(state: State, seat: int, given: int, journal: Journal) -> None:
    """Pay a building and ask for its field, or take the alternative, or do nothing."""
    if given == BUILD_NOTHING:
        do_nothing(state, seat, journal)
    elif given == BUILD_POINTS:
        score(state, seat, points_of_space(state.points_taken), ALTERNATIVE, journal)
        state.points_taken += 1
        state.question = asks.END_TURN
    else:
        _pay_building(state, seat, given, journal)
        state.chosen = given
        ask(state, asks.PLACE, free_fields(state, seat))


@rule
def points_of_space(space: int) -> int:
    """Return the points of a space of the alternative: 0 is the first one (CUB-4.33)."""
    return POINT_SPACES - space


@rule
def _pay_building(state: State, seat: int, kind: int, journal: Journal) -> None:
    """Pay the resources, and pesos if the building act asks for them; take the tile (CUB-4.31, CUB-4.32)."""
    for resource in range(RESOURCE_COUNT):
        pay(state, seat, resource, state.cost[kind, resource], COST, journal)
    if surcharge(state) > 0:
        spend(state, seat, surcharge(state), COST, journal)
    state.offer[kind] -= 1


@rule
def place(state: State, seat: int, field: int, journal: Journal) -> None:
    """Lay the tile on a field (CUB-4.31)."""
    state.built[seat, field] = state.chosen
    note(journal, BUILT, seat, state.chosen, field)
    state.question = asks.END_TURN
