"""Analysis of a record by a computer player: what it would have done, and how the chances went."""

from collections.abc import Iterator

import msgspec

from malecon.agents.agent import Advice
from malecon.agents.search.searcher import Searcher
from malecon.core.match import Match

MOST_SHOWN = 3
"""Moves of a decision whose values are given."""
FEW = 4
"""A move with so many times fewer visits than the best is hardly known."""


class AnalysedMove(msgspec.Struct, frozen=True):
    """A decision of a record, as the computer player sees it.

    Attributes:
        number: of the move, the first is 1.
        seat: 1-based.
        played: the move that was made.
        share: expected share of the victory after it, 0 to 1, for the seat.
        best: the moves that the computer player would consider, the best first.
    """

    number: int
    seat: int
    played: str
    share: float
    best: tuple[Advice, ...]

    @property
    def lost(self) -> float:
        """The share of the victory that another move would have brought more; 0 if this one was the best."""
        return max(0.0, self.best[0].worth - self.share)


def analyse_moves(match: Match, agent: Searcher, key: int = 0) -> Iterator[AnalysedMove]:
    """Yield every decision of a match as ``agent`` sees it, from what the seat knew that made it.

    A move that the search has hardly tried, it hardly knows: such a move is searched by itself.

    ``key``: of the agent's random numbers.
    """
    now = match.after(0)
    for number, (seat, move) in enumerate(match.moves, start=1):
        advice = agent.advise(now, seat, key)
        played, best = next(each for each in advice if each.move == move), advice[0]
        is_known = FEW * played.visits >= best.visits
        share = played.worth if is_known else agent.share_after(now, seat, move, key)
        yield AnalysedMove(number, seat + 1, move, share, tuple(advice[:MOST_SHOWN]))
        now.play(seat, move)
