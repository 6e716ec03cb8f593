"""Reasons: what differs between the futures of two moves, as ``agents/explanation.py`` finds it."""

from msgspec import Struct

from malecon.core.ledger import Entry

CONFIRMED = 0.4
"""Share of the difference that must go with a thing."""


class Fact(Struct, frozen=True):
    """What differs between the futures of two moves.

    Attributes:
        entry: what happens to whom; its ``amount`` is 1.
        amounts: points or pieces, after the better and after the other move, on average.
        chances: how often it happens at all.
        weight: what the difference is worth, as a share of the victory.
    """

    entry: Entry
    amounts: tuple[float, float]
    chances: tuple[float, float]
    weight: float


class Reason(Struct, frozen=True):
    """A cause: a thing, with all that differs by it, the weightiest first.

    Attributes:
        drop: share of the difference that goes when the thing is taken out of the game; ``None`` if it cannot be.
    """

    thing: str
    facts: tuple[Fact, ...]
    drop: float | None = None

    @property
    def weight(self) -> float:
        """What all of it is worth, as a share of the victory."""
        return sum(fact.weight for fact in self.facts)

    @property
    def score(self) -> float:
        """Its weight, less what did not go with the thing."""
        return self.weight * min(self.drop, 1.0) if self.drop is not None else self.weight

    @property
    def is_confirmed(self) -> bool:
        """Whether most of the difference goes without the thing."""
        return self.drop is not None and self.drop >= CONFIRMED


class Explanation(Struct, frozen=True):
    """Why a move is better than another.

    Attributes:
        values: share of the victory after each of them, as the searches say.
        reasons: the causes, the first one first; none if there is no clear one.
    """

    values: tuple[float, float] = (0.0, 0.0)
    reasons: tuple[Reason, ...] = ()
