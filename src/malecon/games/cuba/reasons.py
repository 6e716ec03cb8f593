"""The ledger of Cuba: what each event brings to whom, and how a thing is taken out of the game."""

from collections.abc import Iterator, Sequence

from malecon.core.bit_set import bit
from malecon.core.engine import Event
from malecon.core.ledger import HAPPENS, PIECES, POINTS, Entry, Ledger
from malecon.games.cuba import asks
from malecon.games.cuba.boards import CROSS, DOCKS, FIELD_NAMES, FIELDS, GOODS, MERCHANDISE, PLACES, PRODUCTS, RESOURCES
from malecon.games.cuba.boards import PIECES as KINDS
from malecon.games.cuba.buildings import BUILDINGS
from malecon.games.cuba.cards import (
    DUTY,
    LAW_KINDS,
    LAWS_OF_A_TYPE,
    OTHER,
    PRINTED_DUTY,
    PRINTED_TAX,
    SUBSIDY,
    TAX,
    TYPES,
)
from malecon.games.cuba.events import (
    BecameFirst,
    Bought,
    Built,
    Gained,
    Left,
    Loaded,
    MovedTo,
    Paid,
    Played,
    Returned,
    Scored,
    Sold,
    Used,
)
from malecon.games.cuba.parliament_events import BidShown, Enacted, Lacked, Showed, Withheld, WonVote
from malecon.games.cuba.rules import BUILDING_POINTS
from malecon.games.cuba.rules.foreman import kind_at
from malecon.games.cuba.rules.uses import TAKEN
from malecon.games.cuba.state import NONE, State

UNPAYABLE = 99
"""Pieces or pesos that nobody has, or things counted for a point."""


def entries(event: Event, announced: Event | None, state: State) -> Iterator[Entry]:
    """Yield the entries of an event."""
    match event:
        case Scored(seat, points, "alternative"):
            yield Entry(POINTS, seat, "not build", "points instead", points)
        case Scored(source="buildings"):
            pass  # counted where they are built
        case Scored(seat, points, source):
            yield Entry(POINTS, seat, "score", "" if source == "both" else source, points)
        case Loaded(seat, piece, place, points):
            yield Entry(POINTS, seat, "load", place, points)
            yield Entry(PIECES, seat, "give", place, -1, piece)
        case Gained(seat, piece, count, "alternative"):
            verb, thing = ("not load", "pesos instead") if piece == "peso" else ("not trade", "pieces instead")
            yield Entry(PIECES, seat, verb, thing, count, piece)
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
        case Showed(seat, votes=votes):
            yield Entry(PIECES, seat, "show", "votes", votes, _VOTES)
        case BidShown(seat, pesos) if pesos:
            yield Entry(PIECES, seat, "bid", "bids", -pesos, "peso")
        case Returned(seat, piece, count):
            yield Entry(PIECES, seat, "spoil", "spoiling", -count, piece)
        case Built(seat, building):
            yield Entry(POINTS, seat, "build", "", BUILDING_POINTS)
            yield Entry(HAPPENS, seat, "build", building)
        case Played(seat, character):
            yield Entry(HAPPENS, seat, "play", character + _CARD)
        case MovedTo(int(seat), field):
            yield Entry(HAPPENS, seat, _MOVE, "worker")
            yield from _reached(seat, FIELD_NAMES.index(field), state)
        case Used(seat, building):
            yield Entry(HAPPENS, seat, "use", building)
        case Lacked(seat, law) | Withheld(seat, law):
            yield Entry(HAPPENS, seat, "lack", law)
        case WonVote(seat):
            yield Entry(HAPPENS, seat, _VOTE, "parliament")
        case Enacted(law=law, kind=kind, amount=amount):
            yield Entry(HAPPENS, None, "enact", TYPES[(law - 1) // LAWS_OF_A_TYPE], 1, f"{kind} {amount}")
        case BecameFirst(seat):
            yield Entry(HAPPENS, seat, "first", "first player")
        case Left(place=place):
            yield Entry(HAPPENS, None, "leave", place)


def _reached(seat: int, field: int, state: State) -> Iterator[Entry]:
    """Yield which buildings a pawn on a field has in its row and column, and had not before, or no more (CUB-4.40)."""
    before, now = int(CROSS[state.pawn[seat]]), int(CROSS[field])
    for place in range(FIELDS):
        if state.built[seat, place] != NONE and (before ^ now) & bit(place):
            yield Entry(HAPPENS, seat, "reach" if now & bit(place) else _DEPART, BUILDINGS[kind_at(state, seat, place)])


def laws_of(law_type: int) -> list[int]:
    """Return the codes of the laws of a type, the printed one included."""
    printed = {TAX: [PRINTED_TAX], DUTY: [PRINTED_DUTY]}.get(law_type, [])
    return [*range(law_type * LAWS_OF_A_TYPE, (law_type + 1) * LAWS_OF_A_TYPE), *printed]


def without(state: State, thing: str) -> bool:
    """Take a thing out of a position, in place.

    A tax or duty is too much for everybody, a subsidy brings nothing, an act is neither in force nor a bill; a building
    has no function and is gone, an alternative action has been taken, a dock brings nothing, the bills are the laws in
    force, and no product spoils.
    """
    if thing == TYPES[OTHER]:
        if state.question == asks.ENACT:
            return False
        state.in_force[OTHER] = state.bill[OTHER] = NONE
        return True
    if thing in TYPES:
        for law in laws_of(TYPES.index(thing)):
            state.law_amount[law] = UNPAYABLE
        return True
    if thing in BUILDINGS:
        building = BUILDINGS.index(thing)
        state.idle_buildings |= bit(building)
        if state.question != asks.BUILD:
            state.offer[building] = 0
        return True
    if thing == "parliament" and state.question != asks.ENACT:
        state.bill[:] = state.in_force
        return True
    if thing in PLACES[:DOCKS]:
        state.idle_docks |= bit(PLACES.index(thing))
        return True
    if thing == "spoiling":
        state.keeps_yard = 1
        return True
    if thing == "pieces instead":
        state.resource_taken = state.product_taken = 1
        return True
    if thing == "pesos instead":
        state.pesos_taken = 2
        return True
    if thing == "points instead":
        state.points_taken = 2
        return True
    return False


def needs(state: State, entry: Entry) -> frozenset[str]:
    """Return the kinds of pieces that a law, a ship, a building or its function may take, and what else it needs."""
    if entry.verb == "load":
        dock = PLACES.index(entry.thing)
        ships = [ship for ship in state.ship[max(0, dock - 1) : dock + 1].tolist() if ship != NONE]  # one moves up
        wanted = (_named(MERCHANDISE, state.needs[ship].tolist()) for ship in ships)
        return _WHARVES.union(_play("mayor"), _NEW_SHIP, *wanted)
    if entry.verb == "spoil":
        return _WAREHOUSE
    if entry.verb == "build":
        return _named(RESOURCES, state.cost[BUILDINGS.index(entry.thing)].tolist()) | _play("architect")
    if entry.verb in _PLAYED_FOR:
        return _play(_PLAYED_FOR[entry.verb])
    if entry.thing == "worker":
        return _play("worker")
    if entry.thing in BUILDINGS:
        taken = int(TAKEN[BUILDINGS.index(entry.thing)])
        pieces = _WANTED.get(entry.thing, frozenset()) if taken == NONE else frozenset({KINDS[taken]})
        reached = pieces | {f"reach {entry.thing}", f"not {_DEPART} {entry.thing}"}
        return reached | (_play("foreman") if entry.verb == "use" else {f"build {entry.thing}"})
    if entry.verb in {_VOTE, "bid"}:
        return frozenset({_VOTES})
    if entry.thing == "subsidy":
        return _FOR_LAWS["subsidy"] | _counted(state)
    return _FOR_LAWS.get(entry.thing, frozenset())


def _play(character: str) -> frozenset[str]:
    """Return that a character must be played."""
    return frozenset({f"play {character}{_CARD}"})


def _counted(state: State) -> frozenset[str]:
    """Return the kind of piece for which the subsidies in force and to be voted on pay."""
    laws = {int(law) for law in (state.in_force[SUBSIDY], state.bill[SUBSIDY]) if law != NONE}
    kinds = (LAW_KINDS[state.law_kind[law]] for law in laws)
    return frozenset(kind.removeprefix("subsidy ").removesuffix("s") for kind in kinds) & {*KINDS, _VOTES}


_VOTE, _VOTES, _DEPART, _MOVE = "win vote", "vote", "move away", "move"
_CARD = " card"
"""Behind the name of a character, for its card is another thing than what it brings."""
_TRADE = ("buy", "sell", "spend", "earn", "not trade")
_PLAYED_FOR = {
    **dict.fromkeys(_TRADE, "tradeswoman"),
    "not build": "architect",
    "not load": "mayor",
}
"""By verb, the character that is played for it."""
_NEW_SHIP = frozenset({"first", "leave"})
"""What decides about the ships of the next round: whoever is first loads first, and where one leaves others move up."""
_WHARVES, _WAREHOUSE = frozenset({"use small wharf", "use large wharf"}), frozenset({"use warehouse"})
_FOR_LAWS = {
    "tax": frozenset({"peso", _VOTE}),
    "duty": frozenset({*RESOURCES, *PRODUCTS, _VOTE}),
    "subsidy": frozenset({_VOTE}),
    "other": frozenset({_VOTE}),
}
_WANTED = {
    "monastery": frozenset(PRODUCTS),
    "product market": frozenset(PRODUCTS),
    "resource market": frozenset(RESOURCES),
    "general store": frozenset(GOODS),
    "warehouse": frozenset(PRODUCTS),
    "small wharf": frozenset(MERCHANDISE),
    "large wharf": frozenset(MERCHANDISE),
}
"""What buildings take that take more than one kind."""


def _named(kinds: Sequence[str], counts: Sequence[int]) -> frozenset[str]:
    """Return the kinds of which there are some."""
    return frozenset(kind for kind, count in zip(kinds, counts, strict=True) if count)


_NAMES = {"points instead": "take points", "pesos instead": "take pesos"}
"""By thing, the word by which a move names it, if that is another one."""


def is_named(state: State, move: str, thing: str) -> bool:
    """Tell whether a move names a thing."""
    return _NAMES.get(thing, thing.removesuffix(_CARD)) in move


LEDGER: Ledger = Ledger(
    entries,
    stages=7,
    harms=frozenset({"lack", "spoil", "bid"}),
    without=without,
    needs=needs,
    means=frozenset(
        {
            "use",
            "play",
            _MOVE,
            "reach",
            _DEPART,
            _VOTE,
            "first",
            "not load",
            "not trade",
            "buy",
            "spend",
            "sell",
            "earn",
        }
    ),
    losses=frozenset({_DEPART}),
    pays={"bid": _VOTE},
    prices={"build": ("pay", "cost"), "buy": ("spend", "market"), "sell": ("earn", "market")},
    last=frozenset({"spoil", *_NEW_SHIP}),
    together=frozenset({"use"}),
    instead={"not build": "build", "not load": "load"},
    is_named=is_named,
)
