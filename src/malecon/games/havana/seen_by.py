"""The view: what a viewer may know of a position, and the only place that decides it (HAV-1.4).

Everything is copied into plain words, field by field; what is not named here is seen by nobody. Hidden are hands,
discard piles and face-down cards of others, the order of the stack, and the key. Seats are 0-based, tiles their ids.
A legal action is told with what it gives and costs at once, by the functions of the rules that carry it out.
"""

from collections.abc import Callable, Mapping
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from malecon.core import contract
from malecon.core.codecs import members
from malecon.core.contract import new_journal
from malecon.core.jit import uncompiled
from malecon.core.math import has, size_of
from malecon.core.options import played_options
from malecon.games.havana.buildings import ARCHITECT_NEED, COLOURS, CUBES, PIECES, WORKER, Tiles
from malecon.games.havana.cards import CARD_COUNT, NAMES
from malecon.games.havana.moves import (
    ASKED,
    CARD,
    FIRST,
    NO_PURCHASE,
    NOTATION,
    NOTHING_STOLEN,
    STEALABLE,
    WAYS,
    Amounts,
    Choice,
    victim_of,
)
from malecon.games.havana.options import tiles_of
from malecon.games.havana.rules.buying import (
    affordable_tiles,
    fewest_exchanges,
    hand_over,
    needs_met,
    owned,
    price_of_exchange,
    shortage,
)
from malecon.games.havana.rules.common import TARGET, end_tile, mover
from malecon.games.havana.rules.rounds import number, number_of
from malecon.games.havana.rules.turn import robbed_from
from malecon.games.havana.state import (
    BOX,
    BUY,
    COVER,
    EDITIONS,
    ENDINGS,
    ENDS,
    NONE,
    OVER,
    PAY,
    PERFORM,
    QUESTIONS,
    ROB,
    STEAL,
    SWAP,
    TAKE,
    State,
)
from malecon.games.havana.view import Cubes, FaceDown, PlayerSeen, Question, TileSeen, View, cards_in, tiles_with

WIDEST = int(np.diff(FIRST).max())
CLOSED = new_journal(is_open=False)


def _choices_of(state: State, seat: int) -> tuple[Choice, ...]:
    """Return the legal actions of ``seat`` in ascending order; none for a seat that is not asked."""
    question, out = int(state.question), np.zeros(WIDEST, np.int16)
    count, first = contract.legal(state, seat, out), int(FIRST[question])
    preview = PREVIEWS.get(question, _plain)
    return tuple(preview(state, seat, action - first, NOTATION.format(action)) for action in out[:count].tolist())


def _plain(state: State, seat: int, answer: int, notation: str) -> Choice:
    """Return an action that gives and costs nothing at once."""
    return Choice(notation)


def rob(state: State, seat: int, victim: int, notation: str) -> Choice:
    """Return a theft of pesos (HAV-6.8)."""
    return Choice(notation, Amounts(pesos=robbed_from(state, victim)))


def steal(state: State, seat: int, answer: int, notation: str) -> Choice:
    """Return a theft of a cube, or of nothing (HAV-6.9)."""
    cube = answer % STEALABLE
    return Choice(notation) if cube == NOTHING_STOLEN else Choice(notation, Amounts(**{CUBES[cube]: 1}))


def take(state: State, seat: int, colour: int, notation: str) -> Choice:
    """Return a cube of the centre (HAV-6.13)."""
    return Choice(notation, Amounts(**{COLOURS[colour]: 1}))


def buy(state: State, seat: int, end: int, notation: str) -> Choice:
    """Return a tile to buy with the fewest exchanges, or the end of the turn (HAV-5.3, HAV-5.5)."""
    if end == NO_PURCHASE:
        return Choice(notation)
    tile = end_tile(state, end)
    return _paid(state, seat, tile, fewest_exchanges(state, seat, tile), notation)


def pay(state: State, seat: int, way: int, notation: str) -> Choice:
    """Return a payment for the tile that is bought (HAV-5.5)."""
    return _paid(state, seat, end_tile(state, state.chosen), way, notation)


def _paid(state: State, seat: int, tile: int, way: int, notation: str) -> Choice:
    """Return a tile that is paid one way, tried on a copy."""
    after = state.copy()
    hand_over(after, seat, tile, way, CLOSED)
    *colours, workers = (int(way) // WAYS**place % WAYS for place in range(WORKER))
    return Choice(
        notation,
        gives=Amounts(points=int(state.tile_points[tile])),
        costs=Amounts(*(owned(state, seat, piece) - owned(after, seat, piece) for piece in range(len(PIECES)))),
        exchanged=Amounts(*(*colours, 0, workers)),
        instead=Amounts(debris=price_of_exchange(sum(colours)), pesos=price_of_exchange(workers)),
    )


def cover(state: State, seat: int, answer: int, notation: str) -> Choice:
    """Return a card to lay, with the number that it makes with the open card that stays (HAV-3.1, HAV-4.5)."""
    covered, new = divmod(answer, CARD_COUNT)
    stays = next(card for card in state.shown[seat].tolist() if card != covered)
    return Choice(notation, number=number_of(new, stays))


PREVIEWS: Mapping[int, Callable[[State, int, int, str], Choice]] = {
    ROB: rob,
    STEAL: steal,
    TAKE: take,
    BUY: buy,
    PAY: pay,
    COVER: cover,
}
"""By question; the answers to all others give and cost nothing at once that can be known."""


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
        choices=() if viewer is None else _choices_of(state, viewer),
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
