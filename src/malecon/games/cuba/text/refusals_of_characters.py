"""Why a character's action cannot be done so; the Foreman's buildings have a module of their own (chapter 4)."""

from malecon.core.errors import Facts, IllegalMove
from malecon.core.i18n import N_
from malecon.games.cuba.boards import MERCHANDISE, PIECES, RESOURCES
from malecon.games.cuba.buildings import BUILDINGS, PRINTED_WAREHOUSE
from malecon.games.cuba.moves import (
    ALTERNATIVES,
    BUILD_NOTHING,
    BUILD_POINTS,
    KIND_COUNT,
    MAYOR_PESOS,
    NO_HARVEST,
    NO_LOAD,
    SALES,
    WATERED,
)
from malecon.games.cuba.rules.architect import free_fields, surcharge
from malecon.games.cuba.rules.common import FIRST_PRODUCT, RESOURCE_COUNT
from malecon.games.cuba.rules.trade import has_traded, lowest_price
from malecon.games.cuba.state import NONE, State
from malecon.games.cuba.text.refusals_of_use import counted, lacking, no_piece, nothing_in_supply


def cannot_harvest(state: State, seat: int, answer: int) -> IllegalMove:
    """No such field gives any more, or it is paid otherwise."""
    facts: Facts = {"count": int(state.free)}
    if answer == NO_HARVEST:
        return IllegalMove(
            "CUB-4.15", N_("Fields that give free of charge give anyway; still to choose: {count}."), facts
        )
    product = FIRST_PRODUCT + answer % WATERED
    if state.fruitful[product] == 0:
        template = N_("No {piece} field in your row and column can give any more.")
        return IllegalMove("CUB-4.13", template, {"piece": PIECES[product]})
    if state.supply[product] == 0:
        return nothing_in_supply(product, "CUB-4.15")
    if answer < WATERED:
        return IllegalMove("CUB-4.12", N_("No more fields give free of charge: each costs 1 water now."))
    return IllegalMove("CUB-4.12", N_("Fields still give free of charge, before any for water: {count}."), facts)


def cannot_trade(state: State, seat: int, answer: int) -> IllegalMove:
    """A purchase, a sale or an alternative is not possible."""
    if answer >= ALTERNATIVES:
        return cannot_take(state, answer - ALTERNATIVES)
    return cannot_buy(state, seat, answer) if answer < SALES else cannot_sell(state, seat, answer - SALES)


def cannot_buy(state: State, seat: int, kind: int) -> IllegalMove:
    """The kind was sold, there is none, or pesos lack."""
    piece, price = FIRST_PRODUCT + kind, int(state.price[kind, state.market[kind]])
    facts: Facts = {
        "piece": PIECES[piece],
        "price": counted(price, "peso"),
        "owned": counted(state.pesos[seat], "peso"),
    }
    if state.traded[kind] < 0:
        return IllegalMove("CUB-4.24", N_("You have sold {piece} in this action, so you cannot buy it."), facts)
    if state.market[kind] + state.supply[piece] == 0:
        return IllegalMove("CUB-1.1", N_("Neither the market nor the supply has any {piece}."), facts)
    return IllegalMove("CUB-4.21", N_("The price of {piece} is {price}, and you have {owned}."), facts)


def cannot_sell(state: State, seat: int, kind: int) -> IllegalMove:
    """The kind was bought, or the player has none."""
    facts: Facts = {"piece": MERCHANDISE[kind]}
    if state.traded[kind] > 0:
        return IllegalMove("CUB-4.24", N_("You have bought {piece} in this action, so you cannot sell it."), facts)
    return no_piece(FIRST_PRODUCT + kind, "CUB-4.22")


def cannot_take(state: State, piece: int) -> IllegalMove:
    """There was trade, the space is covered, there is none, or another product is cheaper."""
    taken = state.resource_taken if piece < RESOURCE_COUNT else state.product_taken
    if has_traded(state):
        return IllegalMove("CUB-4.20", N_("You have bought or sold; an alternative would have been instead of that."))
    if taken:
        return covered()
    if state.supply[piece] == 0:
        return nothing_in_supply(piece, "CUB-4.25")
    kind = piece - RESOURCE_COUNT
    price = counted(state.price[kind, state.market[kind]], "peso")
    facts: Facts = {"piece": PIECES[piece], "price": price, "lowest": counted(lowest_price(state), "peso")}
    template = N_("Only a product of the lowest price can be taken: that is {lowest}, and {piece} costs {price}.")
    return IllegalMove("CUB-4.25", template, facts)


def covered() -> IllegalMove:
    """All spaces of the alternative have markers."""
    return IllegalMove("CUB-4.4", N_("This alternative has been used in this round, as often as it can be."))


def cannot_build(state: State, seat: int, kind: int) -> IllegalMove:
    """There is no tile or no field, resources or pesos lack; or the alternative is to be taken, or cannot be."""
    if kind == BUILD_NOTHING:
        return IllegalMove("CUB-4.2", N_("Who does not build takes the points, as long as a space for them is free."))
    if kind == BUILD_POINTS:
        return covered()
    missing = lacking(RESOURCES, state.own[seat], state.cost[kind])
    more, owned = counted(surcharge(state), "peso"), counted(state.pesos[seat], "peso")
    facts: Facts = {"building": BUILDINGS[kind], "missing": missing, "price": more, "owned": owned}
    if state.copies[kind] == 0:
        return IllegalMove("CUB-1.4", N_("The {building} is not in this game."), facts)
    if state.offer[kind] == 0:
        return IllegalMove("CUB-1.4", N_("The {building} is not on offer any more."), facts)
    if free_fields(state, seat) == 0:
        return IllegalMove("CUB-4.31", N_("You have no field without a building left."))
    if missing:
        return IllegalMove("CUB-4.31", N_("You cannot pay for the {building}. Missing: {missing}."), facts)
    return IllegalMove("CUB-4.32", N_("The building act asks for {price} more, and you have {owned}."), facts)


def cannot_place(state: State, seat: int, field: int) -> IllegalMove:
    """There is a building on the field."""
    kind = int(state.built[seat, field])
    if kind == PRINTED_WAREHOUSE:
        return IllegalMove("CUB-4.31", N_("The field of the printed warehouse cannot be built over."))
    return IllegalMove("CUB-4.31", N_("There is the {building} on that field."), {"building": BUILDINGS[kind]})


def cannot_load(state: State, seat: int, answer: int) -> IllegalMove:
    """Nothing can be loaded so, or the alternative is to be taken, or cannot be."""
    wharf, begun = state.chosen != NONE, state.dock != NONE
    if answer == NO_LOAD:
        if wharf:
            return IllegalMove(
                "CUB-10.33", N_("You use the {building}, so load something."), {"building": building(state)}
            )
        return IllegalMove("CUB-4.2", N_("Who does not load takes the pesos, as long as a space for them is free."))
    if answer == MAYOR_PESOS:
        if wharf:
            return IllegalMove("CUB-4.52", N_("The pesos are for the mayor, not for who loads at a wharf."))
        if begun:
            return IllegalMove("CUB-4.50", N_("You have loaded; the pesos would have been instead of that."))
        return covered()
    return cannot_load_piece(state, seat, answer // KIND_COUNT, answer % KIND_COUNT)


def building(state: State) -> str:
    """Return the name of the building that is used."""
    return BUILDINGS[state.chosen]


def cannot_load_piece(state: State, seat: int, dock: int, kind: int) -> IllegalMove:
    """It is another ship's or another kind's turn, there is no ship, no piece, or no space."""
    facts: Facts = {"dock": dock + 1, "piece": MERCHANDISE[kind], "begun": int(state.dock) + 1}
    if state.dock not in (NONE, dock):
        return IllegalMove("CUB-4.50", N_("You load the ship at dock {begun}; a second one cannot be loaded."), facts)
    if state.load_kind not in (NONE, kind):
        facts = {"building": building(state), "piece": MERCHANDISE[state.load_kind]}
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
