"""A legal action of Cuba with what follows from it, and amounts of pieces, pesos and points.

What playing a character could bring to the seat that chooses one, and what laws would take or bring now, are part of
the view too. Each amount is that of the rules, if the seat acted at once.
"""

from dataclasses import dataclass

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from malecon.core import question
from malecon.core.bit_set import has, is_single
from malecon.games.cuba.answers import KIND_COUNT
from malecon.games.cuba.boards import DOCKS, Products
from malecon.games.cuba.buildings import ON_FIELDS
from malecon.games.cuba.cards import (
    ARCHITECT,
    DUTY,
    DUTY_PIECE,
    DUTY_PRODUCTS,
    DUTY_RESOURCES,
    FOREMAN,
    MAYOR,
    SUBSIDY,
    SUBSIDY_VOTES,
    TAX,
    TAX_BUILDINGS,
)
from malecon.games.cuba.rules import FIRST_PRODUCT, foreman, harbour, payable, plantation, shortage
from malecon.games.cuba.rules import laws as law_rules
from malecon.games.cuba.state import NONE, State


class Amounts(Struct, frozen=True, omit_defaults=True):
    """Pieces, pesos and points; in JSON those of which there are none are left out."""

    wood: int = 0
    stone: int = 0
    water: int = 0
    citrus: int = 0
    sugar: int = 0
    tobacco: int = 0
    rum: int = 0
    cigars: int = 0
    pesos: int = 0
    points: int = 0

    def pieces(self) -> tuple[int, ...]:
        """Return the numbers of pieces in the order of ``PIECES``."""
        return (
            self.wood, self.stone, self.water, self.citrus, self.sugar, self.tobacco, self.rum, self.cigars,
        )  # fmt: skip


NO_AMOUNTS = Amounts()


class Choice(Struct, frozen=True, omit_defaults=True):
    """A legal action, and what follows from it at once.

    Attributes:
        notation: of the action.
        gives: what the seat gets.
        costs: what the seat pays.
        choose_from: the activated product fields of which not all give free of charge (CUB-4.12).
        field: of the own plantation on which it is done.
        at_most: what the action of a character could bring.
        instead: what its alternative gives.
        uses: buildings near the pawn that it could use.
    """

    notation: str
    gives: Amounts = NO_AMOUNTS
    costs: Amounts = NO_AMOUNTS
    choose_from: Products | None = None
    field: str | None = None
    at_most: Amounts = NO_AMOUNTS
    instead: Amounts = NO_AMOUNTS
    uses: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Question(question.Question[State, Choice]):
    """A question of Cuba.

    ``character``: the one whose action asks it; the Foreman too lets load, at a wharf, and the duty too is paid.
    """

    character: int | None = None


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


class LawDue(Struct, frozen=True):
    """What a law would mean for the viewer, if it were carried out now.

    Attributes:
        is_payable: whether the viewer could pay it; ``None`` for what nobody pays.
        pesos: that it asks.
        buildings: for how many buildings it asks them, the printed warehouse included (CUB-1.6); else 0.
        missing: what the viewer lacks of pesos, or of the kind that it asks for.
        points: that it would bring without any payment.
    """

    is_payable: bool | None = None
    pesos: int = 0
    buildings: int = 0
    missing: Amounts = NO_AMOUNTS
    points: int = 0


NO_DUE = LawDue()


def laws_due(state: State, seat: int | None, laws: NDArray[np.int8]) -> tuple[LawDue, ...]:
    """Return the ``LawDue`` of each law, by type; ``NO_DUE`` for a spectator, and where no law lies."""
    if seat is None:
        return (NO_DUE,) * len(laws)
    enacted = state
    if laws.tolist() != state.in_force.tolist():
        enacted = state.copy()
        enacted.in_force[:] = laws
    return tuple(
        NO_DUE if law == NONE or find is None else find(enacted, seat)
        for law, find in zip(laws.tolist(), (_tax_due, _duty_due, _subsidy_due, None), strict=True)
    )


def _tax_due(state: State, seat: int) -> LawDue:
    """Return the tax (CUB-7.1)."""
    pesos, owned = int(law_rules.tax(state, seat)), int(state.pesos[seat])
    is_counted = state.law_kind[state.in_force[TAX]] == TAX_BUILDINGS
    built = int(law_rules.buildings(state, seat)) if is_counted else 0
    return LawDue(pesos <= owned, pesos, built, Amounts(pesos=shortage(pesos, owned)))


def _duty_due(state: State, seat: int) -> LawDue:
    """Return the duty; what is missing is only known of one that asks for a certain kind (CUB-7.2)."""
    law = int(state.in_force[DUTY])
    kind, count = int(state.law_kind[law]), int(state.law_amount[law])
    piece = NONE if kind in (DUTY_RESOURCES, DUTY_PRODUCTS) else kind - DUTY_PIECE
    missing = [shortage(count, have) if code == piece else 0 for code, have in enumerate(state.own[seat].tolist())]
    return LawDue(payable(state, seat, law_rules.duty(state)) != 0, missing=Amounts(*missing))


def _subsidy_due(state: State, seat: int) -> LawDue:
    """Return the subsidy; that of votes is not known before the last character is (CUB-7.4)."""
    is_open = state.law_kind[state.in_force[SUBSIDY]] == SUBSIDY_VOTES and not is_single(state.hand[seat])
    return NO_DUE if is_open else LawDue(points=int(law_rules.subsidy(state, seat)))
