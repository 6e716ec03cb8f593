"""Figures of many games of Cuba."""

from collections import Counter
from collections.abc import Mapping, Sequence
from statistics import mean
from typing import Any

from malecon.core.engine import Event
from malecon.core.i18n import N_, Language
from malecon.games.cuba import events as on
from malecon.games.cuba.text import POINTS, score_of
from malecon.games.cuba.text.words import title_of
from malecon.presentation.terminal_game import Finished

LEFT, LOADED, FIRST = "ships left", "pieces loaded", "first player"
"""What else is counted; the seat of the first player of the first round."""


def count(events: Sequence[Event]) -> Mapping[str, int]:
    """Count where points come from, ships that left and pieces that were loaded; remember who was first."""
    counts: Counter[str] = Counter()
    for event in events:
        source, points = score_of(event)
        counts[source] += points
        counts[LOADED] += isinstance(event, on.Loaded)
        counts[LEFT] += isinstance(event, on.Left)
    first = next(event.seat for event in events if isinstance(event, on.BecameFirst))
    return counts | {FIRST: first or 0}


def figures(games: Sequence[Finished]) -> dict[str, Any]:
    """Return the figures of many games: sources of points, the first player's success, buildings, loads, leftovers."""
    players = [player for game in games for player in game.view.players]
    tiles = Counter(name for player in players for name in player.buildings)
    return {
        "points by source": {source: total(games, source) / len(players) for source in POINTS},
        "victories of the first player": mean(share_of_first(game) for game in games),
        "buildings built a player": sum(tiles.values()) / len(players),
        "buildings": {
            tile.building.name: tiles[tile.building.name] / (len(games) * tile.building.copies)
            for tile in games[0].view.tiles
        },
        "ships left a game": total(games, LEFT) / len(games),
        "pieces loaded a game": total(games, LOADED) / len(games),
        "pesos left a player": mean(player.pesos for player in players),
    }


def total(games: Sequence[Finished], what: str) -> int:
    """Return the sum of a count over all games."""
    return sum(game.counts.get(what, 0) for game in games)


def share_of_first(game: Finished) -> float:
    """Return the share of the victory of who was first player in the first round."""
    return (game.counts[FIRST] in game.view.winners) / len(game.view.winners)


def figures_in_words(tally: Mapping[str, Any], language: Language) -> Sequence[str]:
    """Say all that."""
    say = language.say
    sources = tally["points by source"].items()
    points = ", ".join(f"{say(POINTS[source])} {each:.1f}" for source, each in sources)
    tiles = sorted(tally["buildings"].items(), key=lambda item: -item[1])
    shares = ", ".join(f"{title_of(name, language)} {share:.0%}" for name, share in tiles)
    traffic = N_("Ships that left a game: {ships:.1f}. Pieces loaded a game: {pieces:.1f}.")
    return [
        say(N_("Points of a player by source: {points}."), points=points),
        say(
            N_("The first player of the first round wins {share:.1%} of the games."),
            share=tally["victories of the first player"],
        ),
        say(traffic, ships=tally["ships left a game"], pieces=tally["pieces loaded a game"]),
        say(N_("Pesos left to a player: {pesos:.1f}."), pesos=tally["pesos left a player"]),
        say(N_("Buildings built by a player: {count:.1f}."), count=tally["buildings built a player"]),
        say(N_("Share of the tiles that are built: {buildings}."), buildings=shares),
    ]
