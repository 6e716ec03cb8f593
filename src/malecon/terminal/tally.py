"""Statistics of many finished games, as plain data and as tables."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import mean

from rich.console import Group, RenderableType
from rich.table import Table

from malecon.core.i18n import N_, Language
from malecon.core.untyped import PlainData
from malecon.presentation.terminal_game import Finished, TerminalGame
from malecon.presentation.text_layout import HARD_BLANK, Paragraph


@dataclass(frozen=True, slots=True)
class Tally:
    """Statistics of many finished games.

    Attributes:
        rounds: mean, median, fewest and most rounds of a game.
        points_by_place: mean points of the best player of each game, of the second, and so on.
        points: mean points by seat.
        victories: mean share of the victory by seat.
        endings: number of games by the key of their ending (``GameText.endings``).
        figures: of this game alone (``TerminalGame.figures``).
    """

    rounds: Mapping[str, float]
    points_by_place: Sequence[float]
    points: Sequence[float]
    victories: Sequence[float]
    endings: Mapping[str, int]
    figures: PlainData

    @classmethod
    def of(cls, terminal_game: TerminalGame, games: Sequence[Finished]) -> "Tally":
        """Return the statistics of finished games."""
        views = [game.view for game in games]
        rounds = sorted(view.round for view in views)
        points = [[player.points for player in view.players] for view in views]
        shares = [[(seat in view.winners) / len(view.winners) for seat in range(view.seats)] for view in views]
        endings = Counter(view.ending for view in views)
        return cls(
            rounds={"mean": mean(rounds), "median": rounds[len(rounds) // 2], "fewest": rounds[0], "most": rounds[-1]},
            points_by_place=_means(sorted(each, reverse=True) for each in points),
            points=_means(points),
            victories=_means(shares),
            endings={ending: endings[ending] for ending in terminal_game.game_text.endings if ending in endings},
            figures=terminal_game.figures(games),
        )

    def plain(self) -> dict[str, object]:
        """Return the statistics as the data of ``--json``."""
        return {
            "rounds": self.rounds,
            "points by place": self.points_by_place,
            "points": self.points,
            "victories": self.victories,
            "endings": self.endings,
            **self.figures,
        }


def _means(rows: Iterator[Sequence[float]] | Sequence[Sequence[float]]) -> list[float]:
    """Return the mean of each column."""
    return [mean(column) for column in zip(*rows, strict=True)]


def tally_table(terminal_game: TerminalGame, tally: Tally, language: Language) -> RenderableType:
    """Return statistics as tables and sentences."""
    tables = _seat_table(tally, language), "", _ending_table(terminal_game, tally.endings, language)
    words = map(Paragraph, terminal_game.figures_in_words(tally.figures, language))
    return Group(*map(Paragraph, _sentences(tally, language)), "", *tables, "", *words)


def _sentences(tally: Tally, language: Language) -> Iterator[str]:
    """Yield a sentence about the number of rounds, if it differs, and one about the points by place."""
    rounds = tally.rounds
    if rounds["fewest"] < rounds["most"]:
        yield language.say(N_("Rounds: {mean:.1f} on average, median {median}, {fewest} to {most}."), **rounds)
    points = ", ".join(f"{place}.{HARD_BLANK}{mean:.2f}" for place, mean in enumerate(tally.points_by_place, start=1))
    yield language.say(N_("Points on average by place: {points}."), points=points)


def _seat_table(tally: Tally, language: Language) -> Table:
    """Return points and victories by seat."""
    grid = Table(box=None, padding=(0, 3, 0, 0), header_style="dim")
    for title in (N_("seat"), N_("points on average"), N_("victories")):
        grid.add_column(language.say(title), justify="right")
    for seat, (points, victories) in enumerate(zip(tally.points, tally.victories, strict=True), start=1):
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
