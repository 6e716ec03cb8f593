"""The Tradeswoman (chapter 4).

CUB-4.20  Trade any number of times, or one alternative.
CUB-4.21  The cheapest piece of a track is bought; when it is empty, a piece of the supply.
CUB-4.22  A piece is sold to the dearest free space; when the track is full, to the supply.
CUB-4.24  A kind that was bought is not sold in the same action, nor the other way round.
CUB-4.25  The alternatives: a resource, or a product whose price is lowest now.
"""

from malecon.core.bit_set import bit
from malecon.core.contract import Journal, note
from malecon.core.jit import rule
from malecon.games.cuba import asks
from malecon.games.cuba.answers import ALTERNATIVES, NO_TRADE, SALES
from malecon.games.cuba.events import ALTERNATIVE, BOUGHT, MARKET, SOLD, SUPPLY
from malecon.games.cuba.rules import FIRST_PRODUCT, PRODUCT_COUNT, RESOURCE_COUNT, ask, do_nothing, gain, give_up
from malecon.games.cuba.rules.harbour import KIND_COUNT
from malecon.games.cuba.state import State


@rule
def begin_trade(state: State, seat: int) -> None:
    """Ask for a purchase, a sale or an alternative (CUB-4.20)."""
    ask(state, asks.TRADE, trades(state, seat) | _alternatives(state) | bit(NO_TRADE))


@rule
def trades(state: State, seat: int) -> int:
    """Return the purchases and sales that are possible now, as a bit set (CUB-4.21, 4.22, 4.24)."""
    answers = 0
    for kind in range(KIND_COUNT):
        if state.traded[kind] >= 0 and _can_buy(state, seat, kind):
            answers |= bit(kind)
        if state.traded[kind] <= 0 and state.own[seat, FIRST_PRODUCT + kind] > 0:
            answers |= bit(SALES + kind)
    return answers


@rule
def _can_buy(state: State, seat: int, kind: int) -> bool:
    """Tell whether there is a piece of ``kind`` that ``seat`` can pay (CUB-4.21)."""
    if state.market[kind] == 0 and state.supply[FIRST_PRODUCT + kind] == 0:
        return False
    return bool(state.pesos[seat] >= buying_price(state, kind))


@rule
def buying_price(state: State, kind: int) -> int:
    """Return the price in pesos of buying a piece of ``kind`` now (CUB-4.21)."""
    return int(state.price[kind, state.market[kind]])


@rule
def selling_price(state: State, kind: int) -> int:
    """Return the price in pesos of selling a piece of ``kind`` now (CUB-4.22)."""
    return int(state.price[kind, state.market[kind] + 1])


@rule
def _alternatives(state: State) -> int:
    """Return the alternatives that are free and gain something, as a bit set of answers (CUB-4.4, CUB-4.25)."""
    answers = 0
    if state.resource_taken == 0:
        for resource in range(RESOURCE_COUNT):
            if state.supply[resource] > 0:
                answers |= bit(ALTERNATIVES + resource)
    if state.product_taken == 0:
        lowest = lowest_price(state)
        for product in range(PRODUCT_COUNT):
            if buying_price(state, product) == lowest and state.supply[FIRST_PRODUCT + product] > 0:
                answers |= bit(ALTERNATIVES + FIRST_PRODUCT + product)
    return answers


@rule
def lowest_price(state: State) -> int:
    """Return the price in pesos of the cheapest product now (CUB-4.25)."""
    lowest = buying_price(state, 0)
    for product in range(1, PRODUCT_COUNT):
        lowest = min(lowest, buying_price(state, product))
    return lowest


@rule
def trade(state: State, seat: int, given: int, journal: Journal) -> None:
    """Carry out a purchase, a sale or an alternative, or end the trade (CUB-4.20)."""
    if given == NO_TRADE:
        if has_traded(state):
            state.question = asks.END_TURN
        else:
            do_nothing(state, seat, journal)
    elif given >= ALTERNATIVES:
        _take_alternative(state, seat, given - ALTERNATIVES, journal)
    else:
        if given < SALES:
            buy(state, seat, given, journal)
        else:
            sell(state, seat, given - SALES, journal)
        ask(state, asks.TRADE, trades(state, seat) | bit(NO_TRADE))


@rule
def has_traded(state: State) -> bool:
    """Tell whether something was bought or sold in this action."""
    for kind in range(KIND_COUNT):
        if state.traded[kind] != 0:
            return True
    return False


@rule
def _take_alternative(state: State, seat: int, piece: int, journal: Journal) -> None:
    """Take one piece and cover the space (CUB-4.4, CUB-4.25)."""
    if piece < RESOURCE_COUNT:
        state.resource_taken = 1
    else:
        state.product_taken = 1
    gain(state, seat, piece, 1, ALTERNATIVE, journal)
    state.question = asks.END_TURN


@rule
def buy(state: State, seat: int, kind: int, journal: Journal) -> None:
    """Buy the cheapest piece of a track, or one of the supply if the track is empty (CUB-4.21)."""
    price = buying_price(state, kind)
    if state.market[kind] > 0:
        state.market[kind] -= 1
        note(journal, BOUGHT, seat, FIRST_PRODUCT + kind, price, MARKET)
    else:
        state.supply[FIRST_PRODUCT + kind] -= 1
        note(journal, BOUGHT, seat, FIRST_PRODUCT + kind, price, SUPPLY)
    state.own[seat, FIRST_PRODUCT + kind] += 1
    state.pesos[seat] -= price
    state.traded[kind] += 1


@rule
def sell(state: State, seat: int, kind: int, journal: Journal) -> None:
    """Sell a piece to the dearest free space of its track, or to the supply if the track is full (CUB-4.22)."""
    price = selling_price(state, kind)
    give_up(state, seat, FIRST_PRODUCT + kind, 1)
    if state.market[kind] < state.spaces[kind]:
        state.market[kind] += 1
        note(journal, SOLD, seat, FIRST_PRODUCT + kind, price, MARKET)
    else:
        state.supply[FIRST_PRODUCT + kind] += 1
        note(journal, SOLD, seat, FIRST_PRODUCT + kind, price, SUPPLY)
    state.pesos[seat] += price
    state.traded[kind] -= 1
