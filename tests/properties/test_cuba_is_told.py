"""The events of a game of Cuba tell every change of what lies open: who follows them needs not look at the table."""

import random
from functools import singledispatch

import numpy as np
import pytest

import malecon
from cases.cuba import STARTS
from malecon.core.bit_set import bit, has
from malecon.core.engine import Event
from malecon.core.jit import JIT
from malecon.core.match import Match
from malecon.games.cuba import events as told
from malecon.games.cuba import parliament_events
from malecon.games.cuba.boards import FIELD_NAMES, PIECES, PLACES, PRODUCTS, RESOURCES, SEA
from malecon.games.cuba.buildings import BUILDINGS
from malecon.games.cuba.cards import ALL_CHARACTERS, LAWS_OF_A_TYPE, NAMES
from malecon.games.cuba.events import PESO
from malecon.games.cuba.state import NONE, State

SEEDS = range(12 if JIT else 2)
FIRST_PRODUCT, FIRST_GOOD = len(RESOURCES), len(RESOURCES) + len(PRODUCTS)
FOLLOWED = (
    "pesos", "points", "supply", "market", "own", "stored", "pawn", "built", "ship", "cargo", "bill", "in_force",
    "hand", "first", "round_no",
)  # fmt: skip
"""The fields of the state that hold what lies open."""


@singledispatch
def follow(event: Event, table: State) -> None:
    """Change ``table`` as the event tells; most kinds tell of nothing that lies on the table."""


def seat_of(event: Event) -> int:
    assert event.seat is not None
    return event.seat


def move(table: State, seat: int, piece: str, count: int) -> None:
    """Add pieces, or take them, those of the yard first (CUB-4.5)."""
    code = PESO if piece == "peso" else PIECES.index(piece)
    if code == PESO:
        table.pesos[seat] += count
        return
    table.own[seat, code] += count
    if FIRST_PRODUCT <= code < FIRST_GOOD:
        product = code - FIRST_PRODUCT
        table.stored[seat, product] = min(table.stored[seat, product], table.own[seat, code])


def supply(table: State, piece: str, count: int) -> None:
    """Add pieces to the supply, which has no end of pesos (CUB-1.2)."""
    if piece != "peso":
        table.supply[PIECES.index(piece)] += count


@follow.register
def _(event: told.BecameFirst, table: State) -> None:
    table.first = seat_of(event)


@follow.register
def _(event: told.Arrived, table: State) -> None:
    table.ship[PLACES.index(event.place)] = event.ship - 1


@follow.register
def _(event: told.MovedUp, table: State) -> None:
    old, new = table.ship.tolist().index(event.ship - 1), PLACES.index(event.place)
    table.ship[new], table.ship[old] = event.ship - 1, NONE
    table.cargo[new] = table.cargo[old]
    table.cargo[old] = 0


@follow.register
def _(event: told.Left, table: State) -> None:
    place = PLACES.index(event.place)
    assert table.ship[place] == event.ship - 1
    table.supply[FIRST_PRODUCT:] += table.cargo[place]
    table.cargo[place] = 0
    table.ship[place] = NONE


@follow.register
def _(event: told.RoundBegan, table: State) -> None:
    table.round_no = event.number
    table.hand[: table.seats] = ALL_CHARACTERS


@follow.register
def _(event: parliament_events.BillTurnedUp, table: State) -> None:
    table.bill[(event.law - 1) // LAWS_OF_A_TYPE] = event.law - 1


@follow.register
def _(event: told.Sealed, table: State) -> None:
    assert event.character is not None
    table.hand[seat_of(event)] -= bit(NAMES.index(event.character))


@follow.register
def _(event: told.Played, table: State) -> None:
    assert has(table.hand[seat_of(event)], NAMES.index(event.character))
    table.hand[seat_of(event)] -= bit(NAMES.index(event.character))


@follow.register
def _(event: parliament_events.Showed, table: State) -> None:
    table.hand[seat_of(event)] = bit(NAMES.index(event.character))


@follow.register
def _(event: told.MovedTo, table: State) -> None:
    table.pawn[seat_of(event)] = FIELD_NAMES.index(event.field)


@follow.register
def _(event: told.Gained, table: State) -> None:
    assert event.count > 0
    supply(table, event.piece, -event.count)
    move(table, seat_of(event), event.piece, event.count)


@follow.register
def _(event: told.Paid, table: State) -> None:
    assert event.count > 0
    move(table, seat_of(event), event.piece, -event.count)
    supply(table, event.piece, event.count)


@follow.register(told.Bought)
@follow.register(told.Sold)
def _(event: told.Bought | told.Sold, table: State) -> None:
    sign = 1 if isinstance(event, told.Bought) else -1
    move(table, seat_of(event), event.piece, sign)
    table.pesos[seat_of(event)] -= sign * event.pesos
    code = PIECES.index(event.piece)
    if event.source == "market":
        table.market[code - FIRST_PRODUCT] -= sign
    else:
        table.supply[code] -= sign


@follow.register
def _(event: told.Built, table: State) -> None:
    table.built[seat_of(event), FIELD_NAMES.index(event.field)] = BUILDINGS.index(event.building)


@follow.register
def _(event: told.Stored, table: State) -> None:
    table.stored[seat_of(event), PRODUCTS.index(event.piece)] += event.count


@follow.register
def _(event: told.Loaded, table: State) -> None:
    move(table, seat_of(event), event.piece, -1)
    table.cargo[PLACES.index(event.place), PIECES.index(event.piece) - FIRST_PRODUCT] += 1
    table.points[seat_of(event)] += event.points


@follow.register
def _(event: told.Scored, table: State) -> None:
    assert event.points > 0
    table.points[seat_of(event)] += event.points


@follow.register(parliament_events.Vetoed)
@follow.register(parliament_events.Rejected)
def _(event: parliament_events.Vetoed | parliament_events.Rejected, table: State) -> None:
    assert table.bill[(event.law - 1) // LAWS_OF_A_TYPE] == event.law - 1
    table.bill[(event.law - 1) // LAWS_OF_A_TYPE] = NONE


@follow.register
def _(event: parliament_events.Enacted, table: State) -> None:
    law_type = (event.law - 1) // LAWS_OF_A_TYPE
    table.in_force[law_type] = table.bill[law_type]
    table.bill[law_type] = NONE


@follow.register
def _(event: told.Swapped, table: State) -> None:
    assert table.ship[SEA] == event.old - 1
    table.ship[SEA] = event.ship - 1


@follow.register
def _(event: parliament_events.BidShown, table: State) -> None:
    table.pesos[seat_of(event)] -= event.pesos


@follow.register
def _(event: parliament_events.MarketMoved, table: State) -> None:
    table.market[PRODUCTS.index(event.piece)] += event.count
    supply(table, event.piece, -event.count)


@follow.register
def _(event: told.Returned, table: State) -> None:
    move(table, seat_of(event), event.piece, -event.count)
    supply(table, event.piece, event.count)


def compare(table: State, match: Match) -> None:
    for name in FOLLOWED:
        assert np.array_equal(getattr(table, name), getattr(match.state, name)), name


@pytest.mark.parametrize("start", STARTS)
@pytest.mark.parametrize("seed", SEEDS)
def test_the_events_tell_all_that_changes_and_points_never_fall(start: str, seed: int) -> None:
    cuba = malecon.games["cuba"]
    match = cuba.start(seed=seed, **STARTS[start])
    table: State = cuba.new_state(**STARTS[start])
    rng = random.Random(seed)
    events = match.events

    while True:
        before = table.points.copy()
        for event in events:
            follow(event, table)
        compare(table, match)
        assert np.all(table.points >= before)
        if match.over:
            break
        seat = rng.choice(match.to_move)
        events = match.play(seat, rng.choice(match.legal(seat)))
