"""Reasons: what differs between the futures of two moves, as ``agents/explanation.py`` finds it."""

from msgspec import Struct

from malecon.core.ledger import HAPPENS, PIECES, POINTS, Entry

BALANCE, IN_ALL = "balance", "in all"
"""The thing, and the verb, of the points that players score in the futures."""
GAME_END = "game end"
"""A thing of every game."""
ORDER = "order"
"""The thing of who acts before whom."""
ANY_THING = "any"
"""Stands for now this thing, now that one."""
WIN = "win"
"""The verb of who wins."""
TIE = "tie"
"""The piece of that if points are equal, and something else decides."""
SLIGHT = 0.05
"""Share of the weightiest fact of a thing below which another one weighs next to nothing."""
AS_OFTEN = 0.1
"""Chances that differ by less are the same."""
OFTEN = 0.5
"""By so much more often must something be done to be a cause by itself."""
FEW = 1.5
"""Fewer pieces, on average, are no cause if it is not known what they are for."""
MANY = 4
"""So many pieces are worth telling though the move names what brings them, and it is not known what they are for."""
CONFIRMED, ALL = 0.35, 0.8
"""Share of the difference that must go with a thing; with which all of it has gone."""
ABOUT_AS_GOOD = 0.02
"""Two moves are about as good if their shares of the victory differ by less after many searches."""
NEARLY_ALL = 0.97
"""Share of the victory from which a game is as good as won."""


def is_decided(share: float) -> bool:
    """Tell whether a game is as good as won, or lost, for a seat that expects a share of the victory.

    >>> is_decided(0.98), is_decided(0.5), is_decided(0.01)
    (True, False, True)
    """
    return not 1 - NEARLY_ALL < share < NEARLY_ALL


class Fact(Struct, frozen=True):
    """What differs between the futures of two moves.

    Attributes:
        entry: what happens to whom; its ``amount`` is 1.
        amounts: points or pieces in that round, after the better and after the other move, on average.
        chances: how often it happens at all then.
        weight: what the difference is worth, as a share of the victory.
        round: 0 for the round in which the moves are made, 1 for the next one.
        wins: whether its seat mostly wins with it, after the move after which it happens more often.
        besides: things by which it then scores in that round, too, the one that brings most first.
        direct: whether the move itself brings it: it may be a link, or be told with a cause, but is none.
        is_means: whether it is pieces, or done for the sake of something else.
        seen: points or pieces in the example of its reason, after the better and after the other move.
    """

    entry: Entry
    amounts: tuple[float, float]
    chances: tuple[float, float]
    weight: float
    round: int = 0
    wins: bool = False
    besides: tuple[str, ...] = ()
    direct: bool = False
    is_means: bool = False
    seen: tuple[float, float] | None = None

    @property
    def stated(self) -> tuple[float, float]:
        """The amounts that are stated: those of the example, which are possible, else the means."""
        return self.seen if self.seen else self.amounts

    @property
    def is_step(self) -> bool:
        """Whether something is done, for the sake of something else or by the move itself, that is no gain yet."""
        return (self.is_means and self.entry.lens != PIECES) or (self.direct and self.entry.lens == HAPPENS)

    @property
    def change(self) -> float:
        """How much more often something happens after the better move.

        Of pieces, and of points that come as often, how many more: pieces that are not lost count too.
        """
        often, more = (one - other for one, other in (self.chances, self.amounts))
        is_as_often = self.entry.lens == POINTS and abs(often) < AS_OFTEN
        return more if self.entry.lens == PIECES or is_as_often else often


class Step(Struct, frozen=True):
    """What happens to a seat by a thing, in an example of a future: points, pieces of some kinds, or an event.

    Attributes:
        round: 0 for the round in which the moves are made, 1 for the next one, and so on.
        entries: of one lens, seat, verb and thing.
        owner: the seat by whose thing the seat is harmed, if it is known.
        price: what is given or got for it, if it has a price.
    """

    round: int
    entries: tuple[Entry, ...]
    owner: int | None = None
    price: tuple[Entry, ...] = ()

    @property
    def first(self) -> Entry:
        """The first entry."""
        return self.entries[0]


Example = tuple[tuple[Step, ...], tuple[Step, ...]]
"""What happens in one future of the better move, and of the other one in the same world, as far as they differ."""


class Reason(Struct, frozen=True):
    """A cause: a thing, with all that differs by it, the weightiest first.

    Attributes:
        drop: share of the difference that goes when the thing is taken out of the game; ``None`` if it cannot be.
        means: what leads to it, in order, by other things.
        purpose: what it is for: a fact of another thing.
        named: whether the better move names the thing.
        against: what a thing that the other move names brings to the decider.
        example: two futures in which it is so.
        scored: points of the decider in all in each of these, if they are not all told and the first has more.
        waits: what the other move does and the decider still does in the same round, after the better one.
    """

    thing: str
    facts: tuple[Fact, ...]
    drop: float | None = None
    means: tuple[Fact, ...] = ()
    purpose: Fact | None = None
    named: bool = False
    against: Fact | None = None
    example: Example = ((), ())
    scored: tuple[int, int] | None = None
    waits: Fact | None = None

    @property
    def is_cause(self) -> bool:
        """Whether it is a cause, and not the balance of the points."""
        return self.thing != BALANCE

    @property
    def speaking(self) -> list[Fact]:
        """The facts that speak for the better move: points and events, pieces, what is done for their sake.

        Those that weigh next to nothing come last.
        """
        speaking = [fact for fact in self.facts if fact.weight > 0]
        least = SLIGHT * max((fact.weight for fact in speaking), default=0.0)

        def order(fact: Fact) -> tuple[bool, int]:
            return fact.weight < least, (fact.is_means or fact.entry.seat is None) + fact.is_step

        return sorted(speaking, key=order)

    def step_of(self, seat: int) -> Fact | None:
        """What a seat does with the thing, for the sake of something, much more often after the better move."""
        steps = (fact for fact in self.facts if fact.is_step and fact.is_means and fact.entry.seat == seat)
        return next((fact for fact in steps if fact.change >= OFTEN), None)

    @property
    def lead(self) -> Fact:
        """The first of the facts that speak for it; the first of all if none does."""
        return next(iter(self.speaking), self.facts[0])

    @property
    def ends(self) -> Fact:
        """What it is about in the end: what it is for, or its first fact."""
        return self.purpose or self.lead

    @property
    def pieces(self) -> float:
        """How many pieces more there are by it, of all kinds, of the seat and in the round of the first fact."""
        first = self.lead
        return sum(
            fact.change for fact in self.facts if fact.entry[:3] == first.entry[:3] and fact.round == first.round
        )

    @property
    def things(self) -> set[str]:
        """The thing, and those of its links."""
        links = [*self.means, *([] if self.purpose is None else [self.purpose])]
        return {self.thing, *(fact.entry.thing for fact in links)}

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

    @property
    def is_all(self) -> bool:
        """Whether all of the difference goes without the thing, but for chance."""
        return self.drop is not None and self.drop >= ALL


class Explanation(Struct, frozen=True):
    """Why a move is better than another.

    Attributes:
        values: share of the victory after each of them, as the searches say; none without a search.
        reasons: the causes, the first one first; none if there is no clear one.
    """

    values: tuple[float, ...] = ()
    reasons: tuple[Reason, ...] = ()

    @property
    def is_close(self) -> bool:
        """Whether the moves are about as good, or the other one is better."""
        return bool(self.values) and self.values[0] - self.values[1] < ABOUT_AS_GOOD
