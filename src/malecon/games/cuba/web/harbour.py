"""The harbour as it is drawn: the open sea and three piers, each ship with its five spaces."""

from collections.abc import Iterator
from dataclasses import dataclass

from msgspec.structs import astuple

from malecon.games.cuba.boards import MERCHANDISE
from malecon.games.cuba.cards import Ship
from malecon.games.cuba.view import ShipSeen
from malecon.presentation.game_page import BoardContext


@dataclass(frozen=True, slots=True)
class Hold:
    """A space of a ship: what it takes, whether that is loaded, and the move that loads it."""

    piece: str
    loaded: bool = False
    move: str = ""


@dataclass(frozen=True, slots=True)
class Berth:
    """A dock or the sea: its name, the points of a piece (0 at sea), and the ship."""

    place: str
    points: int
    ship: Ship | None
    holds: tuple[Hold, ...]


def berths(drawing: BoardContext) -> list[Berth]:
    """Return the sea and the docks, in the order in which ships pass them (CUB-8.4)."""
    *docks, sea = drawing.perspective.view.harbour
    return [berth(sea, "sea", 0, drawing), *(berth(seen, f"dock {n}", n, drawing) for n, seen in enumerate(docks, 1))]


def berth(seen: ShipSeen | None, place: str, points: int, drawing: BoardContext) -> Berth:
    """Return a dock or the sea."""
    if seen is None:
        return Berth(place, points, None, ())
    return Berth(place, points, seen.ship, tuple(holds(seen, drawing)))


def holds(seen: ShipSeen, drawing: BoardContext) -> Iterator[Hold]:
    """Yield the spaces of a ship; the first free one of each kind has the move that loads it."""
    loaded = dict(zip(MERCHANDISE, astuple(seen.cargo), strict=True))
    offered = set[str]()
    for piece in seen.ship.spaces:
        move = f"load {piece} on {seen.place}"
        if loaded[piece]:
            loaded[piece] -= 1
            yield Hold(piece, loaded=True)
        elif piece in offered or not drawing.can(move):
            yield Hold(piece)
        else:
            offered.add(piece)
            yield Hold(piece, move=move)


@dataclass(frozen=True, slots=True)
class Waiting:
    """A ship of the pile, and the move that brings it to sea."""

    ship: Ship
    move: str


def pile(drawing: BoardContext) -> list[Waiting]:
    """Return the ships of the pile: in their order for who has looked through it, else by number (CUB-1.10)."""
    view = drawing.perspective.view
    ships = {ship.id: ship for ship in view.pile}
    return [Waiting(ships[number], f"swap ship {number}") for number in view.pile_order or ships]
