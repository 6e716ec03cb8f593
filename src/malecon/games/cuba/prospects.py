"""What playing a character could bring, for the seat that chooses one: a part of the view.

Each amount is that of the rules, if the seat acted at once.
"""

import numpy as np

from malecon.core.math import has
from malecon.games.cuba.boards import DOCKS
from malecon.games.cuba.buildings import ON_FIELDS
from malecon.games.cuba.cards import ARCHITECT, FOREMAN, MAYOR
from malecon.games.cuba.choice import NO_AMOUNTS, Amounts, Choice
from malecon.games.cuba.moves import KIND_COUNT
from malecon.games.cuba.rules import foreman, harbour, plantation
from malecon.games.cuba.rules.common import FIRST_PRODUCT
from malecon.games.cuba.state import NONE, State


def play(state: State, seat: int, character: int, notation: str) -> Choice:
    """Return the choice of a character (CUB-4.1)."""
    if character == ARCHITECT:
        return Choice(notation, instead=_points_instead(state))
    if character == FOREMAN:
        return Choice(notation, uses=_uses_of(state, seat))
    if character == MAYOR:
        most = max(_points_of_dock(state, seat, dock) for dock in range(DOCKS))
        return Choice(notation, at_most=Amounts(points=most), instead=_pesos_instead(state))
    return Choice(notation)


def _points_instead(state: State) -> Amounts:
    """Return the Architect's alternative (CUB-4.33)."""
    taken = int(state.points_taken)
    is_free = taken < plantation.POINT_SPACES
    return Amounts(points=plantation.points_of_space(taken)) if is_free else NO_AMOUNTS


def _pesos_instead(state: State) -> Amounts:
    """Return the Mayor's alternative (CUB-4.52)."""
    taken = int(state.pesos_taken)
    return Amounts(pesos=harbour.pesos_of_space(taken)) if taken < harbour.PESO_SPACES else NO_AMOUNTS


def _uses_of(state: State, seat: int) -> tuple[str, ...]:
    """Return the buildings in the row and column of the pawn whose use does something now (CUB-4.40, CUB-4.41)."""
    after = state.copy()
    foreman.begin_using(after, seat)
    after.far = 0
    kinds = int(foreman.useful_kinds(after, seat))
    return tuple(name for kind, name in enumerate(ON_FIELDS) if has(kinds, kind))


def _points_of_dock(state: State, seat: int, dock: int) -> int:
    """Return the points for all pieces of a seat that fit on the ship at a dock (CUB-2.6, CUB-4.51)."""
    if state.ship[dock] == NONE:
        return 0
    free = state.needs[state.ship[dock]] - state.cargo[dock]
    own = state.own[seat, FIRST_PRODUCT : FIRST_PRODUCT + KIND_COUNT]
    return int(np.minimum(own, free).sum()) * int(harbour.points_at(dock))
