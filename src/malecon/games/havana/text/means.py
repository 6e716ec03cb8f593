"""What a player of Havana owns and can pay, from a view."""

from malecon.games.havana.buildings import PESO, PIECES, WORKER, Building
from malecon.games.havana.rules.buying import RATE
from malecon.games.havana.view import Cubes, PlayerSeen


def counts(cubes: Cubes, workers: int = 0, pesos: int = 0) -> tuple[int, ...]:
    """Return numbers of pieces in the order of ``PIECES``."""
    return (cubes.brick, cubes.sandstone, cubes.loam, cubes.glass, cubes.debris, workers, pesos)


def belongings(player: PlayerSeen) -> tuple[int, ...]:
    """Return what a player owns, in the order of ``PIECES``."""
    return counts(player.cubes, player.workers, player.pesos)


def can_afford(player: PlayerSeen, tile: Building) -> bool:
    """Tell whether a player could buy ``tile`` now, exchanges included (HAV-5.4, HAV-5.5)."""
    if tile.architect and "architect" not in player.open:
        return False
    cost, owned, short = tile.cost.pieces(), belongings(player), lacking(player, tile)
    *_, debris, _, _ = cost
    colours = sum(short[: WORKER - 1])
    return owned[WORKER - 1] >= debris + RATE * colours and owned[PESO] >= cost[PESO] + RATE * short[WORKER]


def lacking(player: PlayerSeen, tile: Building) -> list[int]:
    """Return which pieces of the price of ``tile`` a player has not, in the order of ``PIECES``."""
    cost, owned = tile.cost.pieces(), belongings(player)
    return [max(0, cost[piece] - owned[piece]) for piece in range(len(PIECES))]
