"""What a player of Cuba owns and can pay, from a view."""

from msgspec.structs import astuple

from malecon.games.cuba.boards import PIECES, PRODUCTS, RESOURCES, Merchandise, Pieces, Products
from malecon.games.cuba.buildings import Building
from malecon.games.cuba.rules.architect import POINT_SPACES
from malecon.games.cuba.rules.loading import PESO_SPACES, PESOS_A_SPACE
from malecon.games.cuba.view import PlayerSeen, View

FIRST_PRODUCT = len(RESOURCES)
NO_RESOURCES = (0,) * FIRST_PRODUCT
"""Before numbers of products or merchandise, in the order of ``PIECES``."""
ARCHITECT_SPACES = tuple(range(POINT_SPACES, 0, -1))
MAYOR_SPACES = tuple(range(PESOS_A_SPACE * PESO_SPACES, 0, -PESOS_A_SPACE))
"""Points and pesos of the alternatives, in the order in which they are taken (CUB-4.33, CUB-4.52)."""


def counts(pieces: Pieces | Merchandise | Products) -> tuple[int, ...]:
    """Return numbers of pieces in their order."""
    return astuple(pieces)


def in_yard(player: PlayerSeen) -> tuple[int, ...]:
    """Return the pieces of a player that are products and not stored, in the order of ``PIECES`` (CUB-4.13)."""
    owned, stored = counts(player.pieces), counts(player.stored)
    yard = [count - safe for count, safe in zip(owned[FIRST_PRODUCT:], stored, strict=False)]
    return (*NO_RESOURCES, *yard)


def stored(player: PlayerSeen) -> tuple[int, ...]:
    """Return the pieces of a player that are stored, in the order of ``PIECES`` (CUB-4.42)."""
    return (*NO_RESOURCES, *counts(player.stored))


def kept(player: PlayerSeen) -> tuple[int, ...]:
    """Return the pieces of a player that need no store, in the order of ``PIECES`` (CUB-4.42)."""
    pieces = counts(player.pieces)
    return tuple(0 if PIECES[piece] in PRODUCTS else count for piece, count in enumerate(pieces))


def surcharge(view: View) -> int:
    """Return the pesos that the law in force adds to the cost of a building (CUB-4.32)."""
    return sum(law.amount for law in view.in_force if law is not None and law.kind == "building act")


def can_pay(view: View, player: PlayerSeen, building: Building) -> bool:
    """Tell whether a player has what a building costs (CUB-4.31, CUB-4.32)."""
    owned = counts(player.pieces)
    has_resources = all(owned[piece] >= cost for piece, cost in enumerate(building.cost.resources()))
    return has_resources and player.pesos >= surcharge(view)
