"""A question of Cuba with its choices, the legal actions and what follows from each."""

from dataclasses import dataclass

from msgspec import Struct

from malecon.core import question
from malecon.games.cuba.amounts import NO_AMOUNTS, Amounts
from malecon.games.cuba.boards import Products
from malecon.games.cuba.state import State


class Choice(Struct, frozen=True, omit_defaults=True):
    """A legal action, and what follows from it at once.

    Attributes:
        notation: of the action.
        gives: what the seat gets.
        costs: what the seat pays.
        choose_from: the activated product fields of which not all give free of charge (CUB-4.12).
        free: how many of those give free of charge.
        field: of the own plantation on which it is done.
        at_most: what the action of a character could bring.
        instead: what its alternative gives.
        uses: buildings near the pawn that it could use.
    """

    notation: str
    gives: Amounts = NO_AMOUNTS
    costs: Amounts = NO_AMOUNTS
    choose_from: Products | None = None
    free: int = 0
    field: str | None = None
    at_most: Amounts = NO_AMOUNTS
    instead: Amounts = NO_AMOUNTS
    uses: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Question(question.Question[State, Choice]):
    """A question of Cuba.

    ``character``: the one whose action asks it; the Foreman too lets load, at a wharf, and the duty too is paid.
    """

    character: int | None = None
