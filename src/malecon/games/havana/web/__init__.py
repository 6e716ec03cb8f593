"""Havana on a page: the record, the parts of the table, and where events begin and end on it.

The table is a street, the square in it, the players, and the viewer's hand. Each part has its place in the window for
the whole game; between them pieces and cards travel.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from markupsafe import Markup

from malecon.core.engine import Event
from malecon.core.i18n import Language
from malecon.games.havana import events
from malecon.games.havana.buildings import PIECES, TILES
from malecon.games.havana.cards import NAMES
from malecon.games.havana.player_view import PlayerSeen
from malecon.games.havana.text.words import tile_words
from malecon.games.havana.view import View
from malecon.games.havana.web.badges import mark_symbols, sun, sun_symbols
from malecon.games.havana.web.card_icons import card_symbols
from malecon.games.havana.web.cards import sign
from malecon.games.havana.web.hand import hand_parts
from malecon.games.havana.web.known import known_parts
from malecon.games.havana.web.people import player_parts
from malecon.games.havana.web.pieces import TEMPLATES, piece_symbols
from malecon.games.havana.web.street import MOST_POINTS, facade_parts, house, street_parts
from malecon.presentation.drawing import symbols
from malecon.presentation.game_page import BoardContext, GamePage, House
from malecon.presentation.parts import Canvas, Part
from malecon.presentation.playable_game import Perspective

__all__ = ["GAME_PAGE"]


def table_parts(context: BoardContext) -> Iterator[Part]:
    """Yield the parts of the table, the whole first."""
    view = context.perspective.view
    yield Part("table", draw_table, view.viewer)
    yield Part("symbols", draw_symbols, view.target)
    yield from facade_parts(view)
    yield from known_parts(context)
    yield from street_parts(context)
    yield from player_parts(context)
    yield from hand_parts(context)


def draw_table(canvas: Canvas, viewer: int | None) -> Markup:
    """Draw the places of the parts; a spectator has no hand."""
    own = None if viewer is None else f"player-{viewer + 1}"
    return TEMPLATES.render("havana/table.html", canvas.language, canvas=canvas, own=own)


def draw_symbols(canvas: Canvas, target: int) -> Markup:
    """Draw the pictures of pieces and cards, at which others point."""
    suns = sun_symbols((*range(1, MOST_POINTS + 1), target))
    return symbols(piece_symbols(), mark_symbols(), card_symbols(), suns, name=canvas.name)


Places = tuple[str, str]

PLACES: Mapping[type[Event], Callable[[Any], Places]] = {
    events.Fetched: lambda event: ("square", f"tile-{event.tile}"),
    events.Dealt: lambda event: ("square", piles(event.seat)),
    events.Supplied: lambda event: ("square", "square"),
    events.Chose: lambda event: (hand(event.seat), cards(event.seat)),
    events.Revealed: lambda event: (cards(event.seat), cards(event.seat)),
    events.Performed: lambda event: (cards(event.seat), cards(event.seat)),
    events.HadNoEffect: lambda event: (cards(event.seat), cards(event.seat)),
    events.Declined: lambda event: (cards(event.seat), cards(event.seat)),
    events.Refreshed: lambda event: (hand(event.seat), hand(event.seat)),
    events.Gained: lambda event: ("square", piles(event.seat)),
    events.Drew: lambda event: ("square", piles(event.seat)),
    events.Removed: lambda event: (f"tile-{event.tile}", "square"),
    events.Taxed: lambda event: (piles(event.victim), "square"),
    events.Robbed: lambda event: (piles(event.victim), piles(event.seat)),
    events.Bought: lambda event: (f"tile-{event.tile}", f"bought-{event.seat + 1}"),
    events.Paid: lambda event: (piles(event.seat), "square"),
    events.Refilled: lambda event: ("square", f"tile-{event.tile}"),
    events.Covered: lambda event: (hand(event.seat), cards(event.seat)),
    events.TookBack: lambda event: (hand(event.seat), hand(event.seat)),
}
"""By kind of event; the others are nowhere to be seen."""


def piles(seat: int) -> str:
    """Return the part with the pieces of a player."""
    return f"piles-{seat + 1}"


def cards(seat: int) -> str:
    """Return the part with the open cards of a player."""
    return f"open-{seat + 1}"


def hand(seat: int) -> str:
    """Return the part with the hand of a player; for another player's, ``places_of`` takes the head instead."""
    return f"hand-{seat + 1}"


def places_of(event: Event, viewer: int | None) -> Places:
    """Return the parts in which an event, as a viewer may know it, begins and ends; empty for none."""
    found = PLACES.get(type(event))
    begin, end = found(event) if found else ("", "")
    return seen_from(begin, viewer), seen_from(end, viewer)


def seen_from(part: str, viewer: int | None) -> str:
    """Return a part as the viewer has it: the own hand, but of other players only their heads.

    >>> seen_from("hand-2", 1), seen_from("hand-2", 0), seen_from("square", None)
    ('hand', 'head-2', 'square')
    """
    kind, _, number = part.partition("-")
    if kind != "hand":
        return part
    return "hand" if viewer is not None and number == f"{viewer + 1}" else f"head-{number}"


INVITING = (24, 34, 22, 20)
"""Tiles whose houses look well beside each other."""


def gallery(language: Language) -> Markup:
    """Return the pictures with their words."""
    signs = [sign(card, language) for card in NAMES]
    drawn = symbols(piece_symbols(), card_symbols())
    return drawn + TEMPLATES.render("havana/gallery.html", language, pieces=PIECES, signs=signs)


def invitation() -> Markup:
    """Return some houses of a street."""
    return Markup("").join(house(tile) for tile in TILES if tile.id in INVITING)


def houses(player: PlayerSeen, perspective: Perspective) -> list[House]:
    """Return the houses that a player has bought: picture, points, words."""
    tiles = [perspective.view.tiles[tile - 1] for tile in player.tiles]
    return [House(house(tile), sun(tile.points), tile_words(tile, perspective.language)) for tile in tiles]


GAME_PAGE: GamePage[View] = GamePage(
    parts=table_parts,
    places=places_of,
    gallery=gallery,
    invitation=invitation,
    houses=houses,
    style="table.css",
)
