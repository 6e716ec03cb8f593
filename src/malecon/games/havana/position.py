"""A whole position as plain data in the rulebook's words, and back.

Everything is in it, hidden things and the key of chance too, so that the game goes on exactly as it would have. Seats
are 0-based, tiles their ids, cards and pieces their names. What follows from the rest (who is awaited, which answers
are possible) is not written but found again; ``position_checks.py`` and ``resume.py`` refuse what no game can come to.
"""

from collections.abc import Callable
from functools import partial
from typing import Any

import msgspec

from malecon.core.codecs import NONE, number_from_1, row, tuple_of, word
from malecon.core.jit import uncompiled
from malecon.core.position import (
    CHANCE,
    Index,
    Key,
    Keys,
    field_key,
    key_if,
    list_key,
    option_keys,
    options_in,
    pile_key,
    version_key,
)
from malecon.core.position_checks import ensure
from malecon.games.havana import asks
from malecon.games.havana.answers import victim_of
from malecon.games.havana.buildings import MAX_TILES
from malecon.games.havana.cards import CODE, NAMES
from malecon.games.havana.options import OPTIONS, new_state
from malecon.games.havana.player_view import tiles_with
from malecon.games.havana.position_checks import check, check_each_once
from malecon.games.havana.questions import QUESTION_TABLE
from malecon.games.havana.state import BOX, ENDS, MAX_SEATS, ROW_LENGTH, SEAT, State

CARD, END, TILE = word(NAMES), word(ENDS), number_from_1(MAX_TILES)
COVERING = msgspec.defstruct(
    "Covering",
    [("card", CARD.type), ("covers", CARD.type | None, None)],
    frozen=True,
    forbid_unknown_fields=True,
)
"""A card that lies face down, and the open card under it."""

key = partial(field_key, State)
optional = partial(field_key, State, optional=True)


def _tiles_key(name: str, owner: Callable[[Index], int]) -> Key:
    def write(state: State, at: Index) -> tuple[int, ...]:
        return tiles_with(state, owner(at))

    def read(state: State, at: Index, tiles: tuple[int, ...]) -> None:
        for tile in tiles:
            state.owner[tile - 1] = owner(at)

    return Key(name, row(TILE).type, write, read)


def _write_open(state: State, at: Index) -> tuple[str, ...]:
    return tuple(NAMES[card] for card in state.shown[at].tolist() if card != NONE)


def _read_open(state: State, at: Index, names: tuple[str, ...]) -> None:
    """Lay the open cards of a seat, in place."""
    if names:
        state.shown[at] = sorted(CODE[card] for card in names)


def _write_face_down(state: State, at: Index) -> tuple[dict[str, str], ...]:
    """Return the face-down cards of a seat, each with the open card that it covers, if any."""
    slots = zip(state.shown[at].tolist(), state.laid[at].tolist(), strict=True)
    return tuple(
        {"card": NAMES[card]} | ({} if covered == NONE else {"covers": NAMES[covered]})
        for covered, card in slots
        if card != NONE
    )


def _read_face_down(state: State, at: Index, covering: tuple[Any, ...]) -> None:
    """Lay the face-down cards of a seat, in place: each over an open card, or two before the first round."""
    if [one.covers for one in covering] == [None, None]:
        state.laid[at] = sorted(CODE[one.card] for one in covering)
        return
    for one in covering:
        slot = state.shown[at].tolist().index(CODE[one.covers])
        state.laid[(*at, slot)] = CODE[one.card]


def _write_victim(state: State, at: Index) -> int | None:
    """Return the seat that is taxed, or robbed a second time."""
    victim = uncompiled(victim_of)(state)
    return None if victim == NONE else victim


def _read_victim(state: State, at: Index, victim: int | None) -> None:
    """Write the seat that is taxed, or robbed a second time, into a state, in place."""
    if victim is not None and state.question in (asks.STEAL, asks.TAX):
        state.victim = victim


def _write_order(state: State, at: Index) -> tuple[int, ...]:
    """Return the seats as they act."""
    return tuple(state.order[: state.seats].tolist())


def _read_order(state: State, at: Index, order: tuple[int, ...]) -> None:
    """Put the order of the seats into a state, in place."""
    state.order[: len(order)] = order


PLAYER = Keys(
    "Player",
    key("points"),
    key("pesos"),
    key("workers"),
    key("cubes"),
    _tiles_key("tiles", lambda at: at[0]),
    key("hand"),
    Key("open", row(CARD).type, _write_open, _read_open),
    Key("face_down", tuple_of(COVERING), _write_face_down, _read_face_down, ()),
    optional("discards"),
    optional("entered"),
    optional("unseen"),
)
QUESTION = Keys(
    "Question",
    key("kind", "question"),
    optional("perform", "to_perform"),
    Key("victim", SEAT.type | None, _write_victim, _read_victim, None),
    key_if(optional("take", "to_take"), lambda state: state.question == asks.TAKE),
    key_if(optional("tile", "chosen", codec=TILE.or_none()), lambda state: state.question == asks.SWAP),
    key_if(optional("end", "chosen", codec=END.or_none()), lambda state: state.question == asks.PAY),
)
POSITION = Keys(
    "Position",
    key("round", "round_no"),
    QUESTION.key("question"),
    Key("order", row(SEAT).type, _write_order, _read_order),
    key("turn"),
    list_key(PLAYER.key("players"), lambda state: int(state.seats), 2, MAX_SEATS),
    list_key(pile_key("rows", "rows", "row_length", TILE, most=ROW_LENGTH, reverse=False), lambda state: 2, 2, 2),
    optional("first_plot"),
    pile_key("stack", "stack", "stack_size", TILE),
    key("bag"),
    key("centre"),
    key("centre_pesos"),
    key("box"),
    _tiles_key("box_tiles", lambda at: BOX),
    key("supply_workers"),
    CHANCE,
    *option_keys(State, OPTIONS),
    optional("worker_performed", "worker_done"),
    optional("black_market_performed", "market_done"),
    optional("tile_removed", "removed"),
    optional("bought"),
    optional("idle_rounds"),
    optional("ending"),
    version_key(State),
)


def write_position(state: State) -> dict[str, object]:
    """Return the whole position as plain data."""
    return POSITION.to_plain(state)


def read_position(raw: object) -> State:
    """Return the state that ``write_position`` wrote.

    Raises:
        DataError: the data has not the shape of a position; names the field.
        UsageError: no game can come to this position; says why.
    """
    position = POSITION.from_plain(raw)
    state = new_state(len(position.players), version=position.version, **options_in(OPTIONS, position))
    check_each_once(position, state)
    POSITION.read(state, (), position)
    check(state)
    QUESTION_TABLE.ask_again(state)
    asked = QUESTION.from_plain(QUESTION.to_plain(state))
    fits = msgspec.structs.replace(position.question, perform=asked.perform) == asked
    ensure(fits, f"question: {asked.kind} does not go with what else is there about it")
    return state
