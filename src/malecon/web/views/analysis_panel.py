"""What the search says of a position: the moves of who is asked with their chances, and what the others may do."""

from collections.abc import Iterator
from typing import NamedTuple

from markupsafe import Markup

from malecon.agents.agent import line_events, tried
from malecon.agents.analysis import Analysis
from malecon.core.match import Match
from malecon.core.plain_text import initials
from malecon.presentation.game_text import GameText
from malecon.presentation.perspective import Perspective
from malecon.web.rendering import render

MOST_LISTED, MOST_TOLD = 12, 3
"""Moves in the list, and those of which the continuation is told."""


class ListedMove(NamedTuple):
    """A move with its chance of 100, and what is expected to follow, in words."""

    label: str
    share: int
    visits: int
    told: str


class LikelyMove(NamedTuple):
    """A move of another seat, and of how many of 100 cases it is expected in."""

    label: str
    share: int


def draw_moves(analysis: Analysis, match: Match, seat: int, game_text: GameText, perspective: Perspective) -> Markup:
    """Return the list of the moves of a seat, and what the others are likely to do."""
    names, forecasts = perspective.names, analysis.forecasts
    letters = initials(tuple(names[each] for each in range(len(analysis.chances))))
    likely = [(names[each.seat], [*_likely(each.moves, game_text, perspective)]) for each in forecasts]
    return render(
        "analysis_moves.html",
        perspective.language,
        moves=list(_listed(analysis, match, seat, game_text, perspective)),
        others=likely,
        chances=[(letters[each], names[each], round(100 * chance)) for each, chance in enumerate(analysis.chances)],
        iterations=analysis.iterations,
    )


def _listed(
    analysis: Analysis, match: Match, seat: int, game_text: GameText, perspective: Perspective
) -> Iterator[ListedMove]:
    """Yield the best moves, and of the first ones what is expected to follow."""
    narrator = game_text.narrator
    for place, each in enumerate(tried(analysis.moves)[:MOST_LISTED]):
        events = line_events(match, seat, (each.move, *each.line)) if place < MOST_TOLD else ()
        told = " ".join(narrator.tell_all(events, perspective.language, perspective.names, seat))
        yield ListedMove(game_text.in_words(perspective, each.move), round(100 * each.worth), each.visits, told)


def _likely(
    moves: tuple[tuple[str, float], ...], game_text: GameText, perspective: Perspective
) -> Iterator[LikelyMove]:
    """Yield what another seat is likely to do."""
    for move, likelihood in moves:
        yield LikelyMove(game_text.in_words(perspective, move), round(100 * likelihood))
