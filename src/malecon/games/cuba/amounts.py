"""Amounts of pieces, pesos and points in Cuba."""

from msgspec import Struct


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
