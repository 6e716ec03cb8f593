"""Why the Foreman cannot use a building so, and why the duty cannot be paid so (chapters 4, 6, 7 and 10)."""

from collections.abc import Iterable, Sequence

from malecon.core.errors import Facts, IllegalMove
from malecon.core.i18n import N_
from malecon.core.math import has
from malecon.games.cuba.boards import CROSS, PIECES
from malecon.games.cuba.buildings import (
    BLACK_MARKET,
    BUILDINGS,
    DAM,
    EMBASSY,
    GENERAL_STORE,
    LARGE_WHARF,
    LIGHTHOUSE,
    MONASTERY,
    PRODUCT_MARKET,
    RESOURCE_MARKET,
    SMALL_WHARF,
    STANDARD,
    WAREHOUSE,
)
from malecon.games.cuba.cards import DUTY, DUTY_PIECE, DUTY_PRODUCTS, DUTY_RESOURCES, TYPES
from malecon.games.cuba.moves import PAY_NOTHING, PAYMENTS
from malecon.games.cuba.questions import is_duty
from malecon.games.cuba.rules.architect import free_fields
from malecon.games.cuba.rules.foreman import kind_at
from malecon.games.cuba.rules.laws import duty
from malecon.games.cuba.rules.uses import EXCHANGED, MADE, TAKEN, wanted_by
from malecon.games.cuba.rules.worker import ANY_FIELD
from malecon.games.cuba.state import LOOKING_IS_USE, NONE, State


def counted(count: int, what: str) -> str:
    """Return a number of pieces or pesos in words.

    >>> counted(1, "peso"), counted(4, "peso"), counted(2, "wood")
    ('1 peso', '4 pesos', '2 wood')
    """
    return f"{count} {what}{'s' if what == 'peso' and count != 1 else ''}"


def lacking(names: Iterable[str], owned: Sequence[int], needed: Sequence[int]) -> str:
    """Return which of the pieces that are needed are not owned.

    >>> lacking(("wood", "stone"), [1, 0], [2, 2])
    '1 wood, 2 stone'
    """
    missing = [(name, need - own) for name, own, need in zip(names, owned, needed, strict=False) if need > own]
    return ", ".join(counted(count, name) for name, count in missing)


def no_piece(piece: int, rule: str) -> IllegalMove:
    """The player has no such piece."""
    return IllegalMove(rule, N_("You have no {piece}."), {"piece": PIECES[piece]})


def nothing_in_supply(piece: int, rule: str) -> IllegalMove:
    """The supply has no such piece."""
    return IllegalMove(rule, N_("The supply has no {piece}."), {"piece": PIECES[piece]})


def cannot_use(state: State, seat: int, kind: int) -> IllegalMove:
    """The player has no such building, has used it or cannot use it with the others, or it would do nothing."""
    facts: Facts = {"building": BUILDINGS[kind]}
    own = ANY_FIELD - free_fields(state, seat)
    fields = [field for field in range(len(CROSS)) if has(own, field) and kind_at(state, seat, field) == kind]
    if not fields:
        return IllegalMove("CUB-4.40", N_("You have no {building}."), facts)
    if any(has(state.near | state.far, field) for field in fields):
        return does_nothing(state, seat, kind)
    is_left_out = kind == LIGHTHOUSE and state.version < LOOKING_IS_USE  # looked from, perhaps, but not used
    if is_left_out:
        return IllegalMove("CUB-10.30", N_("You have used the {building}, or left it out, in this action."), facts)
    if not any(has(CROSS[state.pawn[seat]], field) for field in fields):
        template = N_("The {building} is outside of your pawn's row and column, where you have used a building.")
        return IllegalMove("CUB-4.40", template, facts)
    return IllegalMove("CUB-10.30", N_("You have used the {building} in this action."), facts)


def does_nothing(state: State, seat: int, kind: int) -> IllegalMove:
    """The use would change nothing (CUB-10.33)."""
    rule = STANDARD[kind].rule
    if TAKEN[kind] != NONE:
        if state.own[seat, TAKEN[kind]] == 0:
            return no_piece(int(TAKEN[kind]), rule)
        return nothing_in_supply(int(MADE[kind]), "CUB-10.31")
    if kind in (DAM, EMBASSY):
        return nothing_in_supply(PIECES.index("water" if kind == DAM else "cigars"), "CUB-10.31")
    if kind == WAREHOUSE:
        return IllegalMove("CUB-4.42", N_("There are no products in your yard to store."))
    if kind in (SMALL_WHARF, LARGE_WHARF):
        return IllegalMove(rule, N_("You have nothing that a ship at the docks has a space for."))
    if kind == BLACK_MARKET:
        return IllegalMove(rule, N_("You have nothing to exchange, or the supply nothing to give for it."))
    if kind in WANTED:
        return IllegalMove(rule, N_("You have nothing that the {building} takes."), {"building": BUILDINGS[kind]})
    return IllegalMove("CUB-10.33", N_("The {building} would do nothing now."), {"building": BUILDINGS[kind]})


def cannot_give(state: State, seat: int, answer: int) -> IllegalMove:
    """There are not so many pieces, the building takes fewer, or the supply gives back fewer."""
    kind, count = int(state.chosen), answer + 1
    piece, made = int(TAKEN[kind]), int(MADE[kind])
    owned, rule = int(state.own[seat, piece]), STANDARD[kind].rule
    if made == NONE and count > state.most[kind]:
        facts: Facts = {"building": BUILDINGS[kind], "count": int(state.most[kind])}
        return IllegalMove(rule, N_("The {building} takes {count} pieces at most."), facts)
    if count > owned:
        return IllegalMove(rule, N_("You have only {owned}."), {"owned": counted(owned, PIECES[piece])})
    left = counted(int(state.supply[made]), PIECES[made])
    return IllegalMove("CUB-10.31", N_("The supply can give back only {left}."), {"left": left})


WANTED = {
    MONASTERY: N_("The {building} takes products, {count} at most."),
    RESOURCE_MARKET: N_("The {building} takes resources, {count} at most."),
    PRODUCT_MARKET: N_("The {building} takes products, {count} at most."),
    GENERAL_STORE: N_("The {building} takes goods, {count} at most."),
}
"""By building, what it takes."""


def cannot_pay(state: State, seat: int, payment: int) -> IllegalMove:
    """The payment is none that the building or the duty takes, or pieces lack."""
    if is_duty(state):
        wanted, refused = duty(state), duty_asks(state)
    else:
        kind = int(state.chosen)
        facts: Facts = {"building": BUILDINGS[kind], "count": int(state.most[kind])}
        if payment == PAY_NOTHING:
            return IllegalMove("CUB-10.33", N_("You use the {building}, so pay something."), facts)
        wanted, refused = wanted_by(state, kind), IllegalMove(STANDARD[kind].rule, WANTED[kind], facts)
    if not has(wanted, payment):
        return refused
    needed = [PAYMENTS[payment].count(piece) for piece in PIECES]
    return IllegalMove("CUB-4.5", N_("You lack {missing}."), {"missing": lacking(PIECES, state.own[seat], needed)})


def duty_asks(state: State) -> IllegalMove:
    """The duty asks for other pieces."""
    law = state.in_force[DUTY]
    kind, count = int(state.law_kind[law]), int(state.law_amount[law])
    if kind == DUTY_RESOURCES:
        return IllegalMove("CUB-7.2", N_("The duty asks for resources: {count}."), {"count": count})
    if kind == DUTY_PRODUCTS:
        return IllegalMove("CUB-7.2", N_("The duty asks for products: {count}."), {"count": count})
    asked = counted(count, PIECES[kind - DUTY_PIECE])
    return IllegalMove("CUB-7.2", N_("The duty asks for {price}."), {"price": asked})


def cannot_exchange(state: State, seat: int, exchange: int) -> IllegalMove:
    """The player or the supply has no such piece."""
    given, gained = EXCHANGED[exchange].tolist()
    if state.own[seat, given] == 0:
        return no_piece(given, STANDARD[BLACK_MARKET].rule)
    return nothing_in_supply(gained, "CUB-10.31")


def cannot_veto(state: State, seat: int, law_type: int) -> IllegalMove:
    """The bill was removed, or its type is barred."""
    facts: Facts = {"law_type": TYPES[law_type]}
    if state.bill[law_type] == NONE:
        return IllegalMove("CUB-6.1", N_("The {law_type} bill has been removed."), facts)
    return IllegalMove("CUB-6.2", N_("A {law_type} bill was removed in the last round, so not in this one."), facts)


def cannot_swap(state: State, seat: int, ship: int) -> IllegalMove:
    """The ship is not in the pile."""
    return IllegalMove(STANDARD[LIGHTHOUSE].rule, N_("Ship {ship} is not in the pile."), {"ship": ship + 1})
