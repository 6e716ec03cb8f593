"""Why a move is illegal: the rule that forbids it and a sentence for people.

The rules only list what is legal. Each function for a question looks at an answer to it that is not, and finds the
first reason; sealing, moving and the tax leave every answer open when asked. Every sentence is a marked template, so
that it can be shown in other languages. What is done with buildings and ships, and the duty, have a module of their own
(``refusals_of_buildings.py``).
"""

from malecon.core.bit_set import has
from malecon.core.errors import Facts, IllegalMove
from malecon.core.i18n import N_
from malecon.core.question import Refusals
from malecon.games.cuba import asks
from malecon.games.cuba.answers import ALTERNATIVES, NO_HARVEST, SALES, WATERED, in_action, is_duty
from malecon.games.cuba.boards import MERCHANDISE, PIECES
from malecon.games.cuba.cards import NAMES, TYPES
from malecon.games.cuba.choice import Question
from malecon.games.cuba.refusals_of_buildings import counted, covered, no_piece, nothing_in_supply
from malecon.games.cuba.rules import FIRST_PRODUCT, RESOURCE_COUNT
from malecon.games.cuba.rules.parliament import PAIRS
from malecon.games.cuba.rules.setting_up import ANY_RESOURCES
from malecon.games.cuba.rules.trade import has_traded, lowest_price
from malecon.games.cuba.state import NONE, State


def over(state: State) -> IllegalMove:
    """The game is over."""
    return IllegalMove("CUB-9.1", N_("The game is over."))


def waiting(state: State, seat: int, facts: Facts) -> IllegalMove | None:
    """The player takes no part in the ballot, or the duty is collected; or there is no more to say."""
    if state.question == asks.BID:
        return _bids_no_more(state, seat, facts)
    return IllegalMove(*DECIDES_NOW, facts) if is_duty(state) else None


def _bids_no_more(state: State, seat: int, facts: Facts) -> IllegalMove:
    """The player is not tied, has no pesos, or has bid."""
    if not has(state.bidders, seat):
        return IllegalMove("CUB-5.4", N_("Only who is tied for most votes bids again."))
    if state.pesos[seat] == 0:
        return IllegalMove("CUB-5.7", N_("You have no pesos to bid."))
    return IllegalMove("CUB-5.2", N_("You have bid; player {player} has not yet."), facts)


def instead(state: State, seat: int, question: Question, answer: int) -> IllegalMove | None:
    """The question belongs to another character, or to none that may be played now; or there is no more to say."""
    acting, character = in_action(state), question.character
    if question.number == asks.SEAL and state.sealing == 0:
        return IllegalMove("CUB-11.1", N_("This game is played without sealed characters."))
    if question.number == asks.PLAY and acting:
        facts: Facts = {"character": NAMES[state.last[seat]]}
        return IllegalMove("CUB-4.1", N_("The action of the {character} comes to its end first."), facts)
    if character is not None and state.question == asks.PLAY:
        facts = {"character": NAMES[character]}
        if not has(state.hand[seat], character) and state.sealed[seat] != character:
            return IllegalMove("CUB-4.1", N_("The action of the {character} is over in this round."), facts)
        return IllegalMove("CUB-4.1", N_("That belongs to the {character}, whom you would have to play first."), facts)
    if character is not None and acting and state.last[seat] != character:
        facts = {"character": NAMES[character], "played": NAMES[state.last[seat]]}
        return IllegalMove("CUB-4.1", N_("That belongs to the {character}, and you have played the {played}."), facts)
    return None


DECIDES_NOW = ("CUB-7.7", N_("Player {player} decides now; it goes in turn order."))
REFUSALS = Refusals(over, ("CUB-4.1", N_("It is the turn of player {player}.")), waiting, instead)


def stock(state: State, seat: int, pair: int) -> IllegalMove:
    """Resources are chosen first, then products."""
    if has(ANY_RESOURCES, pair):
        return IllegalMove("CUB-2.5", N_("You have your two resources; choose two products."))
    return IllegalMove("CUB-2.5", N_("Choose two resources first, then two products."))


def play(state: State, seat: int, character: int) -> IllegalMove:
    """The character is sealed, or was played."""
    facts: Facts = {"character": NAMES[character]}
    if state.sealed[seat] == character:
        return IllegalMove("CUB-11.1", N_("You have sealed the {character} for the parliament."), facts)
    return IllegalMove("CUB-4.1", N_("You have played the {character} already in this round."), facts)


def harvest(state: State, seat: int, answer: int) -> IllegalMove:
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


def trade(state: State, seat: int, answer: int) -> IllegalMove:
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


def veto(state: State, seat: int, law_type: int) -> IllegalMove:
    """The bill was removed, or its type is barred."""
    facts: Facts = {"law_type": TYPES[law_type]}
    if state.bill[law_type] == NONE:
        return IllegalMove("CUB-6.1", N_("The {law_type} bill has been removed."), facts)
    return IllegalMove("CUB-6.2", N_("A {law_type} bill was removed in the last round, so not in this one."), facts)


def bid(state: State, seat: int, pesos: int) -> IllegalMove:
    """There are not so many pesos."""
    return IllegalMove("CUB-5.2", N_("You have only {owned}."), {"owned": counted(state.pesos[seat], "peso")})


def enact(state: State, seat: int, pair: int) -> IllegalMove:
    """One of the bills was removed."""
    gone = next(law_type for law_type in PAIRS[pair].tolist() if state.bill[law_type] == NONE)
    return IllegalMove("CUB-6.1", N_("The {law_type} bill has been removed."), {"law_type": TYPES[gone]})
