"""What a viewer may choose: the legal actions, with what each gives and costs at once."""

from msgspec import Struct


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
    """

    notation: str
    gives: Amounts = NO_AMOUNTS
    costs: Amounts = NO_AMOUNTS
    exchanged: Amounts = NO_AMOUNTS
    instead: Amounts = NO_AMOUNTS
    number: int | None = None
