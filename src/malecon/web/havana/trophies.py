"""What a player of Havana has at the end: the houses, each with its points."""

from collections.abc import Mapping

from markupsafe import Markup

from malecon.havana.view import PlayerSeen
from malecon.telling.havana.choices import tile_words
from malecon.telling.scene import Scene
from malecon.web.art.marks import sun
from malecon.web.havana.street import house
from malecon.web.showing.rendering import render

SIGNS: Mapping[str, Markup] = {}
"""None: all points are on houses."""


def houses(player: PlayerSeen, scene: Scene) -> list[tuple[Markup, Markup, str]]:
    """Return the houses that a player has bought: picture, points, words."""
    tiles = [scene.view.tiles[tile - 1] for tile in player.tiles]
    return [(house(tile), sun(tile.points), tile_words(tile, scene)) for tile in tiles]


def trophies(player: PlayerSeen, scene: Scene) -> Markup:
    """Return pictures of the houses that a player has bought."""
    return render("trophies.html", scene.language, houses=houses(player, scene), more="")
