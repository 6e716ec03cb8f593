"""The mixing of secret choices: of moves about as good one is drawn, so that nobody can count on any of them.

Where seats choose in secret, somebody who always makes the most visited move can be beaten by whoever knows how it
thinks (docs/measurements/exploitability.md).
"""

import random
from collections.abc import Sequence

from msgspec import Struct

from malecon.agents.agent import Advice
from malecon.core.match import Match


class Mixing(Struct, frozen=True):
    """The parameters of a draw.

    Attributes:
        power: of the visits, to which chances are in proportion.
        tried: share of the visits of the most visited move that a move must have.
    """

    power: float
    tried: float


def is_secret(match: Match, seat: int, move: str) -> bool:
    """Tell whether others see that a seat has made a move, but not which."""
    events = match.copy().play(seat, move)
    return bool(events) and events[0].seat == seat and bool(events[0].secret)


def weights_of(visits: Sequence[int], mixing: Mixing) -> list[float]:
    """Return the weight of each move in a draw, by its visits.

    >>> weights_of([100, 50, 49], Mixing(power=2, tried=0.5))
    [1.0, 0.25, 0.0]
    """
    shares = [each / max(visits) for each in visits]
    return [share**mixing.power if share >= mixing.tried else 0.0 for share in shares]


def draw_move(advice: Sequence[Advice], mixing: Mixing, key: int) -> str:
    """Return a move that is drawn among those that a search has tried often; ``key``: of the draw."""
    weights = weights_of([each.visits for each in advice], mixing)
    return random.Random(key).choices(advice, weights)[0].move
