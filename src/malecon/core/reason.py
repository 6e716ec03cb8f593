"""Reasons: what differs between the futures of two moves, as ``agents/explanation.py`` finds it."""

from msgspec import Struct

from malecon.core.ledger import HAPPENS, PIECES, Entry

AT_ONCE = "at once"
"""The thing, and the verb, of what the moves themselves score."""
CONFIRMED = 0.35
"""Share of the difference that must go with a thing."""


class Fact(Struct, frozen=True):
    """What differs between the futures of two moves.

    Attributes:
        entry: what happens to whom; its ``amount`` is 1.
        amounts: points or pieces in that round, after the better and after the other move, on average.
        chances: how often it happens at all then.
        weight: what the difference is worth, as a share of the victory.
        round: 0 for the round in which the moves are made, 1 for the next one.
        wins: whether the decider mostly wins with it, after the better move.
        direct: whether the move itself brings it: it may be a link, or be told with a cause, but is none.
        is_means: whether it is pieces, or done for the sake of something else.
    """

    entry: Entry
    amounts: tuple[float, float]
    chances: tuple[float, float]
    weight: float
    round: int = 0
    wins: bool = False
    direct: bool = False
    is_means: bool = False

    @property
    def is_step(self) -> bool:
        """Whether something is done, for the sake of something else or by the move itself, that is no gain yet."""
        return (self.is_means and self.entry.lens != PIECES) or (self.direct and self.entry.lens == HAPPENS)

    @property
    def change(self) -> float:
        """How much more there is after the better move: pieces that are not lost count too; or how much more often."""
        if self.entry.lens == PIECES:
            return self.amounts[0] - self.amounts[1]
        return self.chances[0] - self.chances[1] or self.amounts[0] - self.amounts[1]


Link = tuple[Fact, ...]
"""What leads to a cause: facts that differ in the kind of piece only."""


class Reason(Struct, frozen=True):
    """A cause: a thing, with all that differs by it, the weightiest first.

    Attributes:
        drop: share of the difference that goes when the thing is taken out of the game; ``None`` if it cannot be.
        means: what leads to it, in order, by other things.
        purpose: what it is for: a fact of another thing.
        named: whether the better move names the thing.
        against: what a thing that the other move names brings to the decider.
    """

    thing: str
    facts: tuple[Fact, ...]
    drop: float | None = None
    means: tuple[Link, ...] = ()
    purpose: Fact | None = None
    named: bool = False
    against: Fact | None = None

    @property
    def speaking(self) -> list[Fact]:
        """The facts that speak for the better move: points and events, pieces, what is done for their sake."""
        speaking = [fact for fact in self.facts if fact.weight > 0]
        return sorted(speaking, key=lambda fact: (fact.is_means or fact.entry.seat is None) + fact.is_step)

    @property
    def lead(self) -> Fact:
        """The first of the facts that speak for it; the first of all if none does."""
        return next(iter(self.speaking), self.facts[0])

    @property
    def things(self) -> set[str]:
        """The thing, and those of its links."""
        links = [*self.means, *([] if self.purpose is None else [(self.purpose,)])]
        return {self.thing, *(fact.entry.thing for link in links for fact in link)}

    @property
    def weight(self) -> float:
        """What all of it is worth, as a share of the victory; without what the move itself brings."""
        return sum(fact.weight for fact in self.facts if not fact.direct)

    @property
    def score(self) -> float:
        """Its weight, less what did not go with the thing; of one that the move names, what speaks for the move."""
        weight = sum(fact.weight for fact in self.speaking) if self.named else self.weight
        return weight * min(self.drop, 1.0) if self.drop is not None else weight

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
