"""Hints: the moves of a seat as a computer player sees them, by points where the game is decided."""

from collections.abc import Sequence

from malecon.agents.agent import CLOSE, Advice, RolloutPlayer
from malecon.agents.searcher import Searcher
from malecon.core.match import Match
from malecon.core.reason import is_decided

BY_POINTS = RolloutPlayer("points", samples=32)


def hint(agent: Searcher, match: Match, seat: int, key: int) -> list[Advice]:
    """Return the legal moves of a seat, the best first, as ``agent`` sees them.

    Where nearly every move wins, or none does, the shares of the victory say nothing about moves, and the most visited
    one is any: those with about the best share are ordered by points, with a lead over the best rival.
    """
    advice = agent.advise(match, seat, key)
    if not is_decided(advice[0].worth):
        return advice
    points = {each.move: each.worth for each in BY_POINTS.advise(match, seat, key)}
    return sorted(advice, key=lambda each: (not _is_alike(each, advice), -points[each.move]))


def _is_alike(each: Advice, advice: Sequence[Advice]) -> bool:
    """Tell whether a move was tried, and wins about as often as the most visited one."""
    return each.visits > 0 and advice[0].worth - each.worth < CLOSE
