"""What a viewer may know of a position: the only place that decides it (HAV-1.4).

Everything is copied into plain words, field by field; what is not named here is seen by nobody. Hidden are hands,
discard piles and face-down cards of others, the order of the stack, and the key. Seats are 0-based, tiles their ids.
"""

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from malecon.core import contract
from malecon.core.bits import members, size_of
from malecon.core.options import played_options
from malecon.games.havana.buildings import Building, Tiles
from malecon.games.havana.cards import NAMES
from malecon.games.havana.own_data import tiles_of
from malecon.games.havana.questions import ASKED, CARD, victim_of
from malecon.games.havana.rules.common import mover
from malecon.games.havana.rules.ending import TARGET
from malecon.games.havana.rules.turn_order import number
from malecon.games.havana.state import (
    BOX,
    EDITIONS,
    ENDINGS,
    ENDS,
    NONE,
    OVER,
    PAY,
    PERFORM,
    QUESTIONS,
    SWAP,
    TAKE,
    State,
)


class Cubes(Struct, frozen=True):
    """How many cubes of each kind."""

    brick: int
    sandstone: int
    loam: int
    glass: int
    debris: int


class TileSeen(Struct, frozen=True):
    """A tile in the rows, and which end of them it is, if any."""

    tile: Building
    end: str | None


class FaceDown(Struct, frozen=True):
    """A card laid face down, on which open card; ``card`` is ``None`` for all but its owner."""

    covers: str | None
    card: str | None


class Question(Struct, frozen=True):
    """What the game waits for.

    Attributes:
        kind: place in the rules, e.g. ``buy``.
        asks: the question in words.
        seats: who may answer.
        card: the card whose action is under way.
        cards: those that the mover still has to perform.
        victim: who is taxed, or robbed a second time.
        count: coloured cubes that Mama still takes.
        end: the end whose tile is being paid.
        tile: the tile of the stack that is being swapped in, for who swaps.
    """

    kind: str
    asks: str
    seats: tuple[int, ...]
    card: str | None
    cards: tuple[str, ...]
    victim: int | None
    count: int | None
    end: str | None
    tile: int | None


class PlayerSeen(Struct, frozen=True):
    """A player. ``hand`` and ``discards`` are ``None`` for all but the player."""

    seat: int
    points: int
    pesos: int
    workers: int
    cubes: Cubes
    tiles: tuple[int, ...]
    open: tuple[str, ...]
    number: int | None
    face_down: tuple[FaceDown, ...]
    hand_size: int
    discard_size: int
    hand: tuple[str, ...] | None
    discards: tuple[str, ...] | None


class View(Struct, frozen=True):
    """A position as one viewer may know it.

    Attributes:
        viewer: seat, or ``None`` for a spectator.
        version: of the rules by which the game is played.
        tiles: all tiles of this game, wherever they are.
        ages: seats, the youngest first.
        round: from 1; 0 is the set-up.
        order: seats as they act in this round; empty before the first.
        turn: whose turn it is, in phase 1 and 3.
        stack: the tiles that are left in it, by id: their order is hidden.
        target: points that win.
        idle_rounds: finished phases 1 in a row without a purchase.
        ending: how the game ended; empty before.
        options: the words and flags that are played, by name.
    """

    viewer: int | None
    seats: int
    version: int
    edition: str
    tiles: tuple[Building, ...]
    round: int
    question: Question
    order: tuple[int, ...]
    turn: int | None
    rows: tuple[tuple[TileSeen, ...], ...]
    stack: tuple[Building, ...]
    centre: Cubes
    centre_pesos: int
    bag: Cubes
    box: Cubes
    box_tiles: tuple[int, ...]
    supply_workers: int
    worker_performed: bool
    black_market_performed: bool
    tile_removed: bool
    bought: bool
    idle_rounds: int
    target: int
    players: tuple[PlayerSeen, ...]
    ending: str
    winners: tuple[int, ...]
    options: dict[str, str | bool]


def seen_by(state: State, viewer: int | None) -> View:
    """Return what ``viewer`` may know; ``None`` is a spectator."""
    tiles = tiles_of(state)
    playing = state.round_no > 0 and state.question != OVER
    return View(
        viewer=viewer,
        seats=int(state.seats),
        version=int(state.version),
        edition=EDITIONS[state.edition],
        tiles=tiles,
        round=int(state.round_no),
        question=question_seen(state),
        order=tuple(state.order[: state.seats].tolist()) if state.round_no > 0 else (),
        turn=mover(state) if playing else None,
        rows=tuple(row_seen(state, row, tiles) for row in range(2)),
        stack=tuple(tiles[tile] for tile in sorted(state.stack[: state.stack_size].tolist())),
        centre=Cubes(*state.centre.tolist()),
        centre_pesos=int(state.centre_pesos),
        bag=Cubes(*state.bag.tolist()),
        box=Cubes(*state.box.tolist()),
        box_tiles=tiles_with(state, BOX),
        supply_workers=int(state.supply_workers),
        worker_performed=bool(state.worker_done),
        black_market_performed=bool(state.market_done),
        tile_removed=bool(state.removed),
        bought=bool(state.bought),
        idle_rounds=int(state.idle_rounds),
        target=int(TARGET[state.seats]),
        players=tuple(player_seen(state, seat, viewer) for seat in range(state.seats)),
        ending=ENDINGS[state.ending],
        winners=contract.winners(state),
        options=played_options(State.OPTIONS, state),
    )


def question_seen(state: State) -> Question:
    """Return what the game waits for; the tile that is being swapped in lies open (HAV-2.2)."""
    question = int(state.question)
    victim = victim_of(state)
    return Question(
        kind=QUESTIONS[question],
        asks=ASKED[question],
        seats=tuple(members(state.awaited)),
        card=NAMES[CARD[question]] if question in CARD else None,
        cards=cards_in(state.to_perform) if question >= PERFORM else (),
        victim=None if victim == NONE else victim,
        count=int(state.to_take) if question == TAKE else None,
        end=ENDS[state.chosen] if question == PAY else None,
        tile=int(state.chosen) + 1 if question == SWAP else None,
    )


def row_seen(state: State, row: int, tiles: Tiles) -> tuple[TileSeen, ...]:
    """Return a row from left to right; the only tile of a row is its left end (HAV-5.2)."""
    length = int(state.row_length[row])
    ends = {0: ENDS[2 * row]} if length == 1 else {0: ENDS[2 * row], length - 1: ENDS[2 * row + 1]}
    return tuple(TileSeen(tiles[tile], ends.get(i)) for i, tile in enumerate(state.rows[row, :length].tolist()))


def player_seen(state: State, seat: int, viewer: int | None) -> PlayerSeen:
    """Return a player; hand, discard pile and face-down cards only to the player."""
    own = viewer == seat
    shown = state.shown[seat].tolist()
    return PlayerSeen(
        seat=seat,
        points=int(state.points[seat]),
        pesos=int(state.pesos[seat]),
        workers=int(state.workers[seat]),
        cubes=Cubes(*state.cubes[seat].tolist()),
        tiles=tiles_with(state, seat),
        open=tuple(NAMES[card] for card in shown if card != NONE),
        number=None if NONE in shown else int(number(state, seat)),
        face_down=face_down_seen(state.shown[seat], state.laid[seat], own=own),
        hand_size=size_of(state.hand[seat]),
        discard_size=size_of(state.discards[seat]),
        hand=cards_in(state.hand[seat]) if own else None,
        discards=cards_in(state.discards[seat]) if own else None,
    )


def face_down_seen(shown: NDArray[np.int8], laid: NDArray[np.int8], *, own: bool) -> tuple[FaceDown, ...]:
    """Return the cards laid face down; which open card one covers is seen by all (HAV-4.5)."""
    return tuple(
        FaceDown(None if covered == NONE else NAMES[covered], NAMES[card] if own else None)
        for covered, card in zip(shown.tolist(), laid.tolist(), strict=True)
        if card != NONE
    )


def cards_in(cards: int) -> tuple[str, ...]:
    """Return the names of a set of cards."""
    return tuple(NAMES[card] for card in members(cards))


def tiles_with(state: State, owner: int) -> tuple[int, ...]:
    """Return the ids of the tiles of this game that ``owner`` has."""
    return tuple((np.flatnonzero(state.owner[: state.tiles] == owner) + 1).tolist())
