"""Cuba on a page: the record, the pictures for the page of the rules, and what a player has at the end."""

from collections.abc import Mapping

from markupsafe import Markup

from malecon.core.i18n import Language
from malecon.games.cuba.boards import PIECES
from malecon.games.cuba.buildings import STANDARD
from malecon.games.cuba.cards import CHARACTERS
from malecon.games.cuba.text.descriptions import building_text
from malecon.games.cuba.text.game_text import POINTS
from malecon.games.cuba.text.words import FORMS, TITLE, title
from malecon.games.cuba.view import PlayerSeen, View
from malecon.games.cuba.web import pieces
from malecon.games.cuba.web.art import TEMPLATES
from malecon.games.cuba.web.board import table_parts
from malecon.games.cuba.web.places import places_of
from malecon.presentation.game_page import GamePage, House
from malecon.presentation.playable_game import Perspective


def gallery(language: Language) -> Markup:
    """Return the pictures with their words."""
    return TEMPLATES.render(
        "cuba/gallery.html",
        language,
        all_pieces=PIECES,
        characters=CHARACTERS,
        buildings=STANDARD,
        text_of=building_text,
    )


def invitation() -> Markup:
    """Return two people and a ship that waits for them."""
    return pieces.portrait("foreman") + pieces.vessel(1) + pieces.portrait("tradeswoman")


SIGNS: Mapping[str, Markup] = {
    POINTS[source]: pieces.icon(name)
    for source, name in {
        "ships": "ship",
        "used": "house",
        "tax": "peso",
        "duty": "product",
        "both": "vote",
        "subsidy": "resource",
        "alternative": "sun",
        "buildings": "house",
    }.items()
}
"""By the title of what points come from."""


def houses(player: PlayerSeen, perspective: Perspective) -> list[House]:
    """Return the buildings that a player has built: picture, nothing, words."""
    return [
        House(pieces.house(name, travels=False), Markup(), perspective.language.word(TITLE, title(name)))
        for name in player.buildings
    ]


def belongings(player: PlayerSeen, perspective: Perspective) -> Markup:
    """Return the pesos of a player."""
    return pieces.icon("peso") + perspective.language.count(FORMS["peso"], player.pesos)


GAME_PAGE: GamePage[View] = GamePage(
    parts=table_parts,
    places=places_of,
    gallery=gallery,
    invitation=invitation,
    houses=houses,
    belongings=belongings,
    signs=SIGNS,
    style="table.css",
    invitation_style="invitation.css",
)
