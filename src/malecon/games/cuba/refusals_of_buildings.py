"""Why pieces cannot be used so, for a building, in it, on a ship, or for the duty (chapters 4, 6, 7 and 10)."""

from collections.abc import Sequence

from malecon.core.bit_set import has
from malecon.core.errors import Facts, IllegalMove
from malecon.core.i18n import N_
from malecon.games.cuba.answers import (
    BUILD_NOTHING,
    BUILD_POINTS,
    KIND_COUNT,
    MAYOR_PESOS,
    NO_LOAD,
    PAY_NOTHING,
    PAYMENTS,
    is_duty,
)
from malecon.games.cuba.boards import CROSS, MERCHANDISE, PIECES
from malecon.games.cuba.buildings import (
    BLACK_MARKET,
    BUILDINGS,
    DAM,
    EMBASSY,
    GENERAL_STORE,
    LARGE_WHARF,
    LIGHTHOUSE,
    MONASTERY,
    PRINTED_WAREHOUSE,
    PRODUCT_MARKET,
    RESOURCE_MARKET,
    SMALL_WHARF,
    STANDARD,
    WAREHOUSE,
)
from malecon.games.cuba.cards import DUTY, DUTY_PIECE, DUTY_PRODUCTS, DUTY_RESOURCES
from malecon.games.cuba.rules import FIRST_PRODUCT, missing
from malecon.games.cuba.rules.foreman import kind_at
from malecon.games.cuba.rules.laws import duty
from malecon.games.cuba.rules.plantation import ANY_FIELD, free_fields, surcharge
from malecon.games.cuba.rules.uses import EXCHANGED, MADE, TAKEN, wanted_by
from malecon.games.cuba.state import NONE, State


def counted(count: int, what: str) -> str:
    """Return a number of pieces or pesos in words.

    >>> counted(1, "peso"), counted(4, "peso"), counted(2, "wood")
    ('1 peso', '4 pesos', '2 wood')
    """
    return f"{count} {what}{'s' if what == 'peso' and count != 1 else ''}"


def _missing_pieces(state: State, seat: int, asked: Sequence[int]) -> str:
    """Return the pieces in words that ``seat`` lacks of those that are asked for, in the order of ``PIECES``."""
    lacked = ((missing(state, seat, piece, int(count)), PIECES[piece]) for piece, count in enumerate(asked))
    return ", ".join(counted(count, name) for count, name in lacked if count)


def no_piece(piece: int, rule: str) -> IllegalMove:
    """The player has no such piece."""
    return IllegalMove(rule, N_("You have no {piece}."), {"piece": PIECES[piece]})


def nothing_in_supply(piece: int, rule: str) -> IllegalMove:
    """The supply has no such piece."""
    return IllegalMove(rule, N_("The supply has no {piece}."), {"piece": PIECES[piece]})


def build(state: State, seat: int, kind: int) -> IllegalMove:
    """There is no tile or no field, resources or pesos lack; or the alternative is to be taken, or cannot be."""
    if kind == BUILD_NOTHING:
        return IllegalMove("CUB-4.2", N_("Who does not build takes the points, as long as a space for them is free."))
    if kind == BUILD_POINTS:
        return covered()
    lacked = _missing_pieces(state, seat, state.cost[kind])
    more, owned = counted(surcharge(state), "peso"), counted(state.pesos[seat], "peso")
    facts: Facts = {"building": BUILDINGS[kind], "missing": lacked, "price": more, "owned": owned}
    if state.copies[kind] == 0:
        return IllegalMove("CUB-1.4", N_("The {building} is not in this game."), facts)
    if state.offer[kind] == 0:
        return IllegalMove("CUB-1.4", N_("The {building} is not on offer any more."), facts)
    if free_fields(state, seat) == 0:
        return IllegalMove("CUB-4.31", N_("You have no field without a building left."))
    if lacked:
        return IllegalMove("CUB-4.31", N_("You cannot pay for the {building}. Missing: {missing}."), facts)
    return IllegalMove("CUB-4.32", N_("The building act asks for {price} more, and you have {owned}."), facts)


def place(state: State, seat: int, field: int) -> IllegalMove:
    """There is a building on the field."""
    kind = int(state.built[seat, field])
    if kind == PRINTED_WAREHOUSE:
        return IllegalMove("CUB-4.31", N_("The field of the printed warehouse cannot be built over."))
    return IllegalMove("CUB-4.31", N_("There is the {building} on that field."), {"building": BUILDINGS[kind]})


def load(state: State, seat: int, answer: int) -> IllegalMove:
    """Nothing can be loaded so, or the alternative is to be taken, or cannot be."""
    wharf, begun = state.chosen != NONE, state.dock != NONE
    if answer == NO_LOAD:
        if wharf:
            return IllegalMove(
                "CUB-10.33", N_("You use the {building}, so load something."), {"building": _building(state)}
            )
        return IllegalMove("CUB-4.2", N_("Who does not load takes the pesos, as long as a space for them is free."))
    if answer == MAYOR_PESOS:
        if wharf:
            return IllegalMove("CUB-4.52", N_("The pesos are for the mayor, not for who loads at a wharf."))
        if begun:
            return IllegalMove("CUB-4.50", N_("You have loaded; the pesos would have been instead of that."))
        return covered()
    return _cannot_load_piece(state, seat, answer // KIND_COUNT, answer % KIND_COUNT)


def _building(state: State) -> str:
    """Return the name of the building that is used."""
    return BUILDINGS[state.chosen]


def _cannot_load_piece(state: State, seat: int, dock: int, kind: int) -> IllegalMove:
    """It is another ship's or another kind's turn, there is no ship, no piece, or no space."""
    facts: Facts = {"dock": dock + 1, "piece": MERCHANDISE[kind], "begun": int(state.dock) + 1}
    if state.dock not in (NONE, dock):
        return IllegalMove("CUB-4.50", N_("You load the ship at dock {begun}; a second one cannot be loaded."), facts)
    if state.load_kind not in (NONE, kind):
        facts = {"building": _building(state), "piece": MERCHANDISE[state.load_kind]}
        return IllegalMove("CUB-10.8", N_("The {building} loads one kind only: {piece}."), facts)
    if state.ship[dock] == NONE:
        return IllegalMove("CUB-4.50", N_("There is no ship at dock {dock}."), facts)
    needs, cargo = state.needs[state.ship[dock]], state.cargo[dock]
    if (cargo == needs).all():
        return IllegalMove("CUB-4.51", N_("The ship at dock {dock} is full."), facts)
    if needs[kind] == 0:
        return IllegalMove("CUB-4.51", N_("The ship at dock {dock} takes no {piece}."), facts)
    if cargo[kind] == needs[kind]:
        return IllegalMove("CUB-4.51", N_("The ship at dock {dock} has no space left for {piece}."), facts)
    return no_piece(FIRST_PRODUCT + kind, "CUB-4.50")


def covered() -> IllegalMove:
    """All spaces of the alternative have markers."""
    return IllegalMove("CUB-4.4", N_("This alternative has been used in this round, as often as it can be."))


def use(state: State, seat: int, kind: int) -> IllegalMove:
    """The player has no such building, has used it or cannot use it with the others, or it would do nothing."""
    facts: Facts = {"building": BUILDINGS[kind]}
    own = ANY_FIELD - free_fields(state, seat)
    fields = [field for field in range(len(CROSS)) if has(own, field) and kind_at(state, seat, field) == kind]
    if not fields:
        return IllegalMove("CUB-4.40", N_("You have no {building}."), facts)
    if any(has(state.near | state.far, field) for field in fields):
        return _does_nothing(state, seat, kind)
    if not any(has(CROSS[state.pawn[seat]], field) for field in fields):
        template = N_("The {building} is outside of your pawn's row and column, where you have used a building.")
        return IllegalMove("CUB-4.40", template, facts)
    return IllegalMove("CUB-10.30", N_("You have used the {building} in this action."), facts)


def _does_nothing(state: State, seat: int, kind: int) -> IllegalMove:
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


def give(state: State, seat: int, answer: int) -> IllegalMove:
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


def pay(state: State, seat: int, payment: int) -> IllegalMove:
    """The payment is none that the building or the duty takes, or pieces lack."""
    if is_duty(state):
        wanted, refused = duty(state), _duty_asks(state)
    else:
        kind = int(state.chosen)
        facts: Facts = {"building": BUILDINGS[kind], "count": int(state.most[kind])}
        if payment == PAY_NOTHING:
            return IllegalMove("CUB-10.33", N_("You use the {building}, so pay something."), facts)
        wanted, refused = wanted_by(state, kind), IllegalMove(STANDARD[kind].rule, WANTED[kind], facts)
    if not has(wanted, payment):
        return refused
    needed = [PAYMENTS[payment].count(piece) for piece in PIECES]
    return IllegalMove("CUB-4.5", N_("You lack {missing}."), {"missing": _missing_pieces(state, seat, needed)})


def _duty_asks(state: State) -> IllegalMove:
    law = state.in_force[DUTY]
    kind, count = int(state.law_kind[law]), int(state.law_amount[law])
    if kind == DUTY_RESOURCES:
        return IllegalMove("CUB-7.2", N_("The duty asks for resources: {count}."), {"count": count})
    if kind == DUTY_PRODUCTS:
        return IllegalMove("CUB-7.2", N_("The duty asks for products: {count}."), {"count": count})
    asked = counted(count, PIECES[kind - DUTY_PIECE])
    return IllegalMove("CUB-7.2", N_("The duty asks for {price}."), {"price": asked})


def exchange(state: State, seat: int, exchange: int) -> IllegalMove:
    """The player or the supply has no such piece."""
    given, gained = EXCHANGED[exchange].tolist()
    if state.own[seat, given] == 0:
        return no_piece(given, STANDARD[BLACK_MARKET].rule)
    return nothing_in_supply(gained, "CUB-10.31")


def swap(state: State, seat: int, ship: int) -> IllegalMove:
    """The ship is not in the pile."""
    return IllegalMove(STANDARD[LIGHTHOUSE].rule, N_("Ship {ship} is not in the pile."), {"ship": ship + 1})
