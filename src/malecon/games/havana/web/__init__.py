"""Havana on a page: the record, and the parts of the table.

The table is a street, the square in it, the players, and the viewer's hand. Between its parts pieces and cards travel.
"""

from collections.abc import Iterator

from markupsafe import Markup

from malecon.core.i18n import Language
from malecon.games.havana.buildings import PIECES, TILES
from malecon.games.havana.cards import NAMES
from malecon.games.havana.text.words import tile_words
from malecon.games.havana.view import PlayerSeen, View
from malecon.games.havana.web.card_icons import card_symbols
from malecon.games.havana.web.cards import hand_parts, sign
from malecon.games.havana.web.people import player_parts
from malecon.games.havana.web.pieces import TEMPLATES, piece_symbols, sun, sun_symbols
from malecon.games.havana.web.street import MOST_POINTS, facade_parts, house, street_parts
from malecon.presentation.drawing import symbols
from malecon.presentation.game_page import BoardContext, GamePage, House
from malecon.presentation.parts import Canvas, Part
from malecon.presentation.playable_game import Perspective

__all__ = ["GAME_PAGE"]


def table_parts(context: BoardContext) -> Iterator[Part]:
    """Yield the parts of the table, the whole first."""
    yield Part("table", draw_table, context.perspective.viewer is not None)
    yield Part("symbols", draw_symbols, None)
    yield from facade_parts(context.perspective.view)
    yield from street_parts(context)
    yield from player_parts(context)
    yield from hand_parts(context)


def draw_table(canvas: Canvas, has_hand: bool) -> Markup:
    """Draw the places of the parts."""
    return TEMPLATES.render("havana/table.html", canvas.language, canvas=canvas, has_hand=has_hand)


def draw_symbols(canvas: Canvas, value: None) -> Markup:
    """Draw the pictures of pieces and cards, at which others point."""
    return symbols(piece_symbols(), card_symbols(), sun_symbols(MOST_POINTS), name=canvas.name)


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
    gallery=gallery,
    invitation=invitation,
    houses=houses,
    style="table.css",
)
