"""The ledger of Havana: what each event brings to whom, and how a thing is taken out of the game."""

from collections.abc import Iterator

from malecon.core.bit_set import bit
from malecon.core.engine import Event
from malecon.core.ledger import HAPPENS, PIECES, POINTS, Entry, Ledger
from malecon.games.havana.buildings import COLOURS
from malecon.games.havana.buildings import PIECES as KINDS
from malecon.games.havana.cards import CODE
from malecon.games.havana.events import (
    Bought,
    Dealt,
    Drew,
    Gained,
    Paid,
    Performed,
    Refreshed,
    Removed,
    Revealed,
    Robbed,
    Taxed,
    TurnBegan,
)
from malecon.games.havana.rules import TARGET, end_tile
from malecon.games.havana.rules.buying import RATE
from malecon.games.havana.state import ENDS, State


def entries(event: Event, announced: Event | None, state: State) -> Iterator[Entry]:
    """Yield the entries of an event; what comes from a card is told of that card, if it began within the futures.

    What is paid is told of the tile.
    """
    card = announced.card if isinstance(announced, Performed) else ""
    match event:
        case Dealt(seat, piece):
            yield Entry(PIECES, seat, "get", "start", 1, "peso")
            yield Entry(PIECES, seat, "get", "start", 1, piece)
        case Revealed(seat, card=first, second=second):
            for open_card in _WORKING_OPEN & {first, second}:
                yield Entry(HAPPENS, seat, _OPEN, open_card)
        case Bought(seat, tile):
            yield Entry(POINTS, seat, "buy", f"tile {tile}", int(state.tile_points[tile - 1]))
        case Paid(seat, piece, count):
            house = f"tile {announced.tile}" if isinstance(announced, Bought) else ""
            yield Entry(PIECES, seat, "pay", house, -count, piece)
        case Gained(seat, piece, count):
            yield Entry(PIECES, seat, "get", card, count, piece)
        case Drew(seat, piece):
            yield Entry(PIECES, seat, "get", card, 1, piece)
        case Refreshed(seat, taken) if taken:
            yield Entry(HAPPENS, seat, _TAKE_BACK, taken)
        case Robbed(seat, victim, piece, count) if count:
            card = card or _thief(piece)
            yield Entry(PIECES, seat, "rob", card, count, piece)
            yield Entry(PIECES, victim, "robbed", card, -count, piece)
        case Taxed(seat, victim, piece):
            yield Entry(PIECES, victim, "taxed", card or "tax collector", -1, piece)
        case Removed(seat, tile):
            yield Entry(HAPPENS, seat, _REMOVE, f"tile {tile}")


def _thief(piece: str) -> str:
    """Return the card that takes a piece of another player."""
    return "pesos thief" if piece == "peso" else "materials thief"


def without(state: State, thing: str) -> bool:
    """Take a thing out of a position, in place: a tile is worth nothing, a card has no action."""
    kind, _, number = thing.partition(" ")
    if kind == "tile" and number.isdecimal():
        state.tile_points[int(number) - 1] = 0
        return True
    if thing in CODE:
        state.idle_cards |= bit(CODE[thing])
        return True
    return False


def needs(state: State, entry: Entry) -> frozenset[str]:
    """Return the kinds of pieces that a tile costs that is bought; debris and pesos may stand for others (HAV-5.5).

    A card may have to be taken back before it does anything, and a house be bought or removed that lies before it; who
    is harmed has no Protection.
    """
    if entry.thing in CODE and entry.verb in {"get", "rob"}:
        return frozenset({f"{_TAKE_BACK} {entry.thing}"})
    if entry.verb in _HARMS:
        return frozenset({f"not {_OPEN} {_PROTECTION}"})
    if entry.verb != "buy":
        return frozenset()
    lacking, cost = _lacking(state, entry), _cost_of(state, entry)
    first = {f"{verb} tile {tile + 1}" for verb in ("buy", _REMOVE) for tile in _before(state, entry)}
    if state.tile_architect[_tile_of(entry)]:
        first.add(f"{_OPEN} {_ARCHITECT}")
    return frozenset(lacking | first | {piece for piece, count in cost.items() if count})


def _tile_of(entry: Entry) -> int:
    """Return the index of the tile of an entry."""
    return int(entry.thing.removeprefix("tile ")) - 1


def _before(state: State, entry: Entry) -> list[int]:
    """Return the tiles beside one that is no end of its row (HAV-5.2), those towards the nearer end.

    One of them goes before it is bought.
    """
    tile = _tile_of(entry)
    for row, length in zip(state.rows.tolist(), state.row_length.tolist(), strict=True):
        tiles = row[:length]
        if tile in tiles[1:-1]:
            place = tiles.index(tile)
            left, right = place, length - 1 - place
            return [tiles[place - 1]] * (left <= right) + [tiles[place + 1]] * (right <= left)
    return []


def lacks(state: State, entry: Entry) -> frozenset[str]:
    """Return the kinds of which a seat has less than a tile costs; debris and pesos may stand for others (HAV-5.5)."""
    needed = needs(state, entry)
    if entry.verb != "buy":
        return needed
    return needed - ({*KINDS} - _lacking(state, entry))


def _lacking(state: State, entry: Entry) -> set[str]:
    """Return the kinds of which a seat has less than a tile costs, and debris or pesos that would do for them.

    If it has so many of these already, it lacks nothing.
    """
    if entry.seat is None:
        return set()
    pieces = (*state.cubes[entry.seat].tolist(), int(state.workers[entry.seat]), int(state.pesos[entry.seat]))
    own, cost = dict(zip(KINDS, pieces, strict=True)), _cost_of(state, entry)
    lacking = {kind for kind in KINDS if own[kind] < cost[kind]}
    for kind, others in (("debris", {*COLOURS}), ("peso", {"worker"})):
        missing = sum(cost[other] - own[other] for other in lacking & others)
        if missing and own[kind] >= cost[kind] + RATE * missing:
            lacking -= others
        elif missing:
            lacking.add(kind)
    return lacking


def _cost_of(state: State, entry: Entry) -> dict[str, int]:
    """Return the number of pieces of each kind that a tile costs that is bought."""
    return dict(zip(KINDS, state.tile_cost[_tile_of(entry)].tolist(), strict=True))


_TAKE_BACK, _REMOVE, _OPEN = "take back", "remove", "open"
_ARCHITECT, _PROTECTION = "architect", "protection"
"""The card for which some houses ask (HAV-5.4); the one whose owner cannot be harmed (HAV-6.2)."""
_WORKING_OPEN = frozenset({_ARCHITECT, _PROTECTION})
_HARMS = frozenset({"robbed", "taxed"})


def is_named(state: State, move: str, thing: str) -> bool:
    """Tell whether a move names a card, or the end at which a tile lies."""
    places = {f"tile {int(end_tile(state, end)) + 1}": name for end, name in enumerate(ENDS)}
    return places.get(thing, thing) in move.replace(f"{thing} thief", "")  # the pesos thief is another card than pesos


def missing(state: State, seat: int) -> int:
    """The points that a seat lacks for the victory (HAV-7.1)."""
    return int(TARGET[state.seats] - state.points[seat])


LEDGER: Ledger = Ledger(
    entries,
    stages=3,
    announcing=(Performed, Bought),
    turn=TurnBegan,
    harms=_HARMS,
    without=without,
    needs=needs,
    lacks=lacks,
    means=frozenset({_TAKE_BACK, _OPEN}),
    is_named=is_named,
    missing=missing,
)
