"""A whole position as plain data in the rulebook's words, and back.

Everything is in it, hidden things and the key of chance too, so that the game goes on exactly as it would have. Seats
are 0-based, ships and laws their numbers from 1, everything else has its name. What follows from the rest (tiles on
offer, who is awaited, which answers are possible) is not written but found again; ``checking.py`` and ``resuming.py``
refuse what no game can come to.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from numpy.typing import NDArray

from malecon.core.bits import bit, has, set_of
from malecon.core.checking import ensure, ensure_each_once
from malecon.core.data import convert
from malecon.core.position import chance_of, plain, put_chance
from malecon.games.cuba.boards import FIELD_NAMES, MERCHANDISE, PIECES, PRODUCTS, RESOURCES
from malecon.games.cuba.buildings import BUILDINGS, PRINTED_WAREHOUSE
from malecon.games.cuba.cards import LAWS_OF_A_TYPE, NAMES, SHIP_COUNT, TYPES
from malecon.games.cuba.checking import check
from malecon.games.cuba.options import all_boards, new_table, own_boards, own_buildings, own_laws, own_market, own_ships
from malecon.games.cuba.resuming import resume
from malecon.games.cuba.shapes import Chosen, Laws, Lying, Markers, Parliament, Player, Position, Waiting
from malecon.games.cuba.state import (
    NONE,
    PLACE,
    PLACES,
    PLANTATION_OPTIONS,
    QUESTIONS,
    State,
)
from malecon.games.cuba.view import characters_in, fields_in, word


def write_position(state: State) -> dict[str, Any]:
    """Return the whole position as plain data."""
    position = Position(
        round=int(state.round_no),
        lap=int(state.lap),
        first=int(state.first),
        turn=int(state.turn),
        question=waiting(state),
        players=tuple(player(state, seat) for seat in range(state.seats)),
        harbour=tuple(lying(state, place) for place in range(len(PLACES))),
        pile=tuple(ship + 1 for ship in reversed(state.pile[: state.pile_size].tolist())),
        parliament=parliament(state),
        market=counted(MERCHANDISE, state.market),
        supply=counted(PIECES, state.supply),
        chance=chance_of(state),
        pile_known=int(state.pile_known),
        markers=Markers(
            bool(state.resource_taken), bool(state.product_taken), int(state.points_taken), int(state.pesos_taken)
        ),
        options=chosen(state),
        version=int(state.version),
    )
    return plain(position)


def waiting(state: State) -> Waiting:
    """Return what the game waits for."""
    return Waiting(
        kind=QUESTIONS[state.question],
        building=word(BUILDINGS, state.chosen),
        near=fields_in(state.near),
        far=fields_in(state.far),
        free=int(state.free),
        fruitful=counted(PRODUCTS, state.fruitful[len(RESOURCES) :]),
        traded=counted(MERCHANDISE, state.traded),
        dock=word(PLACES, state.dock),
        to_load=int(state.to_load),
        load_kind=word(MERCHANDISE, state.load_kind),
        ballot=int(state.ballot),
    )


def player(state: State, seat: int) -> Player:
    """Return a player."""
    built = enumerate(state.built[seat].tolist())
    return Player(
        points=int(state.points[seat]),
        pesos=int(state.pesos[seat]),
        pieces=counted(PIECES, state.own[seat]),
        pawn=FIELD_NAMES[state.pawn[seat]],
        hand=characters_in(state.hand[seat]),
        stored=counted(PRODUCTS, state.stored[seat]),
        buildings={FIELD_NAMES[field]: BUILDINGS[kind] for field, kind in built if NONE < kind < PRINTED_WAREHOUSE},
        sealed=word(NAMES, state.sealed[seat]),
        last=word(NAMES, state.last[seat]),
        bid=None if state.bid[seat] == NONE else int(state.bid[seat]),
        votes=int(state.votes[seat]),
        town_hall=int(state.town_hall[seat]),
        tax_paid=has(state.tax_paid, seat),
        knows_pile=has(state.pile_seen, seat),
    )


def lying(state: State, place: int) -> Lying | None:
    """Return the ship at a dock or at sea."""
    ship = int(state.ship[place])
    return None if ship == NONE else Lying(ship + 1, counted(MERCHANDISE, state.cargo[place]))


def parliament(state: State) -> Parliament:
    """Return all laws."""
    by_type = {name: laws(state, law_type) for law_type, name in enumerate(TYPES)}
    return Parliament(**by_type, vetoed=word(TYPES, state.vetoed), barred=word(TYPES, state.barred))


def laws(state: State, law_type: int) -> Laws:
    """Return the laws of a type."""
    cards = tuple(law + 1 for law in state.law_pile[law_type].tolist())
    bill, in_force = int(state.bill[law_type]), int(state.in_force[law_type])
    return Laws(cards, None if bill == NONE else bill + 1, None if in_force == NONE else in_force + 1)


def chosen(state: State) -> Chosen:
    """Return the options."""
    return Chosen(
        plantations=PLANTATION_OPTIONS[state.plantations],
        sealed=bool(state.sealing),
        embassy=bool(state.embassy),
        ships=own_ships(state) or None,
        boards=own_boards(state) or None,
        buildings=own_buildings(state) or None,
        laws=own_laws(state) or None,
        market=own_market(state) or None,
    )


def counted(names: Sequence[str], counts: NDArray[Any]) -> dict[str, int]:
    """Return numbers by name, without zeros."""
    return {name: count for name, count in zip(names, counts.tolist(), strict=True) if count}


def read_position(raw: object) -> State:
    """Return the state that ``write_position`` wrote.

    Raises:
        DataError: the data has not the shape of a position; names the field.
        UsageError: no game can come to this position; says why.
    """
    position = convert(raw, Position, "position")
    state = new_table_for(position)
    put_round(state, position)
    put_harbour(state, position)
    put_laws(state, position.parliament)
    for seat, seated in enumerate(position.players):
        put_player(state, seat, seated)
    put_question(state, position.question)
    put_offer(state)
    put_chance(state, position.chance)
    check(state)
    resume(state)
    return state


def new_table_for(position: Position) -> State:
    """Return a table with the options of a position."""
    options = {name: getattr(position.options, name) for name in position.options.__struct_fields__}
    if position.options.boards is not None:
        options["boards"] = all_boards(msgspec.to_builtins(position.options.boards))
    return new_table(len(position.players), version=position.version, **options)


def put_round(state: State, position: Position) -> None:
    """Put round, markers, market and supply in their place, in place."""
    for what, place in (("first", position.first), ("turn", position.turn)):
        ensure(place < state.seats, f"{what}: is {place}, but must be 0 to {state.seats - 1}")
    state.round_no, state.lap = position.round, position.lap
    state.first, state.turn = position.first, position.turn
    markers = position.markers
    state.resource_taken, state.product_taken = markers.resource, markers.product
    state.points_taken, state.pesos_taken = markers.points, markers.pesos
    state.market[:] = numbers(MERCHANDISE, position.market)
    state.supply[:] = numbers(PIECES, position.supply)


def put_harbour(state: State, position: Position) -> None:
    """Put each ship in its place, in place."""
    lying = [ship for ship in position.harbour if ship is not None]
    ensure_each_once("ship", [*(one.ship for one in lying), *position.pile], range(1, SHIP_COUNT + 1))
    for place, one in enumerate(position.harbour):
        if one is not None:
            state.ship[place] = one.ship - 1
            state.cargo[place] = numbers(MERCHANDISE, one.cargo)
    state.pile[:] = NONE
    state.pile[: len(position.pile)] = [ship - 1 for ship in reversed(position.pile)]
    state.pile_size, state.pile_known = len(position.pile), position.pile_known


def put_laws(state: State, parliament: Parliament) -> None:
    """Put each law in its place, in place."""
    for law_type, laws in enumerate(parliament.types()):
        first = law_type * LAWS_OF_A_TYPE + 1
        ensure_each_once(f"parliament, {TYPES[law_type]}: law", laws.cards, range(first, first + LAWS_OF_A_TYPE))
        state.law_pile[law_type] = [law - 1 for law in laws.cards]
        state.bill[law_type] = NONE if laws.bill is None else laws.bill - 1
        state.in_force[law_type] = NONE if laws.in_force is None else laws.in_force - 1
    state.vetoed, state.barred = code(TYPES, parliament.vetoed), code(TYPES, parliament.barred)


def put_player(state: State, seat: int, seated: Player) -> None:
    """Put what a player has in its place, in place."""
    who = f"players {seat + 1}"
    held = [*seated.hand, *([seated.sealed] if seated.sealed else [])]
    for character in held:
        ensure(held.count(character) == 1, f"{who}: {character} is there {held.count(character)} times")
    state.points[seat], state.pesos[seat] = seated.points, seated.pesos
    state.own[seat] = numbers(PIECES, seated.pieces)
    state.stored[seat] = numbers(PRODUCTS, seated.stored)
    state.pawn[seat] = FIELD_NAMES.index(seated.pawn)
    for field, kind in seated.buildings.items():
        place = FIELD_NAMES.index(field)
        ensure(state.built[seat, place] == NONE, f"{who}, buildings: {field} is the printed warehouse's")
        state.built[seat, place] = BUILDINGS.index(kind)
    state.hand[seat] = set_of(NAMES.index(character) for character in seated.hand)
    state.sealed[seat], state.last[seat] = code(NAMES, seated.sealed), code(NAMES, seated.last)
    state.bid[seat] = NONE if seated.bid is None else seated.bid
    state.votes[seat], state.town_hall[seat] = seated.votes, seated.town_hall
    state.tax_paid |= bit(seat) * seated.tax_paid
    state.pile_seen |= bit(seat) * seated.knows_pile


def put_offer(state: State) -> None:
    """Take the tiles that are built, or paid and to be placed, from the offer, in place (CUB-1.4)."""
    for kind, name in enumerate(BUILDINGS):
        placing = state.question == PLACE and state.chosen == kind
        built = int((state.built == kind).sum()) + placing
        copies = int(state.copies[kind])
        ensure(built <= copies, f"building {name}: is built {built} times, but there are {copies}")
        state.offer[kind] = copies - built


def put_question(state: State, asked: Waiting) -> None:
    """Put what belongs to the question in its place, in place."""
    state.question = QUESTIONS.index(asked.kind)
    state.chosen = code(BUILDINGS, asked.building)
    state.near = set_of(FIELD_NAMES.index(field) for field in asked.near)
    state.far = set_of(FIELD_NAMES.index(field) for field in asked.far)
    state.free = asked.free
    state.fruitful[len(RESOURCES) :] = numbers(PRODUCTS, asked.fruitful)
    state.traded[:] = numbers(MERCHANDISE, asked.traded)
    state.dock, state.load_kind = code(PLACES, asked.dock), code(MERCHANDISE, asked.load_kind)
    state.to_load, state.ballot = asked.to_load, asked.ballot


def numbers(names: Sequence[str], counts: Mapping[str, int]) -> list[int]:
    """Return numbers in the order of ``names``."""
    return [counts.get(name, 0) for name in names]


def code(names: Sequence[str], name: str | None) -> int:
    """Return the place of a name, -1 for none."""
    return NONE if name is None else names.index(name)
