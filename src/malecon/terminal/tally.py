"""Statistics of many finished games, as plain data and as tables."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from statistics import mean
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table

from malecon.core.i18n import N_, Language
from malecon.presentation.terminal_game import Finished, TerminalGame
from malecon.presentation.text_layout import HARD_BLANK, Paragraph


def tally(terminal_game: TerminalGame, games: Sequence[Finished]) -> dict[str, Any]:
    """Return the statistics of games as plain data: rounds, points by place and by seat, victories, endings.

    The game adds figures of its own (``TerminalGame.figures``).
    """
    views = [game.view for game in games]
    rounds = sorted(view.round for view in views)
    seats = range(views[0].seats)
    endings = Counter(view.ending for view in views)
    return {
        "rounds": {"mean": mean(rounds), "median": rounds[len(rounds) // 2], "fewest": rounds[0], "most": rounds[-1]},
        "points by place": _points_by_place(views),
        "points": [mean(view.players[seat].points for view in views) for seat in seats],
        "victories": [mean((seat in view.winners) / len(view.winners) for view in views) for seat in seats],
        "endings": {ending: endings[ending] for ending in terminal_game.game_text.endings if ending in endings},
        **terminal_game.figures(games),
    }


def _points_by_place(views: Sequence[Any]) -> list[float]:
    """Return the mean points of the best player of each game, of the second, and so on."""
    ranked = (sorted((player.points for player in view.players), reverse=True) for view in views)
    return [mean(points) for points in zip(*ranked, strict=True)]


def tally_table(terminal_game: TerminalGame, tally: Mapping[str, Any], language: Language) -> RenderableType:
    """Return the plain data of ``tally`` as tables and sentences."""
    tables = _seat_table(tally, language), "", _ending_table(terminal_game, tally["endings"], language)
    words = map(Paragraph, terminal_game.figures_in_words(tally, language))
    return Group(*map(Paragraph, _sentences(tally, language)), "", *tables, "", *words)


def _sentences(tally: Mapping[str, Any], language: Language) -> Iterator[str]:
    """Yield a sentence about the number of rounds, if it differs, and one about the points by place."""
    rounds = tally["rounds"]
    if rounds["fewest"] < rounds["most"]:
        yield language.say(N_("Rounds: {mean:.1f} on average, median {median}, {fewest} to {most}."), **rounds)
    points = ", ".join(
        f"{place}.{HARD_BLANK}{mean:.2f}" for place, mean in enumerate(tally["points by place"], start=1)
    )
    yield language.say(N_("Points on average by place: {points}."), points=points)


def _seat_table(tally: Mapping[str, Any], language: Language) -> Table:
    """Return points and victories by seat."""
    grid = Table(box=None, padding=(0, 3, 0, 0), header_style="dim")
    for title in (N_("seat"), N_("points on average"), N_("victories")):
        grid.add_column(language.say(title), justify="right")
    for seat, (points, victories) in enumerate(zip(tally["points"], tally["victories"], strict=True), start=1):
        grid.add_row(str(seat), f"{points:.2f}", f"{victories:.1%}")
    return grid


def _ending_table(terminal_game: TerminalGame, endings: Mapping[str, int], language: Language) -> Table:
    """Return the number of games by the rule that ended them."""
    grid = Table(box=None, padding=(0, 3, 0, 0), header_style="dim")
    grid.add_column(language.say(N_("games")), justify="right")
    grid.add_column(language.say(N_("rule")))
    grid.add_column(language.say(N_("how they ended")))
    for ending, games in endings.items():
        rule, sentence = terminal_game.game_text.endings[ending]
        grid.add_row(str(games), rule, language.say(sentence))
    return grid
