"""What a viewer may know of a position: the only place that decides it (CUB-1.10).

Everything is copied into plain words, field by field; what is not named here is seen by nobody. Hidden are the order
of the ships and laws that are still to come, bids until all have decided, sealed characters, and the key. Seats are
0-based, ships and laws their numbers from 1.
"""

from msgspec import Struct

from malecon.core import contract
from malecon.core.bits import bit, has, members, size_of
from malecon.core.options import played_options
from malecon.games.cuba.boards import (
    FIELD_NAMES,
    MERCHANDISE,
    PIECES,
    RESOURCES,
    WAREHOUSE_FIELD,
    Merchandise,
    Pieces,
    Products,
)
from malecon.games.cuba.buildings import BUILDINGS, Building
from malecon.games.cuba.cards import ALL_CHARACTERS, DUTY, LAW_KINDS, NAMES, TAX, TYPES, Ship
from malecon.games.cuba.own_data import buildings_of, market_of, plantation_of, ships_of
from malecon.games.cuba.questions import ASKED, in_action, is_duty
from malecon.games.cuba.rules.common import seat_at
from malecon.games.cuba.rules.laws import tax
from malecon.games.cuba.state import (
    BID,
    HARVEST,
    LOAD,
    NONE,
    OVER,
    PAY_TAX,
    PLACES,
    PLANTATION_OPTIONS,
    QUESTIONS,
    SEAL,
    TRADE,
    State,
)

ENDING = "six rounds"
"""The only way in which a game ends (CUB-9.1)."""


class ShipSeen(Struct, frozen=True):
    """A ship at a dock or at sea, and what is loaded on it."""

    place: str
    ship: Ship
    cargo: Merchandise


class LawSeen(Struct, frozen=True):
    """A law; ``kind`` as the events say it, such as ``tax pesos``."""

    id: int
    kind: str
    amount: int
    most: int


class TrackSeen(Struct, frozen=True):
    """A track of the market.

    Attributes:
        prices: of its spaces, the dearest first.
        count: pieces on it, on the first spaces.
        buying: what a piece costs now.
        selling: what a piece brings now.
    """

    piece: str
    prices: tuple[int, ...]
    count: int
    buying: int
    selling: int


class TileSeen(Struct, frozen=True):
    """A kind of building, and how many tiles of it are still on offer."""

    building: Building
    left: int


class FieldSeen(Struct, frozen=True):
    """A field of a plantation: the piece that it gives, and the building on it."""

    name: str
    gives: str | None
    building: str | None


class Question(Struct, frozen=True):
    """What the game waits for.

    Attributes:
        kind: place in the rules, e.g. ``trade``.
        asks: the question in words.
        seats: who may answer.
        character: whose action is under way.
        building: that is placed or used.
        near: fields whose buildings the Foreman may still use together.
        far: fields of whose buildings he may use one instead.
        free: product fields that still give free of charge.
        fruitful: product fields that have not given yet.
        traded: what was bought in this action; sold pieces are negative.
        dock: whose ship is being loaded.
        to_load: pieces that may still be loaded.
        load_kind: the only merchandise that may be loaded.
        ballot: of the parliament, 1 or 2.
        bidders: who takes part in this ballot.
        law: the type of law that is collected.
        tax: pesos that it asks of this player.
    """

    kind: str
    asks: str
    seats: tuple[int, ...]
    character: str | None
    building: str | None
    near: tuple[str, ...]
    far: tuple[str, ...]
    free: int | None
    fruitful: Products | None
    traded: Merchandise | None
    dock: str | None
    to_load: int | None
    load_kind: str | None
    ballot: int | None
    bidders: tuple[int, ...]
    law: str | None
    tax: int | None


class PlayerSeen(Struct, frozen=True):
    """A player.

    Attributes:
        pieces: all, stored ones included.
        stored: products in the warehouse; the others lie in the yard.
        plantation: which side.
        hand: characters in hand; ``None`` for others while one is sealed.
        played: characters played in this round, weakest first.
        last: the character played last.
        sealed: whether a character lies face down.
        sealed_character: that one; ``None`` for others.
        bid: what was bid, until all have decided; ``None`` for others.
        votes: in this round's parliament, as far as counted.
        town_hall: more votes in this round's parliament.
        tax_paid: whether this round's tax was paid, until the duty is collected too.
        knows_pile: whether the player has looked through the ship pile since it was shuffled.
    """

    seat: int
    points: int
    pesos: int
    pieces: Pieces
    stored: Products
    plantation: str
    fields: tuple[FieldSeen, ...]
    pawn: str
    hand: tuple[str, ...] | None
    hand_size: int
    played: tuple[str, ...]
    last: str | None
    sealed: bool
    sealed_character: str | None
    bid: int | None
    votes: int
    town_hall: int
    tax_paid: bool
    knows_pile: bool


class View(Struct, frozen=True):
    """A position as one viewer may know it.

    Attributes:
        viewer: seat, or ``None`` for a spectator.
        version: of the rules by which the game is played.
        plantations, sealing, embassy: the options.
        round: from 1; 0 is the set-up.
        lap: which character is played, from 0; 4 from the parliament on.
        order: seats as they act, from the first player.
        turn: whose say it is; ``None`` if that of several, or the game is over.
        harbour: docks 1 to 3, then the sea; ``None`` where no ship lies.
        pile: the ships in it, by number.
        pile_bottom: numbers of those at its bottom whose order all know, the lowest first.
        pile_order: numbers of all, the top first, for a viewer who has looked through it.
        bills, in_force: by type of law.
        laws_to_come: by type, by number: their order is hidden.
        vetoed, barred: the type whose bill was removed in this round, and that may not be removed.
        resource_taken, product_taken: whether a marker covers that space of the Tradeswoman.
        points_taken, pesos_taken: spaces of Architect and Mayor under markers, 0 to 2.
        tiles: all kinds of buildings of this game.
        ending: how the game ended; empty before.
        options: the words and flags that are played, by name.
    """

    viewer: int | None
    seats: int
    version: int
    plantations: str
    sealing: bool
    embassy: bool
    round: int
    lap: int
    order: tuple[int, ...]
    turn: int | None
    question: Question
    harbour: tuple[ShipSeen | None, ...]
    pile: tuple[Ship, ...]
    pile_bottom: tuple[int, ...]
    pile_order: tuple[int, ...] | None
    bills: tuple[LawSeen | None, ...]
    in_force: tuple[LawSeen | None, ...]
    laws_to_come: tuple[tuple[LawSeen, ...], ...]
    vetoed: str | None
    barred: str | None
    market: tuple[TrackSeen, ...]
    supply: Pieces
    resource_taken: bool
    product_taken: bool
    points_taken: int
    pesos_taken: int
    tiles: tuple[TileSeen, ...]
    players: tuple[PlayerSeen, ...]
    ending: str
    winners: tuple[int, ...]
    options: dict[str, str | bool]


def seen_by(state: State, viewer: int | None) -> View:
    """Return what ``viewer`` may know; ``None`` is a spectator."""
    seats = range(int(state.seats))
    ships = ships_of(state)
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
        order=tuple(int(seat_at(state, turn)) for turn in seats),
        turn=None if state.question in (SEAL, BID, OVER) else int(state.mover),
        question=question_seen(state),
        harbour=tuple(ship_seen(state, place, ships) for place in range(len(PLACES))),
        pile=tuple(ships[ship] for ship in sorted(pile)),
        pile_bottom=tuple(ship + 1 for ship in pile[: state.pile_known]),
        pile_order=tuple(ship + 1 for ship in reversed(pile)) if knows_pile else None,
        bills=tuple(law_or_none(state, law) for law in state.bill.tolist()),
        in_force=tuple(law_or_none(state, law) for law in state.in_force.tolist()),
        laws_to_come=tuple(laws_to_come(state, law_type) for law_type in range(len(TYPES))),
        vetoed=word(TYPES, state.vetoed),
        barred=word(TYPES, state.barred),
        market=market_seen(state),
        supply=Pieces(*state.supply.tolist()),
        resource_taken=bool(state.resource_taken),
        product_taken=bool(state.product_taken),
        points_taken=int(state.points_taken),
        pesos_taken=int(state.pesos_taken),
        tiles=tiles_seen(state),
        players=tuple(player_seen(state, seat, viewer) for seat in seats),
        ending=ENDING if state.question == OVER else "",
        winners=contract.winners(state),
        options=played_options(State.OPTIONS, state),
    )


def word(words: tuple[str, ...], code: int) -> str | None:
    """Return what a code means, ``None`` for none."""
    return None if code == NONE else words[code]


def question_seen(state: State) -> Question:
    """Return what the game waits for, and where the action stands."""
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
        traded=Merchandise(*state.traded.tolist()) if question == TRADE else None,
        dock=word(PLACES, state.dock),
        to_load=int(state.to_load) if question == LOAD else None,
        load_kind=word(MERCHANDISE, state.load_kind),
        ballot=int(state.ballot) if question == BID else None,
        bidders=tuple(members(state.bidders)),
        law=TYPES[TAX if question == PAY_TAX else DUTY] if collects else None,
        tax=int(tax(state, state.mover)) if question == PAY_TAX else None,
    )


def fields_in(fields: int) -> tuple[str, ...]:
    """Return the names of a set of fields."""
    return tuple(FIELD_NAMES[field] for field in members(fields))


def ship_seen(state: State, place: int, ships: tuple[Ship, ...]) -> ShipSeen | None:
    """Return the ship at a dock or at sea, if there is one."""
    ship = int(state.ship[place])
    if ship == NONE:
        return None
    return ShipSeen(PLACES[place], ships[ship], Merchandise(*state.cargo[place].tolist()))


def law_seen(state: State, law: int) -> LawSeen:
    """Return a law."""
    kind, amount, most = LAW_KINDS[state.law_kind[law]], int(state.law_amount[law]), int(state.law_most[law])
    return LawSeen(law + 1, kind, amount, most)


def law_or_none(state: State, law: int) -> LawSeen | None:
    """Return a law, if there is one."""
    return None if law == NONE else law_seen(state, law)


def laws_to_come(state: State, law_type: int) -> tuple[LawSeen, ...]:
    """Return the laws of a type that were not turned up yet, by number."""
    return tuple(law_seen(state, law) for law in sorted(state.law_pile[law_type, state.round_no :].tolist()))


def market_seen(state: State) -> tuple[TrackSeen, ...]:
    """Return the tracks with their pieces, and what each kind costs and brings now."""
    return tuple(
        TrackSeen(track.piece, track.prices, count, track.row()[count], track.row()[count + 1])
        for track, count in zip(market_of(state), state.market.tolist(), strict=True)
    )


def tiles_seen(state: State) -> tuple[TileSeen, ...]:
    """Return the buildings of this game and what is left of them."""
    tiles = zip(buildings_of(state), state.copies.tolist(), state.offer.tolist(), strict=True)
    return tuple(TileSeen(building, left) for building, copies, left in tiles if copies)


def player_seen(state: State, seat: int, viewer: int | None) -> PlayerSeen:
    """Return a player; what others may not know only if the player is the viewer."""
    own = seat == viewer
    sealed, bid = int(state.sealed[seat]), int(state.bid[seat])
    hand = int(state.hand[seat])
    unplayed = hand if sealed == NONE else hand | bit(sealed)
    return PlayerSeen(
        seat=seat,
        points=int(state.points[seat]),
        pesos=int(state.pesos[seat]),
        pieces=Pieces(*state.own[seat].tolist()),
        stored=Products(*state.stored[seat].tolist()),
        plantation=plantation_of(state, seat).name,
        fields=tuple(field_seen(state, seat, field) for field in range(len(FIELD_NAMES))),
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


def field_seen(state: State, seat: int, field: int) -> FieldSeen:
    """Return a field of a plantation and the building on it."""
    piece, building = int(state.field[seat, field]), int(state.built[seat, field])
    gives = None if piece == WAREHOUSE_FIELD else PIECES[piece]
    return FieldSeen(FIELD_NAMES[field], gives, building_name(building))


def building_name(building: int) -> str | None:
    """Return the name of what stands on a field, ``None`` if nothing does.

    >>> building_name(0), building_name(len(BUILDINGS))
    ('cement factory', 'printed warehouse')
    """
    return word((*BUILDINGS, "printed warehouse"), building)


def characters_in(characters: int) -> tuple[str, ...]:
    """Return the names of a set of characters."""
    return tuple(NAMES[character] for character in members(characters))
