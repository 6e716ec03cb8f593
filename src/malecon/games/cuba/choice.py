"""A legal action of Cuba with what follows from it, and amounts of pieces, pesos and points."""

from msgspec import Struct

from malecon.games.cuba.boards import Products


class Amounts(Struct, frozen=True, omit_defaults=True):
    """Pieces, pesos and points; in JSON those of which there are none are left out."""

    wood: int = 0
    stone: int = 0
    water: int = 0
    citrus: int = 0
    sugar: int = 0
    tobacco: int = 0
    rum: int = 0
    cigars: int = 0
    pesos: int = 0
    points: int = 0

    def pieces(self) -> tuple[int, ...]:
        """Return the numbers of pieces in the order of ``PIECES``."""
        return (
            self.wood, self.stone, self.water, self.citrus, self.sugar, self.tobacco, self.rum, self.cigars,
        )  # fmt: skip


NO_AMOUNTS = Amounts()


class Choice(Struct, frozen=True, omit_defaults=True):
    """A legal action, and what follows from it at once.

    Attributes:
        notation: of the action.
        gives: what the seat gets.
        costs: what the seat pays.
        choose_from: the activated product fields of which not all give free of charge (CUB-4.12).
        field: of the own plantation on which it is done.
        at_most: what the action of a character could bring.
        instead: what its alternative gives.
        uses: buildings near the pawn that it could use.
    """

    notation: str
    gives: Amounts = NO_AMOUNTS
    costs: Amounts = NO_AMOUNTS
    choose_from: Products | None = None
    field: str | None = None
    at_most: Amounts = NO_AMOUNTS
    instead: Amounts = NO_AMOUNTS
    uses: tuple[str, ...] = ()
