"""What a player of Cuba has at the end: the buildings and the pesos, and signs for what points come from."""

from collections.abc import Mapping

from markupsafe import Markup

from malecon.games.cuba.text.game_text import POINTS
from malecon.games.cuba.text.words import FORMS, TITLE, title
from malecon.games.cuba.view import PlayerSeen
from malecon.games.cuba.web import pieces
from malecon.presentation.game_page import House
from malecon.presentation.perspective import Perspective

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
