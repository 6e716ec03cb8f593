"""Cuba as the tests of every game need it."""

from typing import Any

import numpy as np
from hypothesis import strategies as st
from msgspec import to_builtins
from msgspec.structs import replace

import malecon.games.cuba.questions  # noqa: F401  # so that the contract knows the game
from cases import Options, any_choice, unusual
from malecon.core import contract
from malecon.core.bit_set import bit, has, size_of
from malecon.core.jit import register, routine, rule
from malecon.games.cuba.asks import AMOUNT, BID, EXCHANGE, HARVEST, LOAD, PAY, PLACE, SEAL, SWAP, TRADE, USE, VETO
from malecon.games.cuba.boards import DOCKS, MARKET, MERCHANDISE, PIECES, PLANTATIONS, PRODUCTS, RESOURCES, SEA
from malecon.games.cuba.buildings import BUILDINGS, PRINTED_WAREHOUSE, STANDARD, Cost
from malecon.games.cuba.cards import LAWS, LAWS_OF_A_TYPE, SHIP_COUNT, SHIPS, TYPES
from malecon.games.cuba.rules import FIRST_PRODUCT
from malecon.games.cuba.state import NONE, STATE, State

TOTAL = [15, 15, 15, 18, 18, 18, 15, 15]
PIECE_COUNT, KIND_COUNT, BUILDING_COUNT, TYPE_COUNT = len(PIECES), len(MERCHANDISE), len(BUILDINGS), len(TYPES)
RESOURCE_COUNT, PRODUCT_COUNT = len(RESOURCES), len(PRODUCTS)

GIFTS: list[dict[str, Any]] = [to_builtins(replace(building, cost=Cost())) for building in STANDARD]
"""Buildings that cost nothing, as plain data: many are built and used."""
OWNED: Options = {
    "ships": [to_builtins(ship) | {"id": number} for number, ship in enumerate(reversed(SHIPS), start=1)],
    "boards": [to_builtins(board) | {"rows": board.rows[::-1]} for board in PLANTATIONS],
    "buildings": [to_builtins(replace(building, cost=Cost(water=1))) for building in STANDARD],
    "laws": [to_builtins(replace(law, amount=2) if law.kind == "drought" else law) for law in LAWS],
    "market": [to_builtins(replace(track, empty=9, full=0, filled=1)) for track in MARKET],
}
"""An owner's data of all sorts, as plain data."""

STARTS: dict[str, Options] = {
    "2 seats": {"seats": 2},
    "3 seats, sealed": {"seats": 3, **unusual(State.OPTIONS)},
    "4 seats, no embassy": {"seats": 4, "embassy": False},
    "5 seats, an owner's data": {"seats": 5, "plantations": "different", **OWNED},
    "2 seats, sealed, buildings for nothing": {"seats": 2, "sealed": True, "buildings": GIFTS},
}

ANY_START = st.integers(2, 5).flatmap(
    lambda seats: st.fixed_dictionaries(
        {
            "seats": st.just(seats),
            **any_choice(State.OPTIONS),
            "buildings": st.sampled_from([None, GIFTS, OWNED["buildings"]]),
            **{name: st.sampled_from([None, OWNED[name]]) for name in ("ships", "boards", "laws", "market")},
        }
    )
)


def conserve(state: State) -> None:
    """Hold a position against what no game of Cuba may ever break."""
    assert FAULTS[fault(state)] == "sound"
    check_seats(state)
    check_harbour(state)
    check_leftovers(state)
    if contract.over(state):
        check_end(state)


def check_seats(state: State) -> None:
    """Only taken seats have anything."""
    for seat in range(state.seats, len(state.hand)):
        assert (state.hand[seat], state.pesos[seat], state.points[seat]) == (0, 0, 0)
        assert not state.own[seat].any()
        assert np.all(state.built[seat] == NONE)


def check_harbour(state: State) -> None:
    """No ship has more than its spaces take, none at sea has any (CUB-4.50, CUB-4.51)."""
    for place in range(DOCKS):
        if state.ship[place] != NONE:
            assert np.all(state.cargo[place] <= state.needs[state.ship[place]])
    assert not state.cargo[SEA].any()
    assert np.all(state.pile[state.pile_size :] == NONE)
    assert 0 <= state.pile_known <= state.pile_size


def check_leftovers(state: State) -> None:
    """What only one question needs is gone when that is answered."""
    question = state.question
    assert state.chosen == NONE or question in (PLACE, AMOUNT, PAY, EXCHANGE, VETO, SWAP, LOAD)
    assert state.near + state.far == 0 or question in (USE, AMOUNT, PAY, EXCHANGE, VETO, SWAP, LOAD)
    assert not (state.free or state.fruitful.any()) or question == HARVEST
    assert not state.traded.any() or question == TRADE
    assert (state.dock, state.to_load, state.load_kind) == (NONE, 0, NONE) or question == LOAD
    assert np.all(state.bid == NONE) or question == BID
    assert (state.ballot, state.bidders) == (0, 0) or question == BID


def check_end(state: State) -> None:
    """A finished game has winners with the most points, and of those with the most pesos, who share (CUB-9.2)."""
    shares = np.zeros(state.seats)
    contract.outcome(state, shares)
    results = list(zip(state.points[: state.seats].tolist(), state.pesos[: state.seats].tolist(), strict=True))
    winners = np.array([result == max(results) for result in results])
    assert shares.tolist() == (winners / winners.sum()).tolist()


FAULTS = ("sound", "pieces", "tiles", "ships", "laws", "characters", "negative")
SOUND, PIECES_LOST, TILES_LOST, SHIPS_LOST, LAWS_LOST, CHARACTERS_LOST, NEGATIVE = range(len(FAULTS))
ALL_PIECES = np.array(TOTAL, np.int8)


@rule
def pieces_fault(state: State) -> bool:
    """18 of each product, 15 of each other piece, market, ships and players included (CUB-1.1)."""
    for piece in range(PIECE_COUNT):
        count = int(state.supply[piece])
        for seat in range(state.seats):
            count += int(state.own[seat, piece])
        if piece >= FIRST_PRODUCT:
            count += int(state.market[piece - FIRST_PRODUCT])
            for place in range(SEA + 1):
                count += int(state.cargo[place, piece - FIRST_PRODUCT])
        if count != ALL_PIECES[piece]:
            return True
    return False


@rule
def tiles_fault(state: State) -> bool:
    """Each tile is on offer, built or being placed (CUB-1.4); each player has one printed warehouse (CUB-1.8)."""
    for kind in range(BUILDING_COUNT):
        count = int(state.offer[kind]) + int(state.question == PLACE and state.chosen == kind)
        for seat in range(state.seats):
            for field in range(len(state.built[seat])):
                count += int(state.built[seat, field] == kind)
        if count != state.copies[kind] or state.offer[kind] < 0:
            return True
    for seat in range(state.seats):
        printed = 0
        for field in range(len(state.built[seat])):
            printed += int(state.built[seat, field] == PRINTED_WAREHOUSE)
        if printed != 1:
            return True
    return False


@rule
def ships_fault(state: State) -> bool:
    """Each ship is at a dock, at sea or in the pile, once (CUB-8.6)."""
    for ship in range(SHIP_COUNT):
        count = 0
        for place in range(SEA + 1):
            count += int(state.ship[place] == ship)
        for slot in range(state.pile_size):
            count += int(state.pile[slot] == ship)
        if count != 1:
            return True
    return False


@rule
def laws_fault(state: State) -> bool:
    """Each pile has its six laws; bills and laws in force are of their type (CUB-1.6)."""
    for law_type in range(TYPE_COUNT):
        laws = 0
        for law in state.law_pile[law_type]:
            laws |= bit(law - LAWS_OF_A_TYPE * law_type)
        if laws != bit(LAWS_OF_A_TYPE) - 1:
            return True
        bill = state.bill[law_type]
        if bill != NONE and bill // LAWS_OF_A_TYPE != law_type:
            return True
    return False


@rule
def characters_fault(state: State) -> bool:
    """A sealed character is in no hand; the one played last neither (CUB-1.7, CUB-11.1)."""
    for seat in range(state.seats):
        hand = int(state.hand[seat])
        if state.sealed[seat] != NONE and has(hand, state.sealed[seat]):
            return True
        if state.last[seat] != NONE and has(hand, state.last[seat]):
            return True
        if size_of(hand) == 0 and state.sealed[seat] == NONE and state.question != SEAL:
            return True
    return False


@rule
def negative_fault(state: State) -> bool:
    """Nobody owes anything, and nothing is stored that is not there (CUB-4.42)."""
    for piece in range(PIECE_COUNT):
        if state.supply[piece] < 0:
            return True
    for kind in range(KIND_COUNT):
        if state.market[kind] < 0 or state.market[kind] > state.spaces[kind]:
            return True
    for seat in range(state.seats):
        if state.pesos[seat] < 0 or state.points[seat] < 0:
            return True
        for piece in range(PIECE_COUNT):
            if state.own[seat, piece] < 0:
                return True
        for product in range(PRODUCT_COUNT):
            if (
                state.stored[seat, product] < 0
                or state.stored[seat, product] > state.own[seat, FIRST_PRODUCT + product]
            ):
                return True
    return False


@routine
def fault(state: State) -> int:
    """Return what is wrong with a position, 0 if nothing."""
    if pieces_fault(state):
        return PIECES_LOST
    if tiles_fault(state):
        return TILES_LOST
    if ships_fault(state):
        return SHIPS_LOST
    if laws_fault(state):
        return LAWS_LOST
    if characters_fault(state):
        return CHARACTERS_LOST
    if negative_fault(state):
        return NEGATIVE
    return SOUND


register(STATE, fault)


def public_part(move: str) -> str:
    """Return what everybody sees of a move: not which character is sealed, nor how much is bid."""
    return move.split()[0] if move.startswith(("seal ", "bid ")) else move
