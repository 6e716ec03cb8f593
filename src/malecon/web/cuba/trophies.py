"""What a player of Cuba has at the end: the buildings and the pesos, and signs for what points come from."""

from collections.abc import Mapping

from markupsafe import Markup

from malecon.cuba.view import PlayerSeen
from malecon.cuba.words import FORMS, TITLE, title
from malecon.telling.cuba.ending import POINTS, built
from malecon.telling.scene import Scene
from malecon.web.cuba import pieces
from malecon.web.showing.rendering import render

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


def houses(player: PlayerSeen, scene: Scene) -> list[tuple[Markup, Markup, str]]:
    """Return the buildings that a player has built: picture, nothing, words."""
    return [
        (pieces.house(name, travels=False), Markup(), scene.language.word(TITLE, title(name))) for name in built(player)
    ]


def trophies(player: PlayerSeen, scene: Scene) -> Markup:
    """Return pictures of the buildings that a player has built, and the pesos."""
    pesos = scene.language.count(FORMS["peso"], player.pesos)
    return render("trophies.html", scene.language, houses=houses(player, scene), more=pieces.icon("peso") + pesos)
