"""Pictures of all cards and pieces of Havana, for the page of the rules."""

from markupsafe import Markup

from malecon.core.i18n import Language
from malecon.games.havana.buildings import PIECES, TILES
from malecon.games.havana.cards import NAMES
from malecon.games.havana.web.card_icons import card_symbols
from malecon.games.havana.web.cards import sign
from malecon.games.havana.web.pieces import piece_symbols, token
from malecon.games.havana.web.street import house
from malecon.presentation.art.svg import symbols
from malecon.presentation.rendering import render

INVITING = (24, 34, 22, 20)
"""Tiles whose houses look well beside each other."""


def gallery(language: Language) -> Markup:
    """Return the pictures with their words."""
    signs = [sign(card, language) for card in NAMES]
    drawn = symbols(piece_symbols(), card_symbols())
    return drawn + render("havana/gallery.html", language, pieces=PIECES, token=token, signs=signs)


def invitation() -> Markup:
    """Return some houses of a street."""
    return Markup("").join(house(tile) for tile in TILES if tile.id in INVITING)
