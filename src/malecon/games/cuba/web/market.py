"""The market: five stalls, each with its track of prices, and the resources in the supply."""

from collections.abc import Iterator
from typing import NamedTuple

from markupsafe import Markup
from msgspec.structs import astuple

from malecon.games.cuba.boards import PIECES, PRODUCTS, RESOURCES
from malecon.games.cuba.text.words import NO_RESOURCES
from malecon.games.cuba.view import TrackSeen, View
from malecon.games.cuba.web.alternatives import Space, alternative_part, spaces_taking
from malecon.games.cuba.web.art import draw_template
from malecon.games.cuba.web.plantations import heaps
from malecon.presentation.game_page import BoardContext
from malecon.presentation.parts import Canvas, Part


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
    yield Part("market", draw_market, (tracks, astuple(view.supply)[: len(NO_RESOURCES)]))
    spaces = (
        Space("resource", 1, view.resource_taken, spaces_taking(RESOURCES, context)),
        Space("product", 1, view.product_taken, spaces_taking(PRODUCTS, context)),
    )
    yield alternative_part("tradeswoman", spaces, context)
    for track in view.market:
        moves = context.buttons(f"buy {track.piece}", f"sell {track.piece}")
        yield Part(f"stall-{track.piece}", draw_stall, Stall(track, supply[track.piece]), moves)


def draw_market(canvas: Canvas, value: tuple[tuple[str, ...], tuple[int, ...]]) -> Markup:
    """Draw the slots of the stalls, and the resources in the supply."""
    pieces, resources = value
    return draw_template("market.html", canvas, pieces=pieces, resources=heaps(resources))


def draw_stall(canvas: Canvas, stall: Stall) -> Markup:
    """Draw a stall."""
    track = stall.track
    return draw_template("stall.html", canvas, stall=stall, track=track, spaces=tuple(track_spaces(track)))


def track_spaces(track: TrackSeen) -> Iterator[TrackSpace]:
    """Yield the spaces of a track, the dearest first; pieces lie on the first ones (CUB-4.21, CUB-4.22)."""
    for place, price in enumerate(track.prices):
        yield TrackSpace(price, place < track.count, place == track.count - 1, place == track.count)
