"""A whole position as plain data in the rulebook's words, and back.

Everything is in it, hidden things and the key of chance too, so that the game goes on exactly as it would have. Seats
are 0-based, tiles their ids, cards and pieces their names. What follows from the rest (who is awaited, which answers
are possible) is not written but found again; ``checking.py`` refuses what no game can come to.
"""

from collections.abc import Sequence
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from malecon.core.bits import set_of
from malecon.core.checking import ensure, ensure_each_once
from malecon.core.data import convert
from malecon.core.position import Chance, Count, Pesos, Points, chance_of, one_of, plain, put_chance
from malecon.games.havana.buildings import MAX_TILES, Building
from malecon.games.havana.cards import CARD_COUNT, CODE, NAMES
from malecon.games.havana.checking import check, check_question
from malecon.games.havana.options import ages_of, has_own_tiles, new_table, tiles_of
from malecon.games.havana.questions import victim_of
from malecon.games.havana.state import (
    BOX,
    EDITIONS,
    ENDINGS,
    ENDS,
    MAX_SEATS,
    NONE,
    PAY,
    QUESTIONS,
    ROW_LENGTH,
    STEPS,
    SWAP,
    TAKE,
    State,
)
from malecon.games.havana.view import cards_in, tiles_with

TileId = Annotated[int, Meta(ge=1, le=MAX_TILES)]
Row = Annotated[tuple[TileId, ...], Meta(max_length=ROW_LENGTH)]
Seat = Annotated[int, Meta(ge=0, le=MAX_SEATS - 1)]
Card = Annotated[str, one_of(NAMES)]
End = Annotated[str, one_of(ENDS)]


class Cubes(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """How many cubes of each kind."""

    brick: Count = 0
    sandstone: Count = 0
    loam: Count = 0
    glass: Count = 0
    debris: Count = 0


class Covering(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A card that lies face down, and the open card under it."""

    card: Card
    covers: Card | None = None


class Player(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A player.

    Attributes:
        entered: cards put on the discard pile and not seen since, each with the unseen refreshments before it.
        unseen: refreshments whose card has not been seen since.
    """

    points: Points
    pesos: Pesos
    workers: Count
    cubes: Cubes
    tiles: tuple[TileId, ...]
    hand: tuple[Card, ...]
    open: tuple[Card, ...]
    face_down: tuple[Covering, ...] = ()
    discards: tuple[Card, ...] = ()
    entered: dict[Card, Annotated[int, Meta(ge=0, le=CARD_COUNT)]] = {}
    unseen: Annotated[int, Meta(ge=0, le=CARD_COUNT)] = 0


class Waiting(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What the game waits for, and what belongs to it.

    Attributes:
        kind: the question.
        perform: cards that the mover still has to perform.
        victim: who is taxed, or robbed a second time.
        take: coloured cubes that Mama still takes.
        tile: the tile of the stack that is being swapped in.
        end: the end whose tile is being paid.
    """

    kind: Annotated[str, one_of(QUESTIONS[len(STEPS) :])]
    perform: tuple[Card, ...] = ()
    victim: Seat | None = None
    take: Count = 0
    tile: TileId | None = None
    end: End | None = None


class Position(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A whole position. ``stack`` has its top first; ``turn`` is the place in ``order`` of who acts.

    ``version``: of the rules. The positions of version 1 do not tell it.
    """

    round: Annotated[int, Meta(ge=0, le=9999)]
    question: Waiting
    order: tuple[Seat, ...]
    turn: Annotated[int, Meta(ge=0, le=MAX_SEATS)]
    players: Annotated[tuple[Player, ...], Meta(min_length=2, max_length=MAX_SEATS)]
    rows: tuple[Row, Row]
    stack: tuple[TileId, ...]
    bag: Cubes
    centre: Cubes
    centre_pesos: Pesos
    box: Cubes
    box_tiles: tuple[TileId, ...]
    supply_workers: Count
    chance: Chance
    edition: str = EDITIONS[0]
    ages: tuple[Seat, ...] | None = None
    tiles: tuple[Building, ...] | None = None
    worker_performed: bool = False
    black_market_performed: bool = False
    tile_removed: bool = False
    bought: bool = False
    idle_rounds: Count = 0
    ending: Annotated[str, one_of(ENDINGS)] = ""
    version: Count = 1


def write_position(state: State) -> dict[str, Any]:
    """Return the whole position as plain data."""
    by_seat = tuple(range(state.seats))
    position = Position(
        round=int(state.round_no),
        question=waiting(state),
        order=tuple(state.order[: state.seats].tolist()),
        turn=int(state.turn),
        players=tuple(player(state, seat) for seat in by_seat),
        rows=(row(state, 0), row(state, 1)),
        stack=tuple(tile + 1 for tile in reversed(state.stack[: state.stack_size].tolist())),
        bag=Cubes(*state.bag.tolist()),
        centre=Cubes(*state.centre.tolist()),
        centre_pesos=int(state.centre_pesos),
        box=Cubes(*state.box.tolist()),
        box_tiles=tiles_with(state, BOX),
        supply_workers=int(state.supply_workers),
        chance=chance_of(state),
        edition=EDITIONS[state.edition],
        ages=None if ages_of(state) == by_seat else ages_of(state),
        tiles=tiles_of(state) if has_own_tiles(state) else None,
        worker_performed=bool(state.worker_done),
        black_market_performed=bool(state.market_done),
        tile_removed=bool(state.removed),
        bought=bool(state.bought),
        idle_rounds=int(state.idle_rounds),
        ending=ENDINGS[state.ending],
        version=int(state.version),
    )
    return plain(position)


def waiting(state: State) -> Waiting:
    """Return what the game waits for."""
    victim = victim_of(state)
    return Waiting(
        kind=QUESTIONS[state.question],
        perform=cards_in(state.to_perform),
        victim=None if victim == NONE else victim,
        take=int(state.to_take),
        tile=int(state.chosen) + 1 if state.question == SWAP else None,
        end=ENDS[state.chosen] if state.question == PAY else None,
    )


def player(state: State, seat: int) -> Player:
    """Return a player."""
    shown, laid = state.shown[seat].tolist(), state.laid[seat].tolist()
    covering = [
        Covering(NAMES[card], None if covered == NONE else NAMES[covered])
        for covered, card in zip(shown, laid, strict=True)
        if card != NONE
    ]
    return Player(
        points=int(state.points[seat]),
        pesos=int(state.pesos[seat]),
        workers=int(state.workers[seat]),
        cubes=Cubes(*state.cubes[seat].tolist()),
        tiles=tiles_with(state, seat),
        hand=cards_in(state.hand[seat]),
        open=tuple(NAMES[card] for card in shown if card != NONE),
        face_down=tuple(covering),
        discards=cards_in(state.discards[seat]),
        entered={NAMES[card]: n for card, n in enumerate(state.entered[seat].tolist()) if n != NONE},
        unseen=int(state.unseen[seat]),
    )


def row(state: State, row_no: int) -> tuple[int, ...]:
    """Return the ids of a row's tiles, from left to right."""
    return tuple(tile + 1 for tile in state.rows[row_no, : state.row_length[row_no]].tolist())


def read_position(raw: object) -> State:
    """Return the state that ``write_position`` wrote.

    Raises:
        DataError: the data has not the shape of a position; names the field.
        UsageError: no game can come to this position; says why.
    """
    position = convert(raw, Position, "position")
    state = new_table(
        len(position.players),
        version=position.version,
        edition=position.edition,
        ages=position.ages,
        tiles=position.tiles,
    )
    put_tiles(state, position)
    put_table(state, position)
    for seat, seated in enumerate(position.players):
        put_player(state, seat, seated)
    put_chance(state, position.chance)
    check(state)
    put_question(state, position.question)
    return state


def put_tiles(state: State, position: Position) -> None:
    """Put each tile in its place, in place."""
    places = [*position.rows, position.stack, position.box_tiles, *(seated.tiles for seated in position.players)]
    ids = [tile for place in places for tile in place]
    ensure_each_once("tile", ids, range(1, state.tiles + 1))
    state.rows[:] = state.stack[:] = NONE
    for row_no, tiles in enumerate(position.rows):
        state.rows[row_no, : len(tiles)] = [tile - 1 for tile in tiles]
        state.row_length[row_no] = len(tiles)
    state.stack[: len(position.stack)] = [tile - 1 for tile in reversed(position.stack)]
    state.stack_size = len(position.stack)
    for owner, tiles in [(BOX, position.box_tiles), *((s, p.tiles) for s, p in enumerate(position.players))]:
        for tile in tiles:
            state.owner[tile - 1] = owner


def put_table(state: State, position: Position) -> None:
    """Put what is no player's in its place, in place."""
    ensure_each_once("order: seat", position.order, range(state.seats))
    ensure(position.turn < state.seats, f"turn is {position.turn}, but must be 0 to {state.seats - 1}")
    state.round_no, state.turn = position.round, position.turn
    state.order[: state.seats] = position.order
    state.bag[:] = counts(position.bag)
    state.centre[:] = counts(position.centre)
    state.box[:] = counts(position.box)
    state.centre_pesos = position.centre_pesos
    state.supply_workers = position.supply_workers
    state.worker_done = position.worker_performed
    state.market_done = position.black_market_performed
    state.removed, state.bought = position.tile_removed, position.bought
    state.idle_rounds = position.idle_rounds
    state.ending = ENDINGS.index(position.ending)
    state.question = QUESTIONS.index(position.question.kind)
    state.to_perform = card_set(position.question.perform)


def put_player(state: State, seat: int, seated: Player) -> None:
    """Put what a player has in its place, in place."""
    cards = [*seated.hand, *seated.discards, *seated.open, *(covering.card for covering in seated.face_down)]
    ensure_each_once(f"players {seat + 1}: card", cards, NAMES)
    state.points[seat], state.pesos[seat], state.workers[seat] = seated.points, seated.pesos, seated.workers
    state.cubes[seat] = counts(seated.cubes)
    state.hand[seat], state.discards[seat] = card_set(seated.hand), card_set(seated.discards)
    ensure(len(seated.open) in (0, 2), f"players {seat + 1}, open: are {len(seated.open)} cards, but must be 2")
    if seated.open:
        state.shown[seat] = sorted(CODE[card] for card in seated.open)
    put_face_down(state, seat, seated.face_down)
    for card, number in seated.entered.items():
        state.entered[seat, CODE[card]] = number
    state.unseen[seat] = seated.unseen


def put_face_down(state: State, seat: int, covering: tuple[Covering, ...]) -> None:
    """Lay a player's face-down cards where they lie: each over an open card, or two before the first round."""
    if [one.covers for one in covering] == [None, None]:
        state.laid[seat] = sorted(CODE[one.card] for one in covering)
        return
    for one in covering:
        shown = state.shown[seat].tolist()
        is_open = one.covers is not None and CODE[one.covers] in shown
        ensure(is_open, f"players {seat + 1}, face_down: {one.card} covers {one.covers}, but must cover an open card")
        state.laid[seat, shown.index(CODE[str(one.covers)])] = CODE[one.card]


def put_question(state: State, asked: Waiting) -> None:
    """Let the game ask its question again, in place."""
    if asked.tile is not None and state.question == SWAP:
        state.chosen = asked.tile - 1
    elif asked.end is not None and state.question == PAY:
        state.chosen = ENDS.index(asked.end)
    elif state.question == TAKE:
        state.to_take = asked.take
    check_question(state, NONE if asked.victim is None else asked.victim)
    given = msgspec.structs.replace(asked, perform=cards_in(state.to_perform))
    ensure(waiting(state) == given, f"question: {asked.kind} does not go with what else is there about it")


def counts(cubes: Cubes) -> list[int]:
    """Return the numbers of cubes in the order of ``CUBES``."""
    return [cubes.brick, cubes.sandstone, cubes.loam, cubes.glass, cubes.debris]


def card_set(cards: Sequence[str]) -> int:
    """Return cards as a bit set."""
    return set_of(CODE[card] for card in cards)
