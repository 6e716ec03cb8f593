"""Amounts as they are drawn: each as heaps of pieces of one kind."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import starmap

from msgspec import Struct
from msgspec.structs import astuple

from malecon.games.cuba.amounts import Amounts
from malecon.games.cuba.boards import PIECES, PRODUCTS
from malecon.games.cuba.player_view import PlayerSeen
from malecon.games.cuba.text.words import NO_RESOURCES

MOST_HEAPS = 1024
"""Cached."""


class Heap(Struct, frozen=True):
    """Pieces of one kind that lie together."""

    piece: str
    count: int


class Purse(Struct, frozen=True):
    """What a player has: pesos, what needs no store (CUB-4.42), the yard (CUB-4.13), the warehouse (CUB-4.42)."""

    pesos: int
    kept: tuple[Heap, ...]
    yard: tuple[Heap, ...]
    stored: tuple[Heap, ...]


def purse_of(player: PlayerSeen) -> Purse:
    """Return the purse of a player: pesos, pieces and stores."""
    yard, stored = (heaps((*NO_RESOURCES, *astuple(products))) for products in (player.yard, player.stored))
    return Purse(player.pesos, heaps(player.kept), yard, stored)


def all_heaps(kinds: Iterable[str], counts: Iterable[int]) -> tuple[Heap, ...]:
    """Return numbers of pieces, those too of which there are none, each in its place."""
    return tuple(starmap(Heap, _counted(kinds, counts)))


def safe_heaps_of(player: PlayerSeen) -> tuple[Heap, ...]:
    """Return the numbers of pieces that a player keeps after the round, each kind in its place."""
    yard = dict(_counted(PRODUCTS, astuple(player.yard)))
    return tuple(Heap(piece, count - yard.get(piece, 0)) for piece, count in _counted(PIECES, astuple(player.pieces)))


def _counted(kinds: Iterable[str], counts: Iterable[int]) -> Iterator[tuple[str, int]]:
    """Return pairs of a kind and how many there are."""
    return zip(kinds, counts, strict=True)


@lru_cache(MOST_HEAPS)
def heaps(counts: tuple[int, ...]) -> tuple[Heap, ...]:
    """Return numbers of pieces in the order of ``PIECES``, without what is not there.

    >>> heaps((0, 2, 0, 0, 0, 1))
    (Heap(piece='stone', count=2), Heap(piece='tobacco', count=1))
    """
    return tuple(Heap(piece, count) for piece, count in zip(PIECES, counts, strict=False) if count)


def heaps_of(some: Amounts) -> tuple[Heap, ...]:
    """Return the pieces of amounts as heaps."""
    return heaps(some.pieces())
