"""What a player of Havana has at the end: the houses, each with its points."""

from collections.abc import Mapping

from markupsafe import Markup

from malecon.games.havana.text.choices import tile_words
from malecon.games.havana.view import PlayerSeen
from malecon.games.havana.web.marks import sun
from malecon.games.havana.web.street import house
from malecon.presentation.perspective import Scene
from malecon.presentation.rendering import render

SIGNS: Mapping[str, Markup] = {}
"""None: all points are on houses."""


def houses(player: PlayerSeen, scene: Scene) -> list[tuple[Markup, Markup, str]]:
    """Return the houses that a player has bought: picture, points, words."""
    tiles = [scene.view.tiles[tile - 1] for tile in player.tiles]
    return [(house(tile), sun(tile.points), tile_words(tile, scene)) for tile in tiles]


def trophies(player: PlayerSeen, scene: Scene) -> Markup:
    """Return pictures of the houses that a player has bought."""
    return render("trophies.html", scene.language, houses=houses(player, scene), more="")
