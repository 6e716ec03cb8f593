"""The view: what a viewer may know of a position, and the only place that decides it (CUB-1.10).

Everything is copied into plain words, field by field; what is not named here is seen by nobody. Hidden are the order
of the ships and laws that are still to come, bids until all have decided, sealed characters, and the key. Seats are
0-based, ships and laws their numbers from 1.
"""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from malecon.core import contract
from malecon.core.codecs import members
from malecon.core.jit import uncompiled
from malecon.core.math import bit, has, size_of
from malecon.core.options import played_options
from malecon.games.cuba.boards import (
    CROSS,
    FIELD_NAMES,
    MERCHANDISE,
    PIECES,
    PLACES,
    PRODUCTS,
    RESOURCES,
    WAREHOUSE_FIELD,
    Merchandise,
    Pieces,
    Products,
    fields_in,
)
from malecon.games.cuba.buildings import BUILDINGS, ON_FIELDS, PRINTED_WAREHOUSE
from malecon.games.cuba.cards import ALL_CHARACTERS, DUTY, LAW_KINDS, NAMES, TAX, TYPES, Ship, characters_in
from malecon.games.cuba.engine import has_begun
from malecon.games.cuba.moves import ASKED, in_action, is_duty
from malecon.games.cuba.options import buildings_of, market_of, plantation_of, ships_of
from malecon.games.cuba.previews import choices_of, costs_of
from malecon.games.cuba.rules.common import in_yard, seat_at
from malecon.games.cuba.rules.harbour import PESO_SPACES, pesos_of_space
from malecon.games.cuba.rules.laws import tax
from malecon.games.cuba.rules.plantation import POINT_SPACES, affordable_buildings, exhausted, points_of_space
from malecon.games.cuba.rules.trade import buying_price, selling_price
from malecon.games.cuba.state import (
    BID,
    HARVEST,
    LOAD,
    NONE,
    OVER,
    PAY_TAX,
    PLANTATION_OPTIONS,
    QUESTIONS,
    SEAL,
    TRADE,
    State,
)
from malecon.games.cuba.view import (
    ENDING,
    FieldSeen,
    LawSeen,
    PlayerSeen,
    Question,
    ShipSeen,
    TileSeen,
    TrackSeen,
    View,
    word,
)

MOST_KEPT = 256
"""Plantations, and games with laws of their own."""


def _player_seen(state: State, seat: int, viewer: int | None) -> PlayerSeen:
    """Return a player; what others may not know only if the player is the viewer."""
    own = seat == viewer
    sealed, bid, hand = int(state.sealed[seat]), int(state.bid[seat]), int(state.hand[seat])
    unplayed = hand if sealed == NONE else hand | bit(sealed)
    fields = _plantation_seen(state.field[seat].tobytes(), state.built[seat].tobytes(), int(CROSS[state.pawn[seat]]))
    return PlayerSeen(
        seat=seat,
        points=int(state.points[seat]),
        pesos=int(state.pesos[seat]),
        pieces=Pieces(*state.own[seat].tolist()),
        stored=Products(*state.stored[seat].tolist()),
        yard=Products(*(uncompiled(in_yard)(state, seat, product) for product in range(len(PRODUCTS)))),
        plantation=plantation_of(state, seat).name,
        fields=fields,
        buildings=tuple(field.tile for field in fields if field.tile is not None),
        pawn=FIELD_NAMES[state.pawn[seat]],
        hand=characters_in(hand) if own or sealed == NONE else None,
        hand_size=size_of(hand),
        played=characters_in(ALL_CHARACTERS & ~unplayed),
        last=word(NAMES, state.last[seat]),
        sealed=sealed != NONE,
        sealed_character=word(NAMES, sealed) if own else None,
        bid=bid if own and bid != NONE else None,
        votes=int(state.votes[seat]),
        town_hall=int(state.town_hall[seat]),
        tax_paid=has(state.tax_paid, seat),
        knows_pile=has(state.pile_seen, seat),
    )


@lru_cache(MOST_KEPT)
def _plantation_seen(pieces: bytes, built: bytes, cross: int) -> tuple[FieldSeen, ...]:
    """Return fields from the bytes of the state's rows and the fields in the row and column of the pawn."""
    codes = zip(*(np.frombuffer(row, np.int8).tolist() for row in (pieces, built)), strict=True)
    return tuple(
        FieldSeen(
            name=FIELD_NAMES[field],
            gives=None if piece == WAREHOUSE_FIELD else PIECES[piece],
            building=word(ON_FIELDS, building),
            tile=None if building == PRINTED_WAREHOUSE else word(ON_FIELDS, building),
            active=has(cross, field),
        )
        for field, (piece, building) in enumerate(codes)
    )


def seen_by(state: State, viewer: int | None) -> View:
    """Return the view of ``viewer``, a seat; ``None`` is a spectator."""
    seats = range(int(state.seats))
    ships = ships_of(state)
    laws = _laws_in(state.law_kind.tobytes(), state.law_amount.tobytes(), state.law_most.tobytes())
    pile = state.pile[: state.pile_size].tolist()
    knows_pile = viewer is not None and has(state.pile_seen, viewer)
    return View(
        viewer=viewer,
        seats=len(seats),
        version=int(state.version),
        plantations=PLANTATION_OPTIONS[state.plantations],
        sealing=bool(state.sealing),
        embassy=bool(state.embassy),
        round=int(state.round_no),
        lap=int(state.lap),
        order=tuple(int(uncompiled(seat_at)(state, turn)) for turn in seats),
        turn=None if state.question in (SEAL, BID, OVER) else int(state.mover),
        question=_question_seen(state),
        harbour=tuple(_ship_seen(state, place, ships) for place in range(len(PLACES))),
        pile=tuple(ships[ship] for ship in sorted(pile)),
        pile_bottom=tuple(ship + 1 for ship in pile[: state.pile_known]),
        pile_order=tuple(ship + 1 for ship in reversed(pile)) if knows_pile else None,
        bills=placed(laws, state.bill),
        in_force=placed(laws, state.in_force),
        laws_to_come=tuple(_laws_to_come(state, laws, law_type) for law_type in range(len(TYPES))),
        vetoed=word(TYPES, state.vetoed),
        barred=word(TYPES, state.barred),
        market=_market_seen(state),
        supply=Pieces(*state.supply.tolist()),
        resource_taken=bool(state.resource_taken),
        product_taken=bool(state.product_taken),
        point_spaces=tuple(points_of_space(space) for space in range(POINT_SPACES)),
        peso_spaces=tuple(pesos_of_space(space) for space in range(PESO_SPACES)),
        points_taken=int(state.points_taken),
        pesos_taken=int(state.pesos_taken),
        tiles=_tiles_seen(state, viewer),
        players=tuple(_player_seen(state, seat, viewer) for seat in seats),
        ending=ENDING if state.question == OVER else "",
        winners=contract.winners(state),
        options=played_options(State.OPTIONS, state),
        choices=() if viewer is None else choices_of(state, viewer),
    )


def _question_seen(state: State) -> Question:
    """Return the question that the game asks, and the state of the action."""
    question = int(state.question)
    collects = question == PAY_TAX or is_duty(state)
    return Question(
        kind=QUESTIONS[question],
        asks=ASKED[question],
        seats=tuple(members(state.awaited)),
        character=NAMES[state.last[state.mover]] if in_action(state) else None,
        building=word(BUILDINGS, state.chosen),
        near=fields_in(state.near),
        far=fields_in(state.far),
        free=int(state.free) if question == HARVEST else None,
        fruitful=Products(*state.fruitful[len(RESOURCES) :].tolist()) if question == HARVEST else None,
        spent=fields_in(exhausted(state, state.mover)) if question == HARVEST else (),
        begun=has_begun(state),
        traded=Merchandise(*state.traded.tolist()) if question == TRADE else None,
        dock=word(PLACES, state.dock),
        to_load=int(state.to_load) if question == LOAD else None,
        load_kind=word(MERCHANDISE, state.load_kind),
        ballot=int(state.ballot) if question == BID else None,
        bidders=tuple(members(state.bidders)),
        law=TYPES[TAX if question == PAY_TAX else DUTY] if collects else None,
        tax=int(tax(state, state.mover)) if question == PAY_TAX else None,
    )


def _ship_seen(state: State, place: int, ships: tuple[Ship, ...]) -> ShipSeen | None:
    """Return the ship at a dock or at sea, if there is one."""
    ship = int(state.ship[place])
    if ship == NONE:
        return None
    cargo, free = state.cargo[place], state.needs[ship] - state.cargo[place]
    return ShipSeen(PLACES[place], ships[ship], Merchandise(*cargo.tolist()), Merchandise(*free.tolist()))


@lru_cache(MOST_KEPT)
def _laws_in(kinds: bytes, amounts: bytes, mosts: bytes) -> tuple[LawSeen, ...]:
    """Return all laws of a game by their codes, from the bytes of the state's tables."""
    columns = zip(*(np.frombuffer(column, np.int8).tolist() for column in (kinds, amounts, mosts)), strict=True)
    return tuple(LawSeen(number, LAW_KINDS[kind], *amount) for number, (kind, *amount) in enumerate(columns, start=1))


def placed(laws: tuple[LawSeen, ...], codes: NDArray[np.int8]) -> tuple[LawSeen | None, ...]:
    """Return the laws that lie somewhere, ``None`` where none does."""
    return tuple(None if code == NONE else laws[code] for code in codes.tolist())


def _laws_to_come(state: State, laws: tuple[LawSeen, ...], law_type: int) -> tuple[LawSeen, ...]:
    """Return the laws of a type that were not turned up yet, by number."""
    return tuple(laws[law] for law in sorted(state.law_pile[law_type, state.round_no :].tolist()))


def _market_seen(state: State) -> tuple[TrackSeen, ...]:
    """Return the tracks with their pieces, and what each kind costs and brings now."""
    buying, selling = uncompiled(buying_price), uncompiled(selling_price)
    return tuple(
        TrackSeen(track.piece, track.prices, count, buying(state, kind), selling(state, kind))
        for kind, (track, count) in enumerate(zip(market_of(state), state.market.tolist(), strict=True))
    )


def _tiles_seen(state: State, viewer: int | None) -> tuple[TileSeen, ...]:
    """Return the buildings of this game, what is left of them, and what they cost now; a spectator has nothing."""
    affordable = 0 if viewer is None else affordable_buildings(state, viewer)
    tiles = zip(buildings_of(state), state.offer.tolist(), costs_of(state), state.copies.tolist(), strict=True)
    return tuple(
        TileSeen(building, left, cost, has(affordable, kind))
        for kind, (building, left, cost, copies) in enumerate(tiles)
        if copies
    )
