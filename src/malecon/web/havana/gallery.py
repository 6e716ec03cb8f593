"""Pictures of all cards and pieces of Havana, for the page of the rules."""

from markupsafe import Markup

from malecon.core.language import Language
from malecon.havana.buildings import PIECES, TILES
from malecon.havana.cards import NAMES
from malecon.web.art.card_icons import card_symbols
from malecon.web.art.pieces import piece_symbols, token
from malecon.web.art.svg import symbols
from malecon.web.havana.cards import sign
from malecon.web.havana.street import house
from malecon.web.showing.rendering import render

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
