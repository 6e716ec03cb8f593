"""Observations of Cuba (the contract's ``observe``): the view of a seat as numbers with names.

Blocks with a number for each seat come in the order of play from the viewer: viewer, then the next seat number, and so
on; missing seats come last and are empty. Seats among the values are counted from the viewer too. Hidden things never
enter: neither the order of the piles, as far as the viewer has not seen it, nor the secrets of others.
"""

import numpy as np
from numpy.typing import NDArray

from malecon.core.bit_set import bit, has, size_of
from malecon.core.jit import copy_numbers, makes_no_array, register, routine, rule
from malecon.core.observation import (
    Schema,
    category,
    count,
    flag,
    large_count,
    put_large,
    put_set,
    seats_from,
    seen_from,
)
from malecon.core.option_blocks import option_blocks, options_writer
from malecon.games.cuba import asks
from malecon.games.cuba.boards import (
    DOCKS,
    FIELDS,
    MERCHANDISE,
    MOST_SPACES,
    PIECES,
    PLACES,
    PRODUCTS,
    RESOURCES,
    TOTAL,
    WAREHOUSE_FIELD,
)
from malecon.games.cuba.buildings import BUILDINGS, ON_FIELDS
from malecon.games.cuba.cards import ALL_LAWS, LAW_COUNT, LAW_KINDS, LAWS_OF_A_TYPE, NAMES, SHIP_COUNT, SPACES, TYPES
from malecon.games.cuba.state import LAPS, MAX_SEATS, NONE, ROUNDS, STATE, State

KINDS, PIECE_KINDS, RESOURCE_KINDS, PRODUCT_KINDS = map(len, (MERCHANDISE, PIECES, RESOURCES, PRODUCTS))
BUILDING_KINDS, CARD_COUNT, TYPE_COUNT = map(len, (BUILDINGS, NAMES, TYPES))
PRICES, MOST_PIECES = MOST_SPACES + 2, int(TOTAL.max())

SCHEMA = Schema(
    (
        # options
        count("seats", (), MAX_SEATS, "players in this game"),
        count("version", (), 99, "of the rules", scale=1.0),
        *option_blocks(State),
        category("field", (MAX_SEATS, FIELDS), PIECE_KINDS, "the piece that a field gives; none: the warehouse"),
        count("needs", (SHIP_COUNT, KINDS), SPACES, "spaces of a ship for each kind"),
        count("cost", (BUILDING_KINDS, RESOURCE_KINDS), 15, "resources of each kind", scale=1 / 5),
        count("most", (BUILDING_KINDS,), 18, "pieces that one use of the building takes at most"),
        count("gives", (BUILDING_KINDS,), 20, "points, pesos, votes or pieces", scale=1 / 5),
        count("copies", (BUILDING_KINDS,), 2, "tiles in this game"),
        category("law_kind", (ALL_LAWS,), len(LAW_KINDS), "place in LAW_KINDS"),
        count("law_amount", (ALL_LAWS,), 99, "pesos, pieces, or things counted for a point", low=-9, scale=1 / 5),
        count("law_most", (ALL_LAWS,), 99, "points at most", scale=1 / 10),
        count("price", (KINDS, PRICES), 99, "pesos; with n pieces: bought at n, sold at n + 1", scale=1 / 7),
        count("spaces", (KINDS,), MOST_SPACES, "of a track"),
        # pieces
        count("supply", (PIECE_KINDS,), MOST_PIECES, "pieces of each kind"),
        count("market", (KINDS,), MOST_SPACES, "pieces on a track"),
        count("offer", (BUILDING_KINDS,), 2, "tiles that are left"),
        # ships
        category("ship", (DOCKS + 1,), SHIP_COUNT, "at docks 1 to 3, then at sea"),
        count("cargo", (DOCKS + 1, KINDS), SPACES, "pieces loaded"),
        flag("in_pile", (SHIP_COUNT,), "the ship lies in the pile"),
        category("pile", (SHIP_COUNT,), SHIP_COUNT, "ships from the bottom, as far as the viewer knows their order"),
        count("pile_size", (), SHIP_COUNT, "ships in the pile"),
        count("pile_known", (), SHIP_COUNT, "ships at its bottom whose order all know"),
        # laws
        flag("to_come", (LAW_COUNT,), "the law was not turned up yet"),
        category("bill", (TYPE_COUNT,), ALL_LAWS, "law of each type turned up and not vetoed"),
        category("in_force", (TYPE_COUNT,), ALL_LAWS, "law of each type"),
        category("vetoed", (), TYPE_COUNT, "type vetoed in this round (CUB-6.1)"),
        category("barred", (), TYPE_COUNT, "type that may not be vetoed (CUB-6.2)"),
        # the round
        count("round", (), ROUNDS, "1 to 6; 0 is the set-up"),
        count("lap", (), LAPS, "which character is played, from 0; 4 from the parliament on"),
        category("first", (), MAX_SEATS, "first player"),
        flag("resource_taken", (), "marker on an alternative of the Tradeswoman (CUB-4.25)"),
        flag("product_taken", (), "marker on an alternative of the Tradeswoman (CUB-4.25)"),
        count("points_taken", (), 2, "markers on the Architect's (CUB-4.33)"),
        count("pesos_taken", (), 2, "markers on the Mayor's (CUB-4.52)"),
        # the question
        category("question", (), len(asks.QUESTIONS), "place in QUESTIONS"),
        flag("awaited", (MAX_SEATS,), "seats that may answer"),
        category("mover", (), MAX_SEATS, "seat whose say it is; none if that of several"),
        category("chosen", (), BUILDING_KINDS, "building that is placed or used"),
        flag("near", (FIELDS,), "fields that the Foreman may still use together"),
        flag("far", (FIELDS,), "fields of which he may use one instead of those"),
        count("free", (), 99, "product fields that still give free of charge", scale=1 / 5),
        count("fruitful", (PRODUCT_KINDS,), FIELDS, "fields by product that have not given yet", scale=1 / 2),
        count("traded", (KINDS,), 99, "bought (positive) or sold in this action", low=-99, scale=1 / 5),
        category("dock", (), len(PLACES), "that is being loaded, once the first piece is"),
        count("to_load", (), 99, "pieces that may still be loaded", scale=1 / 5),
        category("load_kind", (), KINDS, "the only merchandise that may be loaded"),
        count("ballot", (), 2, "1 or 2; 0 if nobody is asked for a bid"),
        flag("bidders", (MAX_SEATS,), "seats that take part in this ballot"),
        # the viewer
        large_count("bid", (), 1 / 20, "the viewer's, until all have decided; -1: none", low=NONE),
        category("sealed", (), CARD_COUNT, "the viewer's character, until it is shown"),
        # the seats
        flag("plays", (MAX_SEATS,), "the seat is in this game"),
        large_count("points", (MAX_SEATS,), 1 / 80, "of each seat"),
        large_count("pesos", (MAX_SEATS,), 1 / 20, "of each seat"),
        large_count("votes", (MAX_SEATS,), 1 / 10, "in this round's parliament, as far as counted"),
        count("town_hall", (MAX_SEATS,), 99, "more votes in this round (CUB-6.3)", scale=1 / 2),
        flag("tax_paid", (MAX_SEATS,), "seats that paid this round's tax, until the duty is collected too"),
        flag("knows_pile", (MAX_SEATS,), "seats that have looked through the ship pile since it was shuffled"),
        count("own", (MAX_SEATS, PIECE_KINDS), MOST_PIECES, "pieces, stored ones included", scale=1 / 10),
        count("stored", (MAX_SEATS, PRODUCT_KINDS), MOST_PIECES, "products in the warehouse", scale=1 / 10),
        category("pawn", (MAX_SEATS,), FIELDS, "field"),
        category("built", (MAX_SEATS, FIELDS), len(ON_FIELDS), "building on a field, the printed warehouse included"),
        flag("unplayed", (MAX_SEATS, CARD_COUNT), "characters in hand or sealed"),
        count("hand_size", (MAX_SEATS,), CARD_COUNT, "characters in hand"),
        flag("has_sealed", (MAX_SEATS,), "a character lies face down"),
        category("last", (MAX_SEATS,), CARD_COUNT, "character played last in this round"),
    )
)
"""The blocks of an observation."""
AT = SCHEMA.starts
_write_options = options_writer(State, SCHEMA)
assert WAREHOUSE_FIELD == NONE


@routine
@makes_no_array
def observe(state: State, seat: int, out: NDArray[np.int8]) -> None:
    """Fill ``out`` (int8 ``[SCHEMA.size]``) with what ``seat`` may know; seat -1 sees what a spectator sees."""
    viewer, seats = max(int(seat), 0), int(state.seats)
    _write_options(state, viewer, out)
    _write_data(state, out)
    _write_table(state, out)
    _write_pile(state, seat >= 0 and has(state.pile_seen, max(seat, 0)), out)
    _write_laws(state, out)
    _write_round(state, viewer, out)
    _write_question(state, viewer, out)
    _write_secrets(state, int(seat), out)
    for place in range(MAX_SEATS):
        other = place
        if place < seats:
            other = viewer + place if viewer + place < seats else viewer + place - seats
        _write_seat(state, other, place, out)


@rule
def _write_data(state: State, out: NDArray[np.int8]) -> None:
    """Write seats, version, and what is printed on ships, buildings, laws and market."""
    out[AT.seats] = state.seats
    out[AT.version] = state.version
    copy_numbers(state.needs, 0, out, AT.needs, SHIP_COUNT * KINDS)
    copy_numbers(state.cost, 0, out, AT.cost, BUILDING_KINDS * RESOURCE_KINDS)
    copy_numbers(state.most, 0, out, AT.most, BUILDING_KINDS)
    copy_numbers(state.gives, 0, out, AT.gives, BUILDING_KINDS)
    copy_numbers(state.copies, 0, out, AT.copies, BUILDING_KINDS)
    copy_numbers(state.law_kind, 0, out, AT.law_kind, ALL_LAWS)
    copy_numbers(state.law_amount, 0, out, AT.law_amount, ALL_LAWS)
    copy_numbers(state.law_most, 0, out, AT.law_most, ALL_LAWS)
    copy_numbers(state.price, 0, out, AT.price, KINDS * PRICES)
    copy_numbers(state.spaces, 0, out, AT.spaces, KINDS)


@rule
def _write_table(state: State, out: NDArray[np.int8]) -> None:
    """Write supply, market, buildings on offer and the ships in sight."""
    copy_numbers(state.supply, 0, out, AT.supply, PIECE_KINDS)
    copy_numbers(state.market, 0, out, AT.market, KINDS)
    copy_numbers(state.offer, 0, out, AT.offer, BUILDING_KINDS)
    copy_numbers(state.ship, 0, out, AT.ship, DOCKS + 1)
    copy_numbers(state.cargo, 0, out, AT.cargo, (DOCKS + 1) * KINDS)


@rule
@makes_no_array
def _write_pile(state: State, has_seen: bool, out: NDArray[np.int8]) -> None:
    """Write the ships in the pile, and their order as far as the viewer knows it (CUB-1.10)."""
    size = int(state.pile_size)
    known = size if has_seen else int(state.pile_known)
    for place in range(SHIP_COUNT):
        out[AT.in_pile + place] = 0
    for place in range(SHIP_COUNT):
        out[AT.pile + place] = NONE
    for place in range(known):
        out[AT.pile + place] = state.pile[place]
    for place in range(size):
        out[AT.in_pile + int(state.pile[place])] = 1
    out[AT.pile_size] = size
    out[AT.pile_known] = state.pile_known


@rule
def _write_laws(state: State, out: NDArray[np.int8]) -> None:
    """Write the laws to come, whatever their order, the bills, and the laws in force."""
    for law in range(LAW_COUNT):
        out[AT.to_come + law] = 0
    for law_type in range(TYPE_COUNT):
        for place in range(state.round_no, LAWS_OF_A_TYPE):
            out[AT.to_come + int(state.law_pile[law_type, place])] = 1
    copy_numbers(state.bill, 0, out, AT.bill, TYPE_COUNT)
    copy_numbers(state.in_force, 0, out, AT.in_force, TYPE_COUNT)
    out[AT.vetoed] = state.vetoed
    out[AT.barred] = state.barred


@rule
def _write_round(state: State, viewer: int, out: NDArray[np.int8]) -> None:
    """Write round and markers."""
    out[AT.round] = state.round_no
    out[AT.lap] = state.lap
    out[AT.first] = seen_from(viewer, state.first, int(state.seats))
    out[AT.resource_taken] = state.resource_taken
    out[AT.product_taken] = state.product_taken
    out[AT.points_taken] = state.points_taken
    out[AT.pesos_taken] = state.pesos_taken


@rule
@makes_no_array
def _write_question(state: State, viewer: int, out: NDArray[np.int8]) -> None:
    """Write what the game waits for, and the state of the action."""
    question, seats = int(state.question), int(state.seats)
    is_one = question not in (asks.SEAL, asks.BID, asks.OVER)
    out[AT.question] = question
    put_set(out, AT.awaited, seats_from(viewer, state.awaited, seats), MAX_SEATS)
    put_set(out, AT.bidders, seats_from(viewer, state.bidders, seats), MAX_SEATS)
    put_set(out, AT.tax_paid, seats_from(viewer, state.tax_paid, seats), MAX_SEATS)
    put_set(out, AT.knows_pile, seats_from(viewer, state.pile_seen, seats), MAX_SEATS)
    put_set(out, AT.plays, bit(seats) - 1, MAX_SEATS)
    out[AT.mover] = seen_from(viewer, state.mover, seats) if is_one else NONE
    out[AT.chosen] = state.chosen
    put_set(out, AT.near, state.near, FIELDS)
    put_set(out, AT.far, state.far, FIELDS)
    out[AT.free] = state.free if question == asks.HARVEST else 0
    for product in range(PRODUCT_KINDS):
        out[AT.fruitful + product] = state.fruitful[RESOURCE_KINDS + product] if question == asks.HARVEST else 0
    for kind in range(KINDS):
        out[AT.traded + kind] = state.traded[kind] if question == asks.TRADE else 0
    out[AT.dock] = state.dock
    out[AT.to_load] = state.to_load if question == asks.LOAD else 0
    out[AT.load_kind] = state.load_kind
    out[AT.ballot] = state.ballot if question == asks.BID else 0


@rule
def _write_secrets(state: State, seat: int, out: NDArray[np.int8]) -> None:
    """Write bid and sealed character of the viewer; a spectator has none."""
    bid = state.bid[seat] if seat >= 0 else NONE
    put_large(out, AT.bid, bid)
    out[AT.sealed] = state.sealed[seat] if seat >= 0 else NONE


@rule
def _write_seat(state: State, seat: int, place: int, out: NDArray[np.int8]) -> None:
    """Write what everybody may know of a seat that comes so many places after the viewer."""
    put_large(out, AT.points + 2 * place, state.points[seat])
    put_large(out, AT.pesos + 2 * place, state.pesos[seat])
    put_large(out, AT.votes + 2 * place, state.votes[seat])
    out[AT.town_hall + place] = state.town_hall[seat]
    copy_numbers(state.field, seat * FIELDS, out, AT.field + place * FIELDS, FIELDS)
    copy_numbers(state.own, seat * PIECE_KINDS, out, AT.own + place * PIECE_KINDS, PIECE_KINDS)
    copy_numbers(state.stored, seat * PRODUCT_KINDS, out, AT.stored + place * PRODUCT_KINDS, PRODUCT_KINDS)
    out[AT.pawn + place] = state.pawn[seat]
    copy_numbers(state.built, seat * FIELDS, out, AT.built + place * FIELDS, FIELDS)
    sealed = int(state.sealed[seat])
    unplayed = int(state.hand[seat])
    if sealed != NONE:
        unplayed |= bit(sealed)
    put_set(out, AT.unplayed + place * CARD_COUNT, unplayed, CARD_COUNT)
    out[AT.hand_size + place] = size_of(state.hand[seat])
    out[AT.has_sealed + place] = sealed != NONE
    out[AT.last + place] = state.last[seat]


register(STATE, observe)
