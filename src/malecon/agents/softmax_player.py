"""A computer player that takes one of the moves that look best to it, the better the likelier.

So it errs as people do: rarely by much, and seldom where one move is plainly the best.
"""

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass

from malecon.agents.agent import Advice, Agent, RolloutPlayer, key_or_random
from malecon.core.match import Match


@dataclass(frozen=True, slots=True)
class SoftmaxPlayer(Agent):
    """Draws among the best moves of another player, each with a chance in proportion to exp(value / temperature).

    Attributes:
        name: of the level.
        judge: whose values the moves have, in points.
        considered: how many of the best moves are drawn from.
        temperature: in points, above 0; the higher, the more often a lesser move is taken.
    """

    name: str
    judge: RolloutPlayer
    considered: int
    temperature: float

    def advise(self, match: Match, seat: int, key: int | None = None) -> Sequence[Advice]:
        """Return the legal moves, first the one that is drawn, then the others by value."""
        key = key_or_random(key)
        advice = [*self.judge.advise(match, seat, key)]
        weights = [math.exp((each.worth - advice[0].worth) / self.temperature) for each in advice[: self.considered]]
        drawn = random.Random(key).choices(range(len(weights)), weights)[0]
        return [advice.pop(drawn), *advice]
