"""How a game ended, and what many games have in common."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from statistics import mean
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from malecon.core.i18n import N_, Language
from malecon.presentation.explanations import rule_text
from malecon.presentation.perspective import Scene
from malecon.presentation.terminal_game import Desk, Finished
from malecon.presentation.text_layout import HARD_BLANK, Paragraph


def result(desk: Desk, scene: Scene) -> RenderableType:
    """Draw the final ranking, and the rule by which the game ended."""
    view, language = scene.view, scene.language
    names = language.listing([scene.names[seat] for seat in view.winners])
    template = N_("{names} wins.") if len(view.winners) == 1 else N_("{names} share the victory.")
    if view.winners == (scene.viewer,):
        template = N_("You win!")
    rule, _ = desk.voice.endings[view.ending]
    return Group(
        Text(language.say(template, names=names), "bold green"),
        Paragraph(rule_text(desk.voice.digest, rule, language), style="dim"),
        "",
        ranking(desk, scene),
    )


def ranking(desk: Desk, scene: Scene) -> Table:
    """Draw the players, the best first; equal ones have the same place."""
    players, say = scene.view.players, scene.language.say
    grid = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    for title in (N_("place"), N_("player"), N_("points"), *desk.voice.columns):
        grid.add_column(say(title))
    standings = [desk.voice.standing(player) for player in players]
    for player in sorted(players, key=desk.voice.standing, reverse=True):
        place = 1 + sum(standing > desk.voice.standing(player) for standing in standings)
        cells = [cell(player) for cell in desk.voice.columns.values()]
        grid.add_row(f"{place}.", scene.names[player.seat], str(player.points), *cells)
    return grid


def tally(desk: Desk, games: Sequence[Finished]) -> dict[str, Any]:
    """Return what games have in common, as plain data: rounds, points by place and seat, victories, endings, more."""
    views = [game.view for game in games]
    rounds = sorted(view.round for view in views)
    seats = range(views[0].seats)
    endings = Counter(view.ending for view in views)
    return {
        "rounds": {"mean": mean(rounds), "median": rounds[len(rounds) // 2], "fewest": rounds[0], "most": rounds[-1]},
        "points by place": points_by_place(views),
        "points": [mean(view.players[seat].points for view in views) for seat in seats],
        "victories": [mean((seat in view.winners) / len(view.winners) for view in views) for seat in seats],
        "endings": {ending: endings[ending] for ending in desk.voice.endings if ending in endings},
        **desk.figures(games),
    }


def points_by_place(views: Sequence[Any]) -> list[float]:
    """Return the mean points of the best player of each game, of the second, and so on."""
    ranked = (sorted((player.points for player in view.players), reverse=True) for view in views)
    return [mean(points) for points in zip(*ranked, strict=True)]


def tally_table(desk: Desk, tally: Mapping[str, Any], language: Language) -> RenderableType:
    """Draw the plain data of ``tally``."""
    tables = by_seat(tally, language), "", endings_table(desk, tally["endings"], language)
    words = map(Paragraph, desk.figures_in_words(tally, language))
    return Group(*map(Paragraph, rounds_and_places(tally, language)), "", *tables, "", *words)


def rounds_and_places(tally: Mapping[str, Any], language: Language) -> Iterator[str]:
    """Yield how many rounds there were, if that differs, and how many points each place had."""
    rounds = tally["rounds"]
    if rounds["fewest"] < rounds["most"]:
        yield language.say(N_("Rounds: {mean:.1f} on average, median {median}, {fewest} to {most}."), **rounds)
    points = ", ".join(
        f"{place}.{HARD_BLANK}{mean:.2f}" for place, mean in enumerate(tally["points by place"], start=1)
    )
    yield language.say(N_("Points on average by place: {points}."), points=points)


def by_seat(tally: Mapping[str, Any], language: Language) -> Table:
    """Draw points and victories by seat."""
    grid = Table(box=None, padding=(0, 3, 0, 0), header_style="dim")
    for title in (N_("seat"), N_("points on average"), N_("victories")):
        grid.add_column(language.say(title), justify="right")
    for seat, (points, victories) in enumerate(zip(tally["points"], tally["victories"], strict=True), start=1):
        grid.add_row(str(seat), f"{points:.2f}", f"{victories:.1%}")
    return grid


def endings_table(desk: Desk, endings: Mapping[str, int], language: Language) -> Table:
    """Draw how the games ended."""
    grid = Table(box=None, padding=(0, 3, 0, 0), header_style="dim")
    grid.add_column(language.say(N_("games")), justify="right")
    grid.add_column(language.say(N_("rule")))
    grid.add_column(language.say(N_("how they ended")))
    for ending, games in endings.items():
        rule, sentence = desk.voice.endings[ending]
        grid.add_row(str(games), rule, language.say(sentence))
    return grid
