"""Amounts of pieces and points in Havana."""

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
