"""A whole record under the eyes of a computer player: what it would have done, and how the chances went."""

from collections.abc import Iterator

import msgspec

from malecon.agents.agent import Advice
from malecon.agents.search.searcher import Searcher
from malecon.core.match import Match

MOST_SHOWN = 3
"""Moves of which is told how good they are."""
FEW = 4
"""A move that was tried less often than the best by such a factor is hardly known."""


class Judged(msgspec.Struct, frozen=True):
    """A decision of a record.

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


def judge(match: Match, agent: Searcher, key: int = 0) -> Iterator[Judged]:
    """Yield every decision of a match as ``agent`` sees it with the eyes of who made it.

    What a search has hardly tried it hardly knows; so a move that it left aside is searched by itself.

    ``key``: of the agent's random numbers.
    """
    now = match.after(0)
    for number, (seat, move) in enumerate(match.moves, start=1):
        advice = agent.advise(now, seat, key)
        played, best = next(each for each in advice if each.move == move), advice[0]
        is_known = FEW * played.visits >= best.visits
        share = played.worth if is_known else agent.share_after(now, seat, move, key)
        yield Judged(number, seat + 1, move, share, tuple(advice[:MOST_SHOWN]))
        now.play(seat, move)
