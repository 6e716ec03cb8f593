"""A computer player with a style: what it likes to do, where its search finds several moves about as good.

A style never costs much: a move is taken for its sake only if the search tried it often and expects nearly as much of
it as of the best one.
"""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from msgspec import Struct, convert

from malecon import games
from malecon.agents.agent import Advice, Agent
from malecon.agents.names import NAMES
from malecon.agents.searcher import Searcher
from malecon.core.data import folder_of
from malecon.core.errors import UsageError
from malecon.core.match import Match

SEPARATOR = ":"
"""Between the name of a level and that of a style."""


class Style(Struct, frozen=True):
    """A style in one game.

    Attributes:
        title: what its players are called, in English, after their name and level.
        words: for each word in the notation of a move, by how much the move is preferred for it.
    """

    title: str
    words: dict[str, float]

    def preference(self, move: str) -> float:
        """Return by how much a move is preferred.

        >>> Style("thief", {"with pesos thief": 1}).preference("cover siesta with pesos thief")
        1
        """
        return sum(weight for word, weight in self.words.items() if word in move)


FILES = {game: folder_of(game) / "data/styles.toml" for game in games}
STYLES: Mapping[str, Mapping[str, Style]] = {
    game: convert(tomllib.loads(file.read_text("utf-8")), dict[str, Style])
    for game, file in FILES.items()
    if file.is_file()
}
"""By the name of the game, then of the style."""


def style_of(name: str, game: str) -> str:
    """Return the style of a computer player with a name in a game; empty for none.

    >>> [style_of(name, "havana") for name in ("Rosa", "Mateo", "Inés", "Ana")]
    ['builder', 'thief', 'trader', '']
    """
    styles = [*STYLES.get(game, ())]
    return styles[NAMES.index(name) % len(styles)] if styles and name in NAMES else ""


def names_by_style(game: str) -> dict[str, list[str]]:
    """Return the names of the computer players of each style of a game."""
    return {style: [name for name in NAMES if style_of(name, game) == style] for style in STYLES.get(game, ())}


@dataclass(frozen=True, slots=True)
class StyledPlayer(Agent):
    """Makes the move that its style prefers among those that a searcher finds about as good.

    Attributes:
        name: ``LEVEL:STYLE``.
        judge: who searches.
        style: the name of the style.
        margin: by how much less of the victory than of the best move may be expected of such a move.
        tried: share of the visits of the best move that it must have.
    """

    name: str
    judge: Searcher
    style: str
    margin: float
    tried: float

    def advise(self, match: Match, seat: int, key: int | None = None) -> Sequence[Advice]:
        """Return the legal moves, first the preferred one of the good ones, then the others, the best first.

        Raises:
            UsageError: there is no such style in the game.
        """
        style = STYLES.get(match.game.name, {}).get(self.style)
        if style is None:
            raise UsageError(f"{self.name}: has a style that there is not in {match.game.name}")
        advice = self.judge.advise(match, seat, key)
        best = advice[0]
        good = [
            each
            for each in advice
            if each.visits >= self.tried * best.visits and each.worth >= best.worth - self.margin
        ]
        preferred = max(good, key=lambda each: style.preference(each.move))
        return [preferred, *(each for each in advice if each is not preferred)]
