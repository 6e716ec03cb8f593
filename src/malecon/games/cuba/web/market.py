"""The market as it is drawn: five stalls, each with its track of prices."""

from collections.abc import Iterator
from dataclasses import dataclass

from msgspec.structs import astuple

from malecon.games.cuba.boards import PIECES
from malecon.games.cuba.view import TrackSeen
from malecon.presentation.game_page import BoardContext


@dataclass(frozen=True, slots=True)
class Space:
    """A space of a track: its price, whether a piece lies there, and whether it is the next to be bought or filled."""

    price: int
    filled: bool
    next_bought: bool
    next_sold: bool


@dataclass(frozen=True, slots=True)
class Stall:
    """A stall: what it trades, its track, what a piece costs and brings now, and how many the supply has."""

    piece: str
    spaces: tuple[Space, ...]
    buying: int
    selling: int
    supply: int


def stalls(drawing: BoardContext) -> Iterator[Stall]:
    """Yield the stalls."""
    supply = dict(zip(PIECES, astuple(drawing.perspective.view.supply), strict=True))
    for track in drawing.perspective.view.market:
        yield Stall(track.piece, tuple(spaces(track)), track.buying, track.selling, supply[track.piece])


def spaces(track: TrackSeen) -> Iterator[Space]:
    """Yield the spaces of a track, the dearest first; pieces lie on the first ones (CUB-4.21, CUB-4.22)."""
    for place, price in enumerate(track.prices):
        yield Space(price, place < track.count, place == track.count - 1, place == track.count)
