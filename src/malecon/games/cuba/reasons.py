"""The ledger of Cuba: what each event brings to whom, and how a thing is taken out of the game."""

from collections.abc import Iterator

from malecon.core.engine import Event
from malecon.core.ledger import HAPPENS, PIECES, POINTS, Entry, Ledger
from malecon.games.cuba import asks
from malecon.games.cuba.boards import DOCKS
from malecon.games.cuba.buildings import BUILDINGS
from malecon.games.cuba.cards import DUTY, LAWS_OF_A_TYPE, PRINTED_DUTY, PRINTED_TAX, TAX, TYPES
from malecon.games.cuba.events import (
    BecameFirst,
    Bought,
    Built,
    Gained,
    Left,
    Loaded,
    Paid,
    Returned,
    Scored,
    Sold,
    Used,
)
from malecon.games.cuba.parliament_events import BidShown, Enacted, Lacked, Withheld, WonVote
from malecon.games.cuba.state import NONE, State

UNPAYABLE = 99
"""Pieces or pesos that nobody has, or things counted for a point."""
TAX_TOO = {"both": "tax"}
"""What the points for tax and duty together are told of."""


def entries(event: Event, announced: Event | None, state: State) -> Iterator[Entry]:
    """Yield the entries of an event."""
    match event:
        case Scored(seat, points, source):
            yield Entry(POINTS, seat, "score", TAX_TOO.get(source, source), points)
        case Loaded(seat, piece, place, points):
            yield Entry(POINTS, seat, "load", place, points)
            yield Entry(PIECES, seat, "give", place, -1, piece)
        case Gained(seat, piece, count, source):
            yield Entry(PIECES, seat, "get", source, count, piece)
        case Paid(seat, piece, count, source):
            yield Entry(PIECES, seat, "pay", source, -count, piece)
        case Bought(seat, piece, pesos):
            yield Entry(PIECES, seat, "buy", "market", 1, piece)
            yield Entry(PIECES, seat, "spend", "market", -pesos, "peso")
        case Sold(seat, piece, pesos):
            yield Entry(PIECES, seat, "sell", "market", -1, piece)
            yield Entry(PIECES, seat, "earn", "market", pesos, "peso")
        case BidShown(seat, pesos) if pesos:
            yield Entry(PIECES, seat, "bid", "parliament", -pesos, "peso")
        case Returned(seat, piece, count):
            yield Entry(PIECES, seat, "spoil", "spoiling", -count, piece)
        case Built(seat, building):
            yield Entry(HAPPENS, seat, "build", building)
        case Used(seat, building):
            yield Entry(HAPPENS, seat, "use", building)
        case Lacked(seat, law) | Withheld(seat, law):
            yield Entry(HAPPENS, seat, "lack", law)
        case WonVote(seat):
            yield Entry(HAPPENS, seat, "win vote", "parliament")
        case Enacted(law=law):
            yield Entry(HAPPENS, None, "enact", TYPES[(law - 1) // LAWS_OF_A_TYPE])
        case BecameFirst(seat):
            yield Entry(HAPPENS, seat, "first", "first player")
        case Left(place=place):
            yield Entry(HAPPENS, None, "leave", place)


def laws_of(law_type: int) -> list[int]:
    """Return the codes of the laws of a type, the printed one included."""
    printed = {TAX: [PRINTED_TAX], DUTY: [PRINTED_DUTY]}.get(law_type, [])
    return [*range(law_type * LAWS_OF_A_TYPE, (law_type + 1) * LAWS_OF_A_TYPE), *printed]


def without(state: State, thing: str) -> bool:
    """Take a thing out of a position, in place: a law is worth nothing, a building gives nothing and is gone."""
    if thing in TYPES:
        for law in laws_of(TYPES.index(thing)):
            state.law_amount[law] = UNPAYABLE
        return True
    if thing in BUILDINGS:
        building = BUILDINGS.index(thing)
        state.gives[building] = state.most[building] = 0
        if state.question != asks.BUILD:
            state.offer[building] = 0
        return True
    if thing == "buildings" and state.question != asks.BUILD:
        state.offer[:] = 0
        return True
    if thing == "parliament":  # nothing is voted on
        state.bill[:] = NONE
        return True
    docks = [f"dock {number + 1}" for number in range(DOCKS)]
    if thing in docks and state.ship[docks.index(thing)] != NONE:
        dock = docks.index(thing)
        state.cargo[dock] = state.needs[state.ship[dock]]
        return True
    if thing == "alternative":
        state.resource_taken = state.product_taken = 1
        state.points_taken = state.pesos_taken = 2
        return True
    return False


LEDGER: Ledger = Ledger(entries, stages=7, harms=frozenset({"lack", "spoil"}), without=without)
