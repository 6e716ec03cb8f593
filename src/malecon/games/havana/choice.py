"""A legal action of Havana with what follows from it, amounts of pieces, pesos and points; what a question brings."""

from collections.abc import Callable
from dataclasses import dataclass

from msgspec import Struct

from malecon.core import question
from malecon.core.contract import Journal, new_journal
from malecon.core.jit import uncompiled
from malecon.games.havana.state import State


class Amounts(Struct, frozen=True, omit_defaults=True):
    """Pieces and points; in JSON those of which there are none are left out."""

    brick: int = 0
    sandstone: int = 0
    loam: int = 0
    glass: int = 0
    debris: int = 0
    workers: int = 0
    pesos: int = 0
    points: int = 0

    def pieces(self) -> tuple[int, ...]:
        """Return the numbers of pieces in the order of ``PIECES``."""
        return (self.brick, self.sandstone, self.loam, self.glass, self.debris, self.workers, self.pesos)


NO_AMOUNTS = Amounts()


class Choice(Struct, frozen=True, omit_defaults=True):
    """A legal action, and what follows from it at once, as far as neither chance nor hidden cards decide it.

    Attributes:
        notation: of the action.
        gives: what the seat gets.
        costs: what the seat pays; for a tile to buy the payment with the fewest exchanges.
        exchanged: the pieces of the price for which debris or pesos are paid (HAV-5.5).
        instead: the debris and the pesos that are paid for them; part of ``costs``.
        number: that the open cards will make (HAV-3.1).
        to_choose: coloured cubes that the seat then chooses from the centre (HAV-6.13).
        is_idle: whether it is a card that would have no effect (HAV-4.3).
        wins: whether it is a tile with which the seat has the points that win at the end of the turn (HAV-7.1).
    """

    notation: str
    gives: Amounts = NO_AMOUNTS
    costs: Amounts = NO_AMOUNTS
    exchanged: Amounts = NO_AMOUNTS
    instead: Amounts = NO_AMOUNTS
    number: int | None = None
    to_choose: int = 0
    is_idle: bool = False
    wins: bool = False


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Question(question.Question[State, Choice]):
    """A question of Havana. ``card``: the one whose action asks it."""

    card: int | None = None


def kinds_of(play: Callable[[State, int, int, Journal], None], state: State, seat: int, answer: int) -> set[int]:
    """Carry out an answer alone, in place, and return the kinds of the events that it brings."""
    journal = new_journal()
    uncompiled(play)(state, seat, answer, journal)
    return set(journal.rows[: journal.count, 0].tolist())
