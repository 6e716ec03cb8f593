"""Why a move is illegal: the rule that forbids it and a sentence for people.

The engine only lists what is legal; this module looks at a move that is not, and finds the first reason. Every
sentence is a marked template, so that it can be shown in other languages. What is done
with buildings and ships, and the duty, have a module of their own (``refusals_of_buildings.py``).
"""

from collections.abc import Callable

from malecon.core.codecs import members
from malecon.core.errors import Facts, IllegalMove
from malecon.core.i18n import N_
from malecon.core.math import has
from malecon.games.cuba.boards import MERCHANDISE, PIECES
from malecon.games.cuba.cards import NAMES, TYPES
from malecon.games.cuba.moves import ALTERNATIVES, ASKED, CHARACTER, FIRST, NO_HARVEST, RULE, SALES, WATERED, in_action
from malecon.games.cuba.rules import FIRST_PRODUCT, RESOURCE_COUNT
from malecon.games.cuba.rules.parliament import PAIRS
from malecon.games.cuba.rules.rounds import ANY_RESOURCES
from malecon.games.cuba.rules.trade import has_traded, lowest_price
from malecon.games.cuba.state import (
    AMOUNT,
    BID,
    BUILD,
    ENACT,
    EXCHANGE,
    HARVEST,
    LOAD,
    NONE,
    OVER,
    PAY,
    PAY_TAX,
    PLACE,
    PLAY,
    SEAL,
    STOCK,
    SWAP,
    TRADE,
    USE,
    VETO,
    State,
)
from malecon.games.cuba.text.refusals_of_buildings import (
    cannot_build,
    cannot_exchange,
    cannot_give,
    cannot_load,
    cannot_pay,
    cannot_place,
    cannot_swap,
    cannot_use,
    counted,
    covered,
    no_piece,
    nothing_in_supply,
)


def refuse(state: State, seat: int, action: int) -> IllegalMove:
    """Return why ``seat`` may not do ``action`` now; it must be illegal."""
    if state.question == OVER:
        return IllegalMove("CUB-9.1", N_("The game is over."))
    if not has(state.awaited, seat):
        return _not_awaited(state, seat)
    question = next(question for question in ASKED if FIRST[question] <= action < FIRST[question + 1])
    answer = int(action) - int(FIRST[question])
    if question != state.question:
        return _other_question(state, seat, question, answer)
    return REASONS[question](state, seat, answer)


def _not_awaited(state: State, seat: int) -> IllegalMove:
    """It is not the turn of ``seat``."""
    question = int(state.question)
    facts: Facts = {"player": members(state.awaited)[0] + 1}
    if question == STOCK:
        return IllegalMove("CUB-2.5", N_("Player {player} chooses pieces now; it goes in turn order."), facts)
    if question == SEAL:
        return IllegalMove("CUB-11.1", N_("You have sealed a character; player {player} has not yet."), facts)
    if question == BID:
        return _bids_no_more(state, seat, facts)
    if question == ENACT:
        return IllegalMove("CUB-5.3", N_("Player {player} has won the vote and chooses two bills."), facts)
    if question == PAY_TAX or not (in_action(state) or question == PLAY):
        return IllegalMove("CUB-7.7", N_("Player {player} decides now; it goes in turn order."), facts)
    return IllegalMove("CUB-4.1", N_("It is the turn of player {player}."), facts)


def _bids_no_more(state: State, seat: int, facts: Facts) -> IllegalMove:
    """The player is not tied, has no pesos, or has bid."""
    if not has(state.bidders, seat):
        return IllegalMove("CUB-5.4", N_("Only who is tied for most votes bids again."))
    if state.pesos[seat] == 0:
        return IllegalMove("CUB-5.7", N_("You have no pesos to bid."))
    return IllegalMove("CUB-5.2", N_("You have bid; player {player} has not yet."), facts)


def _other_question(state: State, seat: int, question: int, answer: int) -> IllegalMove:
    """The game asks for something else."""
    acting = in_action(state)
    if question == SEAL and state.sealing == 0:
        return IllegalMove("CUB-11.1", N_("This game is played without sealed characters."))
    if question == PLAY and acting:
        facts: Facts = {"character": NAMES[state.last[seat]]}
        return IllegalMove("CUB-4.1", N_("The action of the {character} comes to its end first."), facts)
    if question in CHARACTER and state.question == PLAY:
        facts = {"character": NAMES[CHARACTER[question]]}
        if not has(state.hand[seat], CHARACTER[question]) and state.sealed[seat] != CHARACTER[question]:
            return IllegalMove("CUB-4.1", N_("The action of the {character} is over in this round."), facts)
        return IllegalMove("CUB-4.1", N_("That belongs to the {character}, whom you would have to play first."), facts)
    if question in CHARACTER and acting and state.last[seat] != CHARACTER[question]:
        facts = {"character": NAMES[CHARACTER[question]], "played": NAMES[state.last[seat]]}
        return IllegalMove("CUB-4.1", N_("That belongs to the {character}, and you have played the {played}."), facts)
    template = N_("Something else is to be decided now: {asked}.")
    return IllegalMove(RULE[int(state.question)], template, {"asked": ASKED[int(state.question)]})


def _cannot_stock(state: State, seat: int, pair: int) -> IllegalMove:
    """Resources are chosen first, then products."""
    if has(ANY_RESOURCES, pair):
        return IllegalMove("CUB-2.5", N_("You have your two resources; choose two products."))
    return IllegalMove("CUB-2.5", N_("Choose two resources first, then two products."))


def _cannot_play(state: State, seat: int, character: int) -> IllegalMove:
    """The character is sealed, or was played."""
    facts: Facts = {"character": NAMES[character]}
    if state.sealed[seat] == character:
        return IllegalMove("CUB-11.1", N_("You have sealed the {character} for the parliament."), facts)
    return IllegalMove("CUB-4.1", N_("You have played the {character} already in this round."), facts)


def _cannot_harvest(state: State, seat: int, answer: int) -> IllegalMove:
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


def _cannot_trade(state: State, seat: int, answer: int) -> IllegalMove:
    """A purchase, a sale or an alternative is not possible."""
    if answer >= ALTERNATIVES:
        return _cannot_take(state, answer - ALTERNATIVES)
    return _cannot_buy(state, seat, answer) if answer < SALES else _cannot_sell(state, seat, answer - SALES)


def _cannot_buy(state: State, seat: int, kind: int) -> IllegalMove:
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


def _cannot_sell(state: State, seat: int, kind: int) -> IllegalMove:
    """The kind was bought, or the player has none."""
    facts: Facts = {"piece": MERCHANDISE[kind]}
    if state.traded[kind] > 0:
        return IllegalMove("CUB-4.24", N_("You have bought {piece} in this action, so you cannot sell it."), facts)
    return no_piece(FIRST_PRODUCT + kind, "CUB-4.22")


def _cannot_take(state: State, piece: int) -> IllegalMove:
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


def _cannot_veto(state: State, seat: int, law_type: int) -> IllegalMove:
    """The bill was removed, or its type is barred."""
    facts: Facts = {"law_type": TYPES[law_type]}
    if state.bill[law_type] == NONE:
        return IllegalMove("CUB-6.1", N_("The {law_type} bill has been removed."), facts)
    return IllegalMove("CUB-6.2", N_("A {law_type} bill was removed in the last round, so not in this one."), facts)


def _cannot_bid(state: State, seat: int, pesos: int) -> IllegalMove:
    """There are not so many pesos."""
    return IllegalMove("CUB-5.2", N_("You have only {owned}."), {"owned": counted(state.pesos[seat], "peso")})


def _cannot_enact(state: State, seat: int, pair: int) -> IllegalMove:
    """One of the bills was removed."""
    gone = next(law_type for law_type in PAIRS[pair].tolist() if state.bill[law_type] == NONE)
    return IllegalMove("CUB-6.1", N_("The {law_type} bill has been removed."), {"law_type": TYPES[gone]})


REASONS: dict[int, Callable[[State, int, int], IllegalMove]] = {
    STOCK: _cannot_stock,
    PLAY: _cannot_play,
    HARVEST: _cannot_harvest,
    TRADE: _cannot_trade,
    BUILD: cannot_build,
    PLACE: cannot_place,
    USE: cannot_use,
    AMOUNT: cannot_give,
    PAY: cannot_pay,
    EXCHANGE: cannot_exchange,
    VETO: _cannot_veto,
    SWAP: cannot_swap,
    LOAD: cannot_load,
    BID: _cannot_bid,
    ENACT: _cannot_enact,
}
"""By question, what finds the reason; sealing, moving and the tax leave every answer open when asked."""
