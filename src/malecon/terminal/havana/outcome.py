"""How a game of Havana ended, and what many games have in common."""

from collections import Counter
from collections.abc import Mapping, Sequence
from statistics import mean
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from malecon.core.events import Event
from malecon.core.language import N_, Language
from malecon.havana.digest import RULES
from malecon.havana.events import RoundBegan
from malecon.havana.narrate import ENDINGS
from malecon.havana.view import View
from malecon.terminal.flow import Paragraph
from malecon.terminal.havana.explaining import rule_text
from malecon.terminal.scene import Scene

RULE_OF = {
    "points": "HAV-7.1",
    "no tile left": "HAV-7.2",
    "no cube left": "HAV-7.2",
    "no purchase and no cube": "HAV-7.3",
    "no purchase": "HAV-7.3",
}
"""The sentence by which a game ended."""


def result(scene: Scene) -> RenderableType:
    """Draw the final ranking, and the rule by which the game ended."""
    view, language = scene.view, scene.language
    names = language.listing([winner_name(seat, scene) for seat in view.winners])
    template = N_("{names} wins.") if len(view.winners) == 1 else N_("{names} share the victory.")
    if view.winners == (scene.viewer,):
        template = N_("You win!")
    return Group(
        Text(language.say(template, names=names), "bold green"),
        Paragraph(rule_text(RULE_OF[view.ending], language), style="dim"),
        "",
        ranking(scene),
    )


def winner_name(seat: int, scene: Scene) -> str:
    """Return what a winner is called."""
    return scene.names[seat]


def ranking(scene: Scene) -> Table:
    """Draw the players, the best first; equal points have the same place."""
    view, say = scene.view, scene.language.say
    grid = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    for title in (N_("place"), N_("player"), N_("points"), N_("tiles")):
        grid.add_column(say(title))
    for player in sorted(view.players, key=lambda player: -player.points):
        place = 1 + sum(other.points > player.points for other in view.players)
        tiles = " ".join(map(str, player.tiles)) or "–"
        grid.add_row(f"{place}.", scene.names[player.seat], str(player.points), tiles)
    return grid


def round_of(event: Event) -> int | None:
    """Return the number of the round that an event begins."""
    return event.number if isinstance(event, RoundBegan) else None


def tally(views: Sequence[View], language: Language) -> dict[str, Any]:
    """Return what finished games have in common, as plain data: rounds, points and victories by seat, ends, tiles."""
    rounds = sorted(view.round for view in views)
    seats = range(views[0].seats)
    bought = Counter(tile for view in views for player in view.players for tile in player.tiles)
    endings = Counter(view.ending for view in views)
    return {
        "rounds": {"mean": mean(rounds), "median": rounds[len(rounds) // 2], "fewest": rounds[0], "most": rounds[-1]},
        "points": [mean(view.players[seat].points for view in views) for seat in seats],
        "victories": [mean((seat in view.winners) / len(view.winners) for view in views) for seat in seats],
        "endings": {ending: endings[ending] for ending in RULE_OF if ending in endings},
        "tiles bought a game": sum(bought.values()) / len(views),
        "tiles": {str(tile.id): bought[tile.id] / len(views) for tile in views[0].tiles},
    }


def tally_table(tally: Mapping[str, Any], language: Language) -> RenderableType:
    """Draw the plain data of ``tally``."""
    tables = by_seat(tally, language), "", endings_table(tally, language)
    return Group(overview(tally, language), "", *tables, "", *tiles_lines(tally, language))


def overview(tally: Mapping[str, Any], language: Language) -> str:
    """Say how long the games were."""
    rounds = tally["rounds"]
    template = N_("Rounds: {mean:.1f} on average, median {median}, {fewest} to {most}. Tiles sold a game: {tiles:.1f}.")
    return language.say(template, tiles=tally["tiles bought a game"], **rounds)


def by_seat(tally: Mapping[str, Any], language: Language) -> Table:
    """Draw points and victories by seat."""
    grid = Table(box=None, padding=(0, 3, 0, 0), header_style="dim")
    for title in (N_("seat"), N_("points on average"), N_("victories")):
        grid.add_column(language.say(title), justify="right")
    for seat, (points, victories) in enumerate(zip(tally["points"], tally["victories"], strict=True), start=1):
        grid.add_row(str(seat), f"{points:.2f}", f"{victories:.1%}")
    return grid


def endings_table(tally: Mapping[str, Any], language: Language) -> Table:
    """Draw how the games ended."""
    grid = Table(box=None, padding=(0, 3, 0, 0), header_style="dim")
    grid.add_column(language.say(N_("games")), justify="right")
    grid.add_column(language.say(N_("rule")))
    grid.add_column(language.say(N_("how they ended")))
    for ending, games in tally["endings"].items():
        assert RULE_OF[ending] in RULES
        grid.add_row(str(games), RULE_OF[ending], language.say(ENDINGS[ending]))
    return grid


def tiles_lines(tally: Mapping[str, Any], language: Language) -> Sequence[str]:
    """Say which tiles are bought most and least."""
    ranked = sorted(tally["tiles"].items(), key=lambda item: -item[1])
    most = ", ".join(f"{tile} ({share:.0%})" for tile, share in ranked[:6])
    least = ", ".join(f"{tile} ({share:.0%})" for tile, share in ranked[:-7:-1])
    return [
        language.say(N_("Tiles bought most often: {tiles}."), tiles=most),
        language.say(N_("Tiles bought least often: {tiles}."), tiles=least),
    ]
