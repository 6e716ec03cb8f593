"""What each law would take from a viewer of Cuba or bring, if it were carried out now."""

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from malecon.core.bit_set import is_single
from malecon.games.cuba.amounts import NO_AMOUNTS, Amounts
from malecon.games.cuba.cards import (
    DUTY,
    DUTY_PIECE,
    DUTY_PRODUCTS,
    DUTY_RESOURCES,
    SUBSIDY,
    SUBSIDY_VOTES,
    TAX,
    TAX_BUILDINGS,
)
from malecon.games.cuba.rules import laws as law_rules
from malecon.games.cuba.rules import payable, shortage
from malecon.games.cuba.state import NONE, State


class LawDue(Struct, frozen=True):
    """What a law would mean for the viewer, if it were carried out now.

    Attributes:
        is_payable: whether the viewer could pay it; ``None`` for what nobody pays.
        pesos: that it asks.
        buildings: for how many buildings it asks them, the printed warehouse included (CUB-1.6); else 0.
        missing: what the viewer lacks of pesos, or of the kind that it asks for.
        points: that it would bring without any payment.
        points_of_all: these by seat; empty where nobody gets any without a payment, or where they are not known yet.
    """

    is_payable: bool | None = None
    pesos: int = 0
    buildings: int = 0
    missing: Amounts = NO_AMOUNTS
    points: int = 0
    points_of_all: tuple[int, ...] = ()


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
    is_of_votes = state.law_kind[state.in_force[SUBSIDY]] == SUBSIDY_VOTES
    if is_of_votes and not is_single(state.hand[seat]):
        return NO_DUE
    points = tuple(int(law_rules.subsidy(state, each)) for each in range(state.seats))
    are_known = not is_of_votes or not (state.sealing or any(not is_single(hand) for hand in state.hand[: state.seats]))
    return LawDue(points=points[seat], points_of_all=points if are_known else ())
