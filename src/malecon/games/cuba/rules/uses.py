"""What the buildings do (chapters 6 and 10).

CUB-4.42           The Warehouse, printed or a tile, stores all products of the yard.
CUB-6.1, CUB-6.2   The Church removes a bill, but not of the type that it removed in the round before.
CUB-6.3            The Town hall gives 2 votes in this round.
CUB-10.1 to 10.24  One sentence for each building.
CUB-10.30          Selling through a building goes to the supply.
CUB-10.31          A conversion is made for as many pieces as the supply can give back.
"""

import numpy as np

from malecon.core.bit_set import bit, has
from malecon.core.contract import Journal, note
from malecon.core.jit import rule
from malecon.games.cuba import asks
from malecon.games.cuba.answers import EXCHANGES, NO_SWAP
from malecon.games.cuba.boards import CIGARS, PIECES, RUM, STONE, SUGAR, TOBACCO, WATER, WOOD
from malecon.games.cuba.buildings import (
    BLACK_MARKET,
    BUILDINGS,
    CEMENT_FACTORY,
    CHURCH,
    CIGAR_BAR,
    CIGAR_FACTORY,
    DAM,
    DISTILLERY,
    EMBASSY,
    GOLF_COURSE,
    HOTEL,
    INN,
    LARGE_BANK,
    LARGE_WHARF,
    LIGHTHOUSE,
    MONASTERY,
    PRODUCT_MARKET,
    RESOURCE_MARKET,
    RUM_CAFE,
    SAWMILL,
    SMALL_BANK,
    SMALL_WHARF,
    TOWN_HALL,
    WAREHOUSE,
)
from malecon.games.cuba.events import LOOKED_THROUGH_PILE, STORED, VETOED
from malecon.games.cuba.rules import (
    FIRST_PRODUCT,
    ONE_GOOD,
    ONE_PRODUCT,
    ONE_RESOURCE,
    PRODUCT_COUNT,
    TWO_PRODUCTS,
    TWO_RESOURCES,
    ask,
    earn,
    gain,
    hand_over,
    has_yard,
    in_yard,
    pay,
    payable,
    score,
)
from malecon.games.cuba.rules.harbour import begin_wharf, loadable
from malecon.games.cuba.rules.laws import pay_duty
from malecon.games.cuba.rules.rounds import TYPE_COUNT
from malecon.games.cuba.state import NONE, State

TAKEN = np.full(len(BUILDINGS), NONE, np.int8)
"""By building: the only piece that it takes, any number up to a limit."""
TAKEN[[CEMENT_FACTORY, SAWMILL, GOLF_COURSE, RUM_CAFE, CIGAR_BAR]] = STONE, WOOD, WATER, RUM, CIGARS
TAKEN[[CIGAR_FACTORY, DISTILLERY]] = TOBACCO, SUGAR
MADE = np.full(len(BUILDINGS), NONE, np.int8)
"""By building: what it makes of each piece."""
MADE[[CIGAR_FACTORY, DISTILLERY]] = CIGARS, RUM

EXCHANGE_COUNT = len(EXCHANGES)
EXCHANGED = np.array([[PIECES.index(piece) for piece in exchange] for exchange in EXCHANGES], np.int8)
"""``[12, 2]`` what is given, and what it becomes."""


@rule
def is_useful(state: State, seat: int, kind: int) -> bool:
    """Tell whether using a building would do something (CUB-10.33)."""
    if has(state.idle_buildings, kind):
        return False
    if TAKEN[kind] != NONE:
        return takeable(state, seat, kind) > 0
    if kind == HOTEL or kind == INN or kind == SMALL_BANK or kind == LARGE_BANK or kind == TOWN_HALL:
        return True
    if kind == WAREHOUSE:
        return has_yard(state, seat)
    if kind == SMALL_WHARF or kind == LARGE_WHARF:
        return loadable(state, seat) != 0
    if kind == DAM:
        return bool(state.supply[WATER] > 0)
    if kind == EMBASSY:
        return bool(state.supply[CIGARS] > 0)
    if kind == LIGHTHOUSE:
        return state.pile_size > 0
    if kind == CHURCH:
        return _vetoable(state) != 0
    if kind == BLACK_MARKET:
        return _exchangeable(state, seat) != 0
    return payable(state, seat, wanted_by(state, kind)) != 0


@rule
def begin_use(state: State, seat: int, kind: int, journal: Journal) -> None:
    """Carry out a building's function, or ask what it needs to know."""
    state.question = asks.GO_ON_USING
    state.chosen = kind
    if TAKEN[kind] != NONE:
        ask(state, asks.AMOUNT, bit(takeable(state, seat, kind)) - 1)
    elif kind == HOTEL or kind == INN:
        score(state, seat, state.gives[kind], kind, journal)
    elif kind == SMALL_BANK or kind == LARGE_BANK:
        earn(state, seat, state.gives[kind], kind, journal)
    elif kind == TOWN_HALL:
        state.town_hall[seat] += state.gives[kind]
    elif kind == WAREHOUSE:
        store(state, seat, journal)
    elif kind == SMALL_WHARF or kind == LARGE_WHARF:
        begin_wharf(state, seat, state.most[kind])
    elif kind == DAM:
        gain(state, seat, WATER, state.gives[kind], kind, journal)
    elif kind == EMBASSY:
        gain(state, seat, CIGARS, state.gives[kind], kind, journal)
    elif kind == LIGHTHOUSE:
        _look_through_pile(state, seat, journal)
    elif kind == CHURCH:
        ask(state, asks.VETO, _vetoable(state))
    elif kind == BLACK_MARKET:
        ask(state, asks.EXCHANGE, _exchangeable(state, seat))
    else:
        ask(state, asks.PAY, payable(state, seat, wanted_by(state, kind)))


@rule
def takeable(state: State, seat: int, kind: int) -> int:
    """Return how many pieces a building can take; a factory no more than it can give back (CUB-10.31)."""
    owned = int(state.own[seat, TAKEN[kind]])
    if MADE[kind] != NONE:
        return min(owned, int(state.supply[MADE[kind]]))
    return min(owned, int(state.most[kind]))


@rule
def give(state: State, seat: int, answer: int, journal: Journal) -> None:
    """Give pieces for points, or turn them into goods (CUB-10.1 to 10.3, 10.5, 10.6, 10.16, 10.17)."""
    kind, count = state.chosen, answer + 1
    pay(state, seat, TAKEN[kind], count, kind, journal)
    if MADE[kind] != NONE:
        gain(state, seat, MADE[kind], count, kind, journal)
    else:
        score(state, seat, brought_by(state, kind, count), kind, journal)
    state.question = asks.GO_ON_USING


@rule
def brought_by(state: State, kind: int, count: int) -> int:
    """Return the points or pesos that a building gives for ``count`` pieces (CUB-10.1 to 10.6, CUB-10.11 to 10.13)."""
    return count * state.gives[kind]


@rule
def wanted_by(state: State, kind: int) -> int:
    """Return the payments that a building takes, as a bit set (CUB-10.4, CUB-10.11 to 10.13)."""
    if kind == MONASTERY:
        return ONE_PRODUCT + TWO_PRODUCTS if state.most[kind] > 1 else ONE_PRODUCT
    if kind == RESOURCE_MARKET:
        return ONE_RESOURCE + TWO_RESOURCES if state.most[kind] > 1 else ONE_RESOURCE
    if kind == PRODUCT_MARKET:
        return ONE_PRODUCT
    return ONE_GOOD  # the General store


@rule
def pay_what_is_asked(state: State, seat: int, payment: int, journal: Journal) -> None:
    """Pay pieces to the building that is used, or as the duty (CUB-4.5)."""
    if state.chosen == NONE:
        pay_duty(state, seat, payment, journal)
    else:
        pay_building_used(state, seat, payment, journal)


@rule
def pay_building_used(state: State, seat: int, payment: int, journal: Journal) -> None:
    """Give the pieces for points in the Monastery, sell them elsewhere (CUB-10.4, CUB-10.11 to 10.13)."""
    kind = state.chosen
    count = hand_over(state, seat, payment, kind, journal)
    if kind == MONASTERY:
        score(state, seat, brought_by(state, kind, count), kind, journal)
    else:
        earn(state, seat, brought_by(state, kind, count), kind, journal)
    state.question = asks.GO_ON_USING


@rule
def _exchangeable(state: State, seat: int) -> int:
    """Return the exchanges that the Black market can make, as a bit set (CUB-10.18, CUB-10.31)."""
    answers = 0
    for exchange in range(EXCHANGE_COUNT):
        if state.own[seat, EXCHANGED[exchange, 0]] > 0 and state.supply[EXCHANGED[exchange, 1]] > 0:
            answers |= bit(exchange)
    return answers


@rule
def exchange_piece(state: State, seat: int, exchange: int, journal: Journal) -> None:
    """Turn a product into a good, or a good into a product (CUB-10.18)."""
    pay(state, seat, EXCHANGED[exchange, 0], 1, BLACK_MARKET, journal)
    gain(state, seat, EXCHANGED[exchange, 1], 1, BLACK_MARKET, journal)
    state.question = asks.GO_ON_USING


@rule
def _vetoable(state: State) -> int:
    """Return the types whose bill may be removed, as a bit set (CUB-6.1, CUB-6.2)."""
    types = 0
    for law_type in range(TYPE_COUNT):
        if state.bill[law_type] != NONE and state.barred != law_type:
            types |= bit(law_type)
    return types


@rule
def veto(state: State, seat: int, law_type: int, journal: Journal) -> None:
    """Remove a bill from the game (CUB-6.1)."""
    law = state.bill[law_type]
    note(journal, VETOED, seat, law, state.law_kind[law], state.law_amount[law])
    state.bill[law_type] = NONE
    state.vetoed = law_type
    state.question = asks.GO_ON_USING


@rule
def store(state: State, seat: int, journal: Journal) -> None:
    """Store all products of the yard (CUB-4.42)."""
    for product in range(PRODUCT_COUNT):
        count = in_yard(state, seat, product)
        state.stored[seat, product] += count
        if count > 0:
            note(journal, STORED, seat, FIRST_PRODUCT + product, count)


@rule
def _look_through_pile(state: State, seat: int, journal: Journal) -> None:
    """Let ``seat`` see the ship pile, and ask for a swap (CUB-10.22)."""
    state.pile_seen |= bit(seat)
    note(journal, LOOKED_THROUGH_PILE, seat)
    ask(state, asks.SWAP, _ships_in_pile(state) | bit(NO_SWAP))


@rule
def _ships_in_pile(state: State) -> int:
    """Return the ships of the pile, as a bit set."""
    ships = 0
    for slot in range(state.pile_size):
        ships |= bit(state.pile[slot])
    return ships
