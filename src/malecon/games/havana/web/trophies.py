"""What a player of Havana has at the end: the houses, each with its points."""

from malecon.games.havana.text.choices import tile_words
from malecon.games.havana.view import PlayerSeen
from malecon.games.havana.web.marks import sun
from malecon.games.havana.web.street import house
from malecon.presentation.game_page import House
from malecon.presentation.perspective import Perspective


def houses(player: PlayerSeen, perspective: Perspective) -> list[House]:
    """Return the houses that a player has bought: picture, points, words."""
    tiles = [perspective.view.tiles[tile - 1] for tile in player.tiles]
    return [House(house(tile), sun(tile.points), tile_words(tile, perspective.language)) for tile in tiles]
