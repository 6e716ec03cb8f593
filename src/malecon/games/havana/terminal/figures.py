"""Figures of many games of Havana."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from malecon.core.i18n import N_, Language
from malecon.presentation.terminal_game import Finished

SHOWN = 6
"""Tiles that are named as most, or least, often bought."""


def figures(games: Sequence[Finished]) -> dict[str, Any]:
    """Return the number of tiles bought a game, and for each tile the share of games in which it is bought."""
    bought = Counter(tile for game in games for player in game.view.players for tile in player.tiles)
    return {
        "tiles bought a game": sum(bought.values()) / len(games),
        "tiles": {str(tile.id): bought[tile.id] / len(games) for tile in games[0].view.tiles},
    }


def figures_in_words(tally: Mapping[str, Any], language: Language) -> Sequence[str]:
    """Return sentences about ``figures``: tiles sold, those bought most often and least often."""
    ranked = sorted(tally["tiles"].items(), key=lambda item: -item[1])
    most = ", ".join(f"{tile} ({share:.0%})" for tile, share in ranked[:SHOWN])
    least = ", ".join(f"{tile} ({share:.0%})" for tile, share in ranked[: -SHOWN - 1 : -1])
    return [
        language.say(N_("Houses sold a game: {tiles:.1f}."), tiles=tally["tiles bought a game"]),
        language.say(N_("Houses bought most often: {tiles}."), tiles=most),
        language.say(N_("Houses bought least often: {tiles}."), tiles=least),
    ]
