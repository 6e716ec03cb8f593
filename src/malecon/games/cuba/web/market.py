"""The market as it is drawn: five stalls, each with its track of prices."""

from collections.abc import Iterator
from dataclasses import dataclass

from malecon.games.cuba.boards import PIECES
from malecon.games.cuba.text.means import counts
from malecon.games.cuba.view import TrackSeen
from malecon.presentation.board_context import Drawing


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


def stalls(drawing: Drawing) -> Iterator[Stall]:
    """Yield the stalls."""
    supply = dict(zip(PIECES, counts(drawing.scene.view.supply), strict=True))
    for track in drawing.scene.view.market:
        yield Stall(track.piece, tuple(spaces(track)), track.buying, track.selling, supply[track.piece])


def spaces(track: TrackSeen) -> Iterator[Space]:
    """Yield the spaces of a track, the dearest first; pieces lie on the first ones (CUB-4.21, CUB-4.22)."""
    for place, price in enumerate(track.prices):
        yield Space(price, place < track.count, place == track.count - 1, place == track.count)
