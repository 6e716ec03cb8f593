"""A question of Havana with its choices, the legal actions and what follows from each."""

from dataclasses import dataclass

from msgspec import Struct

from malecon.core import question
from malecon.games.havana.amounts import NO_AMOUNTS, Amounts
from malecon.games.havana.state import State


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
        to_draw: cubes that the seat then draws from the bag (HAV-6.11).
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
    to_draw: int = 0
    is_idle: bool = False
    wins: bool = False


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Question(question.Question[State, Choice]):
    """A question of Havana. ``card``: the one whose action asks it."""

    card: int | None = None
