"""What is on offer: the buildings, the harbour with its ships and the pile of ships, and the market.

The harbour is the open sea and three piers, each ship with its five spaces; the market is five stalls, each with its
track of prices, and the resources in the supply.
"""

from collections.abc import Iterator
from typing import NamedTuple

from markupsafe import Markup
from msgspec.structs import astuple

from malecon.games.cuba.board_view import ShipSeen, TileSeen, TrackSeen
from malecon.games.cuba.boards import MERCHANDISE, PIECES, PRODUCTS, RESOURCES
from malecon.games.cuba.cards import Ship
from malecon.games.cuba.text.descriptions import amounts, building_text, pile_words
from malecon.games.cuba.text.words import NO_RESOURCES
from malecon.games.cuba.view import View
from malecon.games.cuba.web.art import Space, alternative_part, draw_template, spaces_of, spaces_taking
from malecon.games.cuba.web.sections import heaps
from malecon.presentation.game_page import BoardContext
from malecon.presentation.parts import Canvas, Part


class Catalogue(NamedTuple):
    """The names of the buildings that are left, and whether the viewer may want to see only what can be paid."""

    tiles: tuple[str, ...]
    is_player: bool


def building_parts(context: BoardContext[View], *, is_player: bool) -> Iterator[Part]:
    """Yield the buildings on offer."""
    view = context.perspective.view
    left = [tile for tile in view.tiles if tile.left]
    yield Part("buildings", _draw_catalogue, Catalogue(tuple(tile.building.name for tile in left), is_player))
    yield alternative_part("architect", spaces_of("points", view.point_spaces, view.points_taken, context), context)
    for tile in left:
        yield Part(tile_id(tile.building.name), _draw_tile, tile, context.buttons(f"build {tile.building.name}"))


def tile_id(building: str) -> str:
    """Return the id of the element of a building on offer.

    >>> tile_id("small bank")
    'tile-small-bank'
    """
    return f"tile-{building.replace(' ', '-')}"


def _draw_catalogue(canvas: Canvas, catalogue: Catalogue) -> Markup:
    """Draw the slots of the buildings."""
    return draw_template("buildings.html", canvas, catalogue=catalogue, tile_id=tile_id)


def _draw_tile(canvas: Canvas, tile: TileSeen) -> Markup:
    """Draw a building with its cost and what it does; pesos are those that the law in force adds (CUB-4.32)."""
    language, building = canvas.language, tile.building
    return draw_template(
        "tile.html",
        canvas,
        tile=tile,
        building=building,
        cost=[pair for pair in zip(PIECES, tile.cost.pieces(), strict=True) if pair[1]],
        price=amounts(tile.cost, language),
        text=building_text(building, language),
    )


SEA = "sea"
DOCKS = "dock 1", "dock 2", "dock 3"


class Hold(NamedTuple):
    """A space of a ship: what it takes, whether that is loaded, and the move that loads it."""

    piece: str
    loaded: bool = False
    move: str = ""


class Berth(NamedTuple):
    """A dock or the sea: its name, the points of a piece (0 at sea), and the ship."""

    place: str
    points: int
    seen: ShipSeen | None


class ShipPile(NamedTuple):
    """The ships of the pile, what is known of their order in words, and whether the pile lies open."""

    ships: tuple[Ship, ...]
    words: str
    is_open: bool


def harbour_parts(context: BoardContext[View], *, is_here: bool) -> Iterator[Part]:
    """Yield sea, docks and pile; ``is_here``: whether the viewer is asked something."""
    view = context.perspective.view
    yield Part("harbour", _draw_harbour, None)
    yield alternative_part("mayor", spaces_of("pesos", view.peso_spaces, view.pesos_taken, context), context)
    *docks, sea = view.harbour
    berths = [Berth(SEA, 0, sea), *(Berth(place, n, docks[n - 1]) for n, place in enumerate(DOCKS, 1))]
    for berth in berths:
        loading = [move for move in context.legal if move.startswith("load ") and move.endswith(f" on {berth.place}")]
        yield Part(berth_id(berth.place), _draw_berth, berth, context.buttons(*loading))
    is_open = is_here and context.question.kind == "swap"
    pile = ShipPile(_ships_of(view), pile_words(context.perspective), is_open)
    yield Part("pile", _draw_pile, pile, context.buttons("swap "))


def _ships_of(view: View) -> tuple[Ship, ...]:
    """Return the ships of the pile: in their order for who has looked through it, else by number (CUB-1.10)."""
    ships = {ship.id: ship for ship in view.pile}
    return tuple(ships[number] for number in view.pile_order or ships)


def berth_id(place: str) -> str:
    """Return the id of the element of a place of the harbour.

    >>> berth_id("dock 1")
    'berth-dock-1'
    """
    return f"berth-{place.replace(' ', '-')}"


def _draw_harbour(canvas: Canvas, value: None) -> Markup:
    """Draw the water with slots for the berths, in the order in which ships pass them (CUB-8.4)."""
    return draw_template("harbour.html", canvas, berths=[berth_id(place) for place in (SEA, *DOCKS)])


def _draw_berth(canvas: Canvas, berth: Berth) -> Markup:
    """Draw a dock or the sea with its ship."""
    holds = [] if berth.seen is None else list(_holds_of(berth.seen, canvas))
    return draw_template("berth.html", canvas, berth=berth, ship=berth.seen and berth.seen.ship, holds=holds)


def _holds_of(seen: ShipSeen, canvas: Canvas) -> Iterator[Hold]:
    """Yield the spaces of a ship; the first free one of each kind has the move that loads it."""
    loaded = dict(zip(MERCHANDISE, astuple(seen.cargo), strict=True))
    offered = set[str]()
    for piece in seen.ship.spaces:
        move = f"load {piece} on {seen.place}"
        if loaded[piece]:
            loaded[piece] -= 1
            yield Hold(piece, loaded=True)
        elif piece in offered or not canvas.can(move):
            yield Hold(piece)
        else:
            offered.add(piece)
            yield Hold(piece, move=move)


def _draw_pile(canvas: Canvas, pile: ShipPile) -> Markup:
    """Draw the pile, with the moves that bring a ship of it to sea."""
    return draw_template("pile.html", canvas, pile=pile)


class TrackSpace(NamedTuple):
    """A space of a track: its price, whether a piece lies there, and whether it is the next to be bought or filled."""

    price: int
    filled: bool
    next_bought: bool
    next_sold: bool


class Stall(NamedTuple):
    """A stall: its track, and how many pieces the supply has."""

    track: TrackSeen
    supply: int


def market_parts(context: BoardContext[View]) -> Iterator[Part]:
    """Yield the stalls."""
    view = context.perspective.view
    supply = dict(zip(PIECES, astuple(view.supply), strict=True))
    tracks = tuple(track.piece for track in view.market)
    yield Part("market", _draw_market, (tracks, astuple(view.supply)[: len(NO_RESOURCES)]))
    spaces = (
        Space("resource", 1, view.resource_taken, spaces_taking(RESOURCES, context)),
        Space("product", 1, view.product_taken, spaces_taking(PRODUCTS, context)),
    )
    yield alternative_part("tradeswoman", spaces, context)
    for track in view.market:
        moves = context.buttons(f"buy {track.piece}", f"sell {track.piece}")
        yield Part(f"stall-{track.piece}", _draw_stall, Stall(track, supply[track.piece]), moves)


def _draw_market(canvas: Canvas, value: tuple[tuple[str, ...], tuple[int, ...]]) -> Markup:
    """Draw the slots of the stalls, and the resources in the supply."""
    pieces, resources = value
    return draw_template("market.html", canvas, pieces=pieces, resources=heaps(resources))


def _draw_stall(canvas: Canvas, stall: Stall) -> Markup:
    """Draw a stall."""
    track = stall.track
    return draw_template("stall.html", canvas, stall=stall, track=track, spaces=tuple(_track_spaces(track)))


def _track_spaces(track: TrackSeen) -> Iterator[TrackSpace]:
    """Yield the spaces of a track, the dearest first; pieces lie on the first ones (CUB-4.21, CUB-4.22)."""
    for place, price in enumerate(track.prices):
        yield TrackSpace(price, place < track.count, place == track.count - 1, place == track.count)
