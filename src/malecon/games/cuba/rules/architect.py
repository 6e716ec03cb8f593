"""The Architect (chapter 4).

CUB-4.30  Build one building, or take the alternative.
CUB-4.31  Pay the resources, lay the tile on a field without a building.
CUB-4.32  Under the building act, pay 2 pesos more.
CUB-4.33  The alternative scores 2 points for the first, 1 for the second player.
"""

from malecon.core.bits import bit
from malecon.core.jit import rule
from malecon.core.journal import Journal, note
from malecon.games.cuba.boards import FIELDS
from malecon.games.cuba.buildings import BUILDINGS
from malecon.games.cuba.cards import BUILDING_ACT, OTHER
from malecon.games.cuba.events import ALTERNATIVE, BUILT, COST
from malecon.games.cuba.moves import BUILD_NOTHING, BUILD_POINTS
from malecon.games.cuba.rules.common import RESOURCE_COUNT, ask, do_nothing, is_in_force, pay, score, spend
from malecon.games.cuba.state import BUILD, END_TURN, NONE, PLACE, State

BUILDING_COUNT = len(BUILDINGS)
POINT_SPACES = 2
"""Spaces of the alternative; the first is worth as many points, the second one less (CUB-4.33)."""


@rule
def begin_building(state: State, seat: int) -> None:
    """Ask what to build; who does not build takes the alternative if a space is free (CUB-4.2, CUB-4.30)."""
    instead = BUILD_POINTS if state.points_taken < POINT_SPACES else BUILD_NOTHING
    ask(state, BUILD, buildable(state, seat) | bit(instead))


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
        state.question = END_TURN
    else:
        pay_building(state, seat, given, journal)
        state.chosen = given
        ask(state, PLACE, free_fields(state, seat))


@rule
def points_of_space(space: int) -> int:
    """Return the points of a space of the alternative: 0 is the first one (CUB-4.33)."""
    return POINT_SPACES - space


@rule
def pay_building(state: State, seat: int, kind: int, journal: Journal) -> None:
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
    state.question = END_TURN
