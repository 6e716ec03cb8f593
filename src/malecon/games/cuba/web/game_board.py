"""The game board of Cuba as it is drawn: harbour, market, parliament, and the buildings on offer.

The harbour is the open sea and three piers, each ship with its five spaces; the market has five stalls, each with its
track of prices; the parliament has four bills above the four laws in force.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from msgspec.structs import astuple

from malecon.games.cuba.boards import MERCHANDISE, PIECES
from malecon.games.cuba.buildings import Building
from malecon.games.cuba.cards import TYPES, Ship
from malecon.games.cuba.text.descriptions import amounts, building_text, law_text, law_title
from malecon.games.cuba.view import LawSeen, ShipSeen, TrackSeen
from malecon.presentation.board_context import BoardContext
from malecon.presentation.perspective import Perspective


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


@dataclass(frozen=True, slots=True)
class Space:
    """A space of a track: its price, whether a piece lies there, and whether it is the next to be bought or filled."""

    price: int
    filled: bool
    next_bought: bool
    next_sold: bool


@dataclass(frozen=True, slots=True)
class Stall:
    """A stall: what it trades, its track, what a piece costs and brings now, and how many the supply has."""

    piece: str
    spaces: tuple[Space, ...]
    buying: int
    selling: int
    supply: int


def stalls(drawing: BoardContext) -> Iterator[Stall]:
    """Yield the stalls."""
    supply = dict(zip(PIECES, astuple(drawing.perspective.view.supply), strict=True))
    for track in drawing.perspective.view.market:
        yield Stall(track.piece, tuple(spaces(track)), track.buying, track.selling, supply[track.piece])


def spaces(track: TrackSeen) -> Iterator[Space]:
    """Yield the spaces of a track, the dearest first; pieces lie on the first ones (CUB-4.21, CUB-4.22)."""
    for place, price in enumerate(track.prices):
        yield Space(price, place < track.count, place == track.count - 1, place == track.count)


ROMAN = ("I", "II", "III", "IV")


@dataclass(frozen=True, slots=True)
class Act:
    """A bill or a law: what it is called and what it says."""

    law: LawSeen
    title: str
    text: str


@dataclass(frozen=True, slots=True)
class Bench:
    """The laws of one type: the bill, the law in force, and whether the bill was removed by a veto."""

    law_type: str
    number: str
    bill: Act | None
    in_force: Act | None
    vetoed: bool
    barred: bool


def benches(drawing: BoardContext) -> list[Bench]:
    """Return the four types of laws in their order (CUB-7)."""
    view, perspective = drawing.perspective.view, drawing.perspective
    return [
        Bench(
            law_type,
            number,
            act(bill, perspective),
            act(law, perspective),
            view.vetoed == law_type,
            view.barred == law_type,
        )
        for law_type, number, bill, law in zip(TYPES, ROMAN, view.bills, view.in_force, strict=True)
    ]


def act(law: LawSeen | None, perspective: Perspective) -> Act | None:
    """Return a law as it is printed, if there is one."""
    if law is None:
        return None
    title = law_title(law.kind, perspective.language)
    text = law_text(law.kind, law.amount, law.most, perspective.language)
    return Act(law, title[:1].upper() + title[1:], text[:1].upper() + text[1:])


@dataclass(frozen=True, slots=True)
class Tile:
    """A building on offer.

    Attributes:
        building: what is printed on it.
        left: how many tiles there are.
        cost: pieces of each kind, without those that it does not ask for.
        more: pesos that the law in force adds (CUB-4.32).
        price: the cost in words.
        text: what it does, in words.
        payable: whether the viewer has what it costs.
    """

    building: Building
    left: int
    cost: tuple[tuple[str, int], ...]
    more: int
    price: str
    text: str
    payable: bool


def tiles(drawing: BoardContext) -> list[Tile]:
    """Return the buildings that are left."""
    language = drawing.perspective.language
    return [
        Tile(
            building=seen.building,
            left=seen.left,
            cost=tuple(pair for pair in zip(PIECES, seen.cost.pieces(), strict=True) if pair[1]),
            more=seen.cost.pesos,
            price=amounts(seen.cost, language),
            text=building_text(seen.building, language),
            payable=seen.affordable,
        )
        for seen in drawing.perspective.view.tiles
        if seen.left
    ]
