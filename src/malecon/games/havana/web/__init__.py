"""Havana on a page, as generic code asks for it (``GamePage``).

The table is a street, the square in it, the players, and the viewer's hand. Each part has its place in the window for
the whole game; between them pieces and cards travel.
"""

from collections.abc import Iterator

from markupsafe import Markup

from malecon.core.i18n import N_, Language
from malecon.games.havana.buildings import PIECES, TILES
from malecon.games.havana.player_view import PlayerSeen
from malecon.games.havana.text.words import house_words
from malecon.games.havana.view import View
from malecon.games.havana.web.card_icons import card_icon, card_symbols
from malecon.games.havana.web.cards import sign
from malecon.games.havana.web.event_pictures import EVENT_PICTURES
from malecon.games.havana.web.hand import hand_parts
from malecon.games.havana.web.known import known_parts, order_of
from malecon.games.havana.web.marks import mark_symbols, sun, sun_symbols
from malecon.games.havana.web.people import player_parts
from malecon.games.havana.web.pieces import TEMPLATES, explanations, piece_symbols
from malecon.games.havana.web.plots import payment_parts
from malecon.games.havana.web.street import MOST_POINTS, facade_parts, house, street_parts
from malecon.presentation.drawing import symbols
from malecon.presentation.game_page import BoardContext, GamePage, House
from malecon.presentation.parts import Canvas, Group, Part
from malecon.presentation.perspective import Perspective

__all__ = ["GAME_PAGE"]


def table_parts(context: BoardContext) -> Iterator[Part | Group]:
    """Yield the parts of the table, the whole first."""
    view, order = context.perspective.view, tuple(order_of(context))
    yield Part("table", draw_table, view.viewer)
    yield Part("symbols", draw_symbols, view.target)
    yield facade_parts(view)
    yield from known_parts(order, context)
    yield from street_parts(context)
    yield from player_parts(order, context)
    yield from hand_parts(context)
    yield from payment_parts(context)


def draw_table(canvas: Canvas, viewer: int | None) -> Markup:
    """Draw the places of the parts; a spectator has no hand."""
    own = None if viewer is None else f"player-{viewer + 1}"
    facts = {"own": own, "explanations": explanations(canvas.language)}
    return TEMPLATES.draw("havana/table.html", canvas, **facts)


def draw_symbols(canvas: Canvas, target: int) -> Markup:
    """Draw the pictures of pieces and cards, at which others point."""
    suns = sun_symbols((*range(1, MOST_POINTS + 1), target))
    return symbols(piece_symbols(), mark_symbols(), card_symbols(), suns, name=canvas.name)


INVITING = (24, 34, 22, 20)
"""Tiles whose houses look well beside each other."""


def pieces_gallery(language: Language) -> Markup:
    """Return the pieces with their names."""
    return TEMPLATES.render("havana/gallery.html", language, pieces=PIECES)


def drawing(name: str) -> Markup:
    """Return a card as a small sign, by its name in the rules."""
    return TEMPLATES.render("havana/sign.html", Language(), sign=sign(name, Language()))


def emblem() -> Markup:
    """Return some houses of a street."""
    return Markup("").join(house(tile) for tile in TILES if tile.id in INVITING)


def houses(player: PlayerSeen, perspective: Perspective) -> list[House]:
    """Return the houses that a player has bought: picture, points, words."""
    tiles = [perspective.view.tiles[tile - 1] for tile in player.tiles]
    return [House(house(tile), sun(tile.points), house_words(tile, perspective.language)) for tile in tiles]


def outcome(context: BoardContext[View]) -> str:
    """The number, two digits, that the open cards of the viewer make with the card that is laid (HAV-3.1)."""
    view, viewer = context.perspective.view, context.perspective.viewer
    number = None if viewer is None else view.players[viewer].next_number
    return "" if number is None else context.perspective.language.say(N_("Lay {number}"), number=f"{number:02}")


GAME_PAGE: GamePage[View] = GamePage(
    parts=table_parts,
    outcome=outcome,
    events=EVENT_PICTURES,
    pictures={"en": "start.webp", "fr": "start.fr.webp"},
    galleries={"pieces": pieces_gallery},
    drawing=drawing,
    emblem=emblem,
    houses=houses,
    favourites=N_("Favourite houses"),
    teacher=lambda: card_icon("mama"),
    style="table.css",
    guide_style="guide.css",
    review_style="review.css",
)
