"""Havana on a page: the record, the pictures for the page of the rules, and the houses of a player at the end."""

from markupsafe import Markup

from malecon.core.i18n import Language
from malecon.games.havana.buildings import PIECES, TILES
from malecon.games.havana.cards import NAMES
from malecon.games.havana.text.choices import tile_words
from malecon.games.havana.view import PlayerSeen, View
from malecon.games.havana.web.board import table_parts
from malecon.games.havana.web.card_icons import card_symbols
from malecon.games.havana.web.cards import sign
from malecon.games.havana.web.pieces import TEMPLATES, piece_symbols, sun
from malecon.games.havana.web.places import places_of
from malecon.games.havana.web.street import house
from malecon.presentation.drawing import symbols
from malecon.presentation.game_page import GamePage, House
from malecon.presentation.playable_game import Perspective

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
