"""What the legal actions of Cuba give and cost at once, for the seat that is asked.

The amounts are those of the rules: the functions that carry an action out say them. What hidden cards, chance or
others decide is no part of a preview. Each function for a question returns the ``Choice`` of one answer to it; all
others give and cost nothing at once.
"""

from functools import lru_cache

import numpy as np

from malecon.core.bit_set import has, lowest
from malecon.core.contract import new_journal
from malecon.games.cuba import asks
from malecon.games.cuba.amounts import NO_AMOUNTS, Amounts
from malecon.games.cuba.answers import (
    ALTERNATIVES,
    BUILD_NOTHING,
    BUILD_POINTS,
    EXCHANGES,
    KIND_COUNT,
    MAYOR_PESOS,
    NO_HARVEST,
    NO_LOAD,
    NO_TRADE,
    PAY_NOTHING,
    PAY_THE_TAX,
    PAYMENTS,
    SALES,
    STOCKS,
    USE_NOTHING,
    WATERED,
    is_duty,
)
from malecon.games.cuba.boards import DOCKS, FIELD_NAMES, FIELDS, PIECES, PRODUCTS, WATER, Products
from malecon.games.cuba.buildings import MONASTERY, ON_FIELDS
from malecon.games.cuba.cards import ARCHITECT, FOREMAN, MAYOR
from malecon.games.cuba.choice import Choice
from malecon.games.cuba.rules import (
    FIRST_PRODUCT,
    PRODUCT_COUNT,
    RESOURCE_COUNT,
    foreman,
    harbour,
    laws,
    plantation,
    trade,
    uses,
)
from malecon.games.cuba.state import NONE, State

MOST_KEPT = 64
"""Tables of what all buildings cost; their number is bounded, for owners bring buildings of their own."""
CLOSED = new_journal(is_open=False)


def _one_of(*pieces: str) -> Amounts:
    """Return one piece of each kind that is named, two of a kind that is named twice.

    >>> _one_of("rum").pieces(), _one_of("wood", "wood").wood
    ((0, 0, 0, 0, 0, 0, 1, 0), 2)
    """
    return Amounts(*(pieces.count(piece) for piece in PIECES))


def stock(state: State, seat: int, answer: int, notation: str) -> Choice:
    """Return the choice of two pieces to begin with (CUB-2.5)."""
    return Choice(notation, _one_of(*STOCKS[answer]))


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
    return int(np.minimum(own, free).sum()) * int(harbour.points_at(state, dock))


def move(state: State, seat: int, field: int, notation: str) -> Choice:
    """Return the choice of a field for the pawn with what its row and column give (CUB-4.11 to 4.15)."""
    after = state.copy()
    plantation.move(after, seat, field, CLOSED)
    gives = Amounts(*(after.own[seat] - state.own[seat]).tolist())
    left = None
    if after.question == asks.HARVEST:
        left = Products(*(int(plantation.can_give(after, product)) for product in range(PRODUCT_COUNT)))
    free = 0 if left is None else int(after.free)
    return Choice(notation, gives, choose_from=left, free=free, field=FIELD_NAMES[field])


def harvest(state: State, seat: int, given: int, notation: str) -> Choice:
    """Return the choice of a product field, the first of its kind, free of charge or for water (CUB-4.12)."""
    if given == NO_HARVEST:
        return Choice(notation)
    product = given % WATERED
    ready = state.field[seat] == FIRST_PRODUCT + product
    spent = plantation.exhausted(state, seat)
    field = next(
        f for f in np.flatnonzero(ready).tolist() if plantation.is_active(state, seat, f) and not has(spent, f)
    )
    costs = _one_of(PIECES[WATER]) if given >= WATERED else NO_AMOUNTS
    return Choice(notation, _one_of(PRODUCTS[product]), costs, field=FIELD_NAMES[field])


def trade_one(state: State, seat: int, given: int, notation: str) -> Choice:
    """Return the choice of a purchase, a sale or an alternative (CUB-4.21, 4.22, 4.25)."""
    if given == NO_TRADE:
        return Choice(notation)
    if given >= ALTERNATIVES:
        return Choice(notation, _one_of(PIECES[given - ALTERNATIVES]))
    kind = given % SALES
    piece = _one_of(PIECES[FIRST_PRODUCT + kind])
    if given < SALES:
        return Choice(notation, piece, Amounts(pesos=trade.buying_price(state, kind)))
    return Choice(notation, Amounts(pesos=trade.selling_price(state, kind)), piece)


def build(state: State, seat: int, given: int, notation: str) -> Choice:
    """Return the choice of a building with its cost, or the alternative (CUB-4.31 to 4.33)."""
    if given == BUILD_NOTHING:
        return Choice(notation)
    if given == BUILD_POINTS:
        return Choice(notation, Amounts(points=plantation.points_of_space(int(state.points_taken))))
    return Choice(notation, costs=costs_of(state)[given])


def costs_of(state: State) -> tuple[Amounts, ...]:
    """Return the cost of each building now, by its code (CUB-4.31, CUB-4.32)."""
    return _costs_in(state.cost.tobytes(), plantation.surcharge(state))


@lru_cache(MOST_KEPT)
def _costs_in(cost: bytes, surcharge: int) -> tuple[Amounts, ...]:
    """Return costs from the bytes of the state's table, with so many pesos more."""
    resources = np.frombuffer(cost, np.int8).reshape(-1, RESOURCE_COUNT).tolist()
    return tuple(Amounts(wood, stone, water, pesos=surcharge) for wood, stone, water in resources)


def place(state: State, seat: int, field: int, notation: str) -> Choice:
    """Return the choice of a field to build on."""
    return Choice(notation, field=FIELD_NAMES[field])


def use(state: State, seat: int, kind: int, notation: str) -> Choice:
    """Return the choice of a building to use, on its first field near the pawn or else elsewhere (CUB-4.40)."""
    if kind == USE_NOTHING:
        return Choice(notation)
    fields = sum(1 << field for field in range(FIELDS) if foreman.kind_at(state, seat, field) == kind)
    found = lowest(int(state.near) & fields or int(state.far) & fields)
    return Choice(notation, field=FIELD_NAMES[found])


def give(state: State, seat: int, answer: int, notation: str) -> Choice:
    """Return the choice of pieces for a building, and what they bring (CUB-10.1 to 10.6, 10.16, 10.17)."""
    kind, count = int(state.chosen), answer + 1
    made = int(uses.MADE[kind])
    brought = Amounts(points=int(uses.brought_by(state, kind, count))) if made == NONE else _some(made, count)
    return Choice(notation, brought, _some(int(uses.TAKEN[kind]), count))


def _some(piece: int, count: int) -> Amounts:
    """Return a number of pieces of one kind.

    >>> _some(PIECES.index("rum"), 3)
    Amounts(wood=0, stone=0, water=0, citrus=0, sugar=0, tobacco=0, rum=3, cigars=0, pesos=0, points=0)
    """
    return Amounts(*(count if code == piece else 0 for code in range(len(PIECES))))


def pay(state: State, seat: int, payment: int, notation: str) -> Choice:
    """Return the choice of pieces for duty or building, and what they bring (CUB-7.2, 7.3, 10.4, 10.11 to 10.13)."""
    if payment == PAY_NOTHING:
        return Choice(notation)
    pieces, kind = PAYMENTS[payment], int(state.chosen)
    if is_duty(state):
        gives = Amounts(points=laws.PAID_POINTS + laws.points_for_both(state, seat))
    elif kind == MONASTERY:
        gives = Amounts(points=int(uses.brought_by(state, kind, len(pieces))))
    else:
        gives = Amounts(pesos=int(uses.brought_by(state, kind, len(pieces))))
    return Choice(notation, gives, _one_of(*pieces))


def exchange(state: State, seat: int, answer: int, notation: str) -> Choice:
    """Return the choice of an exchange of the Black market (CUB-10.18)."""
    old, new = EXCHANGES[answer]
    return Choice(notation, _one_of(new), _one_of(old))


def load(state: State, seat: int, given: int, notation: str) -> Choice:
    """Return the choice of a piece for a ship, or the alternative (CUB-2.6, CUB-4.52)."""
    if given == NO_LOAD:
        return Choice(notation)
    if given == MAYOR_PESOS:
        return Choice(notation, Amounts(pesos=harbour.pesos_of_space(int(state.pesos_taken))))
    dock, kind = divmod(given, KIND_COUNT)
    return Choice(notation, Amounts(points=harbour.points_at(state, dock)), _one_of(PIECES[FIRST_PRODUCT + kind]))


def bid(state: State, seat: int, pesos: int, notation: str) -> Choice:
    """Return the choice of a bid, which is paid (CUB-5.2)."""
    return Choice(notation, costs=Amounts(pesos=pesos))


def pay_tax(state: State, seat: int, given: int, notation: str) -> Choice:
    """Return the choice of the payment of the tax, or none (CUB-7.1)."""
    if given != PAY_THE_TAX:
        return Choice(notation)
    return Choice(notation, Amounts(points=laws.PAID_POINTS), Amounts(pesos=laws.tax(state, seat)))
