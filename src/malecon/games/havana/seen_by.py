"""The view: what a viewer may know of a position, and the only place that decides it (HAV-1.4).

Everything is copied into plain words, field by field; what is not named here is seen by nobody. Hidden are hands,
discard piles and face-down cards of others, the order of the stack, and the key. Seats are 0-based, tiles their ids.
"""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from malecon.core import contract
from malecon.core.codecs import members
from malecon.core.jit import uncompiled
from malecon.core.math import has, size_of
from malecon.core.options import played_options
from malecon.games.havana.buildings import ARCHITECT_NEED, PIECES, Tiles
from malecon.games.havana.cards import NAMES
from malecon.games.havana.moves import ASKED, CARD, Amounts, victim_of
from malecon.games.havana.options import tiles_of
from malecon.games.havana.previews import choices_of
from malecon.games.havana.rules.buying import affordable_tiles, needs_met, owned, shortage
from malecon.games.havana.rules.common import TARGET, mover
from malecon.games.havana.rules.rounds import number
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
from malecon.games.havana.view import Cubes, FaceDown, PlayerSeen, Question, TileSeen, View, cards_in, tiles_with


def seen_by(state: State, viewer: int | None) -> View:
    """Return the view of ``viewer``, a seat; ``None`` is a spectator."""
    tiles = tiles_of(state)
    return View(
        viewer=viewer,
        seats=int(state.seats),
        version=int(state.version),
        edition=EDITIONS[state.edition],
        tiles=tiles,
        round=int(state.round_no),
        question=_question_seen(state),
        order=tuple(state.order[: state.seats].tolist()) if state.round_no > 0 else (),
        turn=uncompiled(mover)(state) if state.round_no > 0 and state.question != OVER else None,
        rows=tuple(_row_seen(state, row, tiles, viewer) for row in range(2)),
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
        players=tuple(_player_seen(state, seat, viewer) for seat in range(state.seats)),
        ending=ENDINGS[state.ending],
        winners=contract.winners(state),
        options=played_options(State.OPTIONS, state),
        choices=() if viewer is None else choices_of(state, viewer),
    )


def _question_seen(state: State) -> Question:
    """Return the question that the game asks; the tile that is being swapped in lies open (HAV-2.2)."""
    question, victim = int(state.question), victim_of(state)
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


def _row_seen(state: State, row: int, tiles: Tiles, viewer: int | None) -> tuple[TileSeen, ...]:
    """Return a row from left to right; the only tile of a row is its left end (HAV-5.2)."""
    length = int(state.row_length[row])
    ends = {0: ENDS[2 * row]} if length == 1 else {0: ENDS[2 * row], length - 1: ENDS[2 * row + 1]}
    lying = [(tile, tiles[tile], ends.get(i)) for i, tile in enumerate(state.rows[row, :length].tolist())]
    if viewer is None:
        return tuple(TileSeen(tile, end) for _, tile, end in lying)
    met, affordable = needs_met(state, viewer), affordable_tiles(state, viewer)
    pieces = tuple(uncompiled(owned)(state, viewer, piece) for piece in range(len(PIECES)))
    return tuple(
        TileSeen(
            tile,
            end,
            affordable=has(affordable, code),
            missing=_missing_pieces(tile.cost.pieces(), pieces),
            lacks_architect=has(int(state.tile_needs[code]) & ~met, ARCHITECT_NEED),
        )
        for code, tile, end in lying
    )


@lru_cache(512)
def _missing_pieces(cost: tuple[int, ...], pieces: tuple[int, ...]) -> Amounts:
    """Return the missing pieces of a price, before any exchange; both in the order of ``PIECES``."""
    return Amounts(*(shortage(asked, there) for asked, there in zip(cost, pieces, strict=True)))


def _player_seen(state: State, seat: int, viewer: int | None) -> PlayerSeen:
    """Return a player; hand, discard pile and face-down cards only to the player."""
    own, shown = viewer == seat, state.shown[seat].tolist()
    return PlayerSeen(
        seat=seat,
        points=int(state.points[seat]),
        pesos=int(state.pesos[seat]),
        workers=int(state.workers[seat]),
        cubes=Cubes(*state.cubes[seat].tolist()),
        tiles=tiles_with(state, seat),
        open=tuple(NAMES[card] for card in shown if card != NONE),
        number=None if NONE in shown else int(uncompiled(number)(state, seat)),
        face_down=_face_down_seen(state.shown[seat], state.laid[seat], own=own),
        hand_size=size_of(state.hand[seat]),
        discard_size=size_of(state.discards[seat]),
        hand=cards_in(state.hand[seat]) if own else None,
        discards=cards_in(state.discards[seat]) if own else None,
    )


def _face_down_seen(shown: NDArray[np.int8], laid: NDArray[np.int8], *, own: bool) -> tuple[FaceDown, ...]:
    """Return the cards laid face down; which open card one covers is seen by all (HAV-4.5)."""
    return tuple(
        FaceDown(None if covered == NONE else NAMES[covered], NAMES[card] if own else None)
        for covered, card in zip(shown.tolist(), laid.tolist(), strict=True)
        if card != NONE
    )
