"""Observations of Havana (the contract's ``observe``): the view of a seat as numbers with names.

Blocks with a number for each seat come in the order of play from the viewer: viewer, then the next seat number, and so
on; missing seats come last and are empty. Seats among the values are counted from the viewer too. Hidden things never
enter: of others only what the view shows, and what ``guess.py`` calls known of their discard piles.
"""

import numpy as np
from numpy.typing import NDArray

from malecon.core.bit_set import bit, size_of
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
from malecon.games.havana import asks
from malecon.games.havana.answers import victim_of
from malecon.games.havana.buildings import CUBES, MAX_TILES, PIECES
from malecon.games.havana.cards import CARD_COUNT
from malecon.games.havana.rules import mover
from malecon.games.havana.state import (
    ALL_CUBES,
    ALL_WORKERS,
    BOX,
    ENDINGS,
    ENDS,
    IN_PLAY,
    MAX_SEATS,
    NONE,
    ROW_LENGTH,
    STATE,
    State,
)

CUBE_KINDS, PIECE_KINDS, SLOTS = len(CUBES), len(PIECES), 2
NOT_OWNED = MAX_SEATS
"""The code of the owner of a tile that lies in the rows or in the stack."""
ENTERED = "the refreshments unseen when the card was put on the discard pile, -1 if it was not"

SCHEMA = Schema(
    (
        # options
        count("seats", (), MAX_SEATS, "players in this game"),
        count("version", (), 99, "of the rules", scale=1.0),
        *option_blocks(State),
        count("tiles", (), MAX_TILES, "tiles in this game"),
        count("tile_points", (MAX_TILES,), 7, "of each tile"),
        count("tile_cost", (MAX_TILES, PIECE_KINDS), 99, "pieces of each kind that a tile costs", scale=1 / 5),
        flag("tile_architect", (MAX_TILES,), "the tile asks for the architect"),
        # tiles
        category("tile_owner", (MAX_TILES,), MAX_SEATS + 1, "seat; 4: in rows or stack; none: out of the game"),
        flag("in_stack", (MAX_TILES,), "the tile lies in the stack"),
        count("stack_size", (), MAX_TILES, "tiles in the stack"),
        category("rows", (2, ROW_LENGTH), MAX_TILES, "tiles from left to right, upper row first"),
        count("row_length", (2,), ROW_LENGTH, "tiles in each row"),
        count("first_plot", (2,), ROW_LENGTH, "plots to the left of each row that are empty until it is refilled"),
        # pieces
        count("bag", (CUBE_KINDS,), ALL_CUBES, "cubes of each kind", scale=1 / 10),
        count("centre", (CUBE_KINDS,), ALL_CUBES, "cubes of each kind", scale=1 / 5),
        count("box", (CUBE_KINDS,), ALL_CUBES, "cubes of each kind", scale=1 / 10),
        large_count("centre_pesos", (), 1 / 10, "pesos in the centre"),
        count("supply_workers", (), ALL_WORKERS, "workers in the supply"),
        # the round
        large_count("round", (), 1 / 20, "from 1; 0 is the set-up"),
        category("place", (MAX_SEATS,), MAX_SEATS, "of each seat in the order of the round; none in the set-up"),
        category("mover", (), MAX_SEATS, "seat whose turn it is, in phase 1 and 3"),
        flag("worker_done", (), "somebody performed Worker (HAV-6.6)"),
        flag("market_done", (), "somebody performed Black Market (HAV-6.11)"),
        flag("removed", (), "somebody removed a tile (HAV-6.4)"),
        flag("bought", (), "somebody bought"),
        count("idle_rounds", (), 99, "finished phases 1 in a row without a purchase (HAV-7.3)", scale=1 / 15),
        # the question
        category("question", (), len(asks.QUESTIONS), "place in QUESTIONS"),
        flag("awaited", (MAX_SEATS,), "seats that may answer"),
        flag("to_perform", (CARD_COUNT,), "the mover's cards that are not performed yet"),
        category("victim", (), MAX_SEATS, "seat that is taxed, or robbed a second time"),
        count("to_take", (), 99, "coloured cubes that Mama still takes", scale=1 / 5),
        category("fetched", (), MAX_TILES, "tile of the stack that is being swapped in (HAV-2.2)"),
        category("end", (), len(ENDS), "end whose tile is being paid"),
        category("ending", (), len(ENDINGS), "place in ENDINGS"),
        # the viewer
        flag("hand", (CARD_COUNT,), "the viewer's"),
        flag("discards", (CARD_COUNT,), "the viewer's"),
        category("laid", (SLOTS,), CARD_COUNT, "the viewer's face-down cards, by the slot of the card they cover"),
        # the seats
        flag("plays", (MAX_SEATS,), "the seat is in this game"),
        large_count("points", (MAX_SEATS,), 1 / 25, "of each seat"),
        large_count("pesos", (MAX_SEATS,), 1 / 10, "of each seat"),
        count("workers", (MAX_SEATS,), ALL_WORKERS, "of each seat", scale=1 / 5),
        count("cubes", (MAX_SEATS, CUBE_KINDS), ALL_CUBES, "of each seat and kind", scale=1 / 5),
        category("shown", (MAX_SEATS, SLOTS), CARD_COUNT, "open cards of each seat, the lower digit first"),
        flag("covered", (MAX_SEATS, SLOTS), "a card lies face down on this slot (HAV-4.5)"),
        count("hand_size", (MAX_SEATS,), CARD_COUNT, "cards in hand"),
        count("discard_size", (MAX_SEATS,), CARD_COUNT, "cards in the discard pile"),
        count("unseen", (MAX_SEATS,), CARD_COUNT, "refreshments whose card has not shown up again", scale=1 / 3),
        count("entered", (MAX_SEATS, CARD_COUNT), CARD_COUNT, ENTERED, low=NONE, scale=1.0),
    )
)
"""The blocks of an observation."""
AT = SCHEMA.starts
_write_options = options_writer(State, SCHEMA)
DIGIT = 4
"""Bits of a code of an owner, raised by 1 so that it is not negative."""


@routine
@makes_no_array
def observe(state: State, seat: int, out: NDArray[np.int8]) -> None:
    """Fill ``out`` (int8 ``[SCHEMA.size]``) with what ``seat`` may know; seat -1 sees what a spectator sees."""
    viewer, seats = max(int(seat), 0), int(state.seats)
    _write_options(state, viewer, out)
    _write_tiles(state, viewer, out)
    _write_table(state, out)
    _write_question(state, viewer, out)
    _write_secrets(state, int(seat), out)
    for place in range(MAX_SEATS):
        other = place
        if place < seats:
            other = viewer + place if viewer + place < seats else viewer + place - seats
        _write_seat(state, other, place, out)
    if state.round_no > 0:
        for place in range(seats):
            out[AT.place + seen_from(viewer, state.order[place], seats)] = place


@rule
def _write_tiles(state: State, viewer: int, out: NDArray[np.int8]) -> None:
    """Write the tiles of this game, and where they are."""
    out[AT.tiles] = state.tiles
    copy_numbers(state.tile_points, 0, out, AT.tile_points, MAX_TILES)
    copy_numbers(state.tile_cost, 0, out, AT.tile_cost, MAX_TILES * PIECE_KINDS)
    copy_numbers(state.tile_architect, 0, out, AT.tile_architect, MAX_TILES)
    copy_numbers(state.rows, 0, out, AT.rows, 2 * ROW_LENGTH)
    copy_numbers(state.row_length, 0, out, AT.row_length, 2)
    copy_numbers(state.first_plot, 0, out, AT.first_plot, 2)
    codes = (NOT_OWNED + 1) << DIGIT * (IN_PLAY - BOX)  # by owner, as digits of a number: BOX, which has none, first
    for seat in range(MAX_SEATS):
        codes |= (seen_from(viewer, seat, int(state.seats)) + 1) << DIGIT * (seat - BOX)
    for tile in range(MAX_TILES):
        out[AT.tile_owner + tile] = (codes >> DIGIT * (int(state.owner[tile]) - BOX)) % (1 << DIGIT) - 1
    for tile in range(MAX_TILES):
        out[AT.in_stack + tile] = 0
    for place in range(state.stack_size):
        out[AT.in_stack + int(state.stack[place])] = 1
    out[AT.stack_size] = state.stack_size


@rule
def _write_table(state: State, out: NDArray[np.int8]) -> None:
    """Write seats, version, cubes and what happened in the round."""
    out[AT.seats] = state.seats
    out[AT.version] = state.version
    copy_numbers(state.bag, 0, out, AT.bag, CUBE_KINDS)
    copy_numbers(state.centre, 0, out, AT.centre, CUBE_KINDS)
    copy_numbers(state.box, 0, out, AT.box, CUBE_KINDS)
    put_large(out, AT.centre_pesos, state.centre_pesos)
    out[AT.supply_workers] = state.supply_workers
    put_large(out, AT.round, state.round_no)
    out[AT.worker_done] = state.worker_done
    out[AT.market_done] = state.market_done
    out[AT.removed] = state.removed
    out[AT.bought] = state.bought
    out[AT.idle_rounds] = state.idle_rounds
    out[AT.ending] = state.ending


@rule
def _write_question(state: State, viewer: int, out: NDArray[np.int8]) -> None:
    """Write what the game waits for."""
    question, seats = int(state.question), int(state.seats)
    has_turns = state.round_no > 0 and question != asks.OVER
    out[AT.question] = question
    put_set(out, AT.awaited, seats_from(viewer, state.awaited, seats), MAX_SEATS)
    put_set(out, AT.plays, bit(seats) - 1, MAX_SEATS)
    out[AT.mover] = seen_from(viewer, mover(state), seats) if has_turns else NONE
    put_set(out, AT.to_perform, state.to_perform if question >= asks.PERFORM else 0, CARD_COUNT)
    out[AT.victim] = seen_from(viewer, victim_of(state), seats)
    out[AT.to_take] = state.to_take if question == asks.TAKE else 0
    out[AT.fetched] = state.chosen if question == asks.SWAP else NONE
    out[AT.end] = state.chosen if question == asks.PAY else NONE


@rule
def _write_secrets(state: State, seat: int, out: NDArray[np.int8]) -> None:
    """Write hand, discard pile and face-down cards of the viewer; a spectator has none."""
    put_set(out, AT.hand, state.hand[seat] if seat >= 0 else 0, CARD_COUNT)
    put_set(out, AT.discards, state.discards[seat] if seat >= 0 else 0, CARD_COUNT)
    for slot in range(SLOTS):
        out[AT.laid + slot] = state.laid[seat, slot] if seat >= 0 else NONE


@rule
def _write_seat(state: State, seat: int, place: int, out: NDArray[np.int8]) -> None:
    """Write what everybody may know of a seat that comes so many places after the viewer."""
    out[AT.place + place] = NONE
    put_large(out, AT.points + 2 * place, state.points[seat])
    put_large(out, AT.pesos + 2 * place, state.pesos[seat])
    out[AT.workers + place] = state.workers[seat]
    copy_numbers(state.cubes, seat * CUBE_KINDS, out, AT.cubes + place * CUBE_KINDS, CUBE_KINDS)
    copy_numbers(state.shown, seat * SLOTS, out, AT.shown + place * SLOTS, SLOTS)
    for slot in range(SLOTS):
        out[AT.covered + place * SLOTS + slot] = state.laid[seat, slot] != NONE
    out[AT.hand_size + place] = size_of(state.hand[seat])
    out[AT.discard_size + place] = size_of(state.discards[seat])
    out[AT.unseen + place] = state.unseen[seat]
    copy_numbers(state.entered, seat * CARD_COUNT, out, AT.entered + place * CARD_COUNT, CARD_COUNT)


register(STATE, observe)
