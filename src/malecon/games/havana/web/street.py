"""The two rows of houses, and the square between them."""

from collections.abc import Iterator
from dataclasses import dataclass

from markupsafe import Markup
from msgspec.structs import astuple

from malecon.games.havana.buildings import PIECES, Building
from malecon.games.havana.text.choices import tile_words
from malecon.games.havana.text.words import pieces
from malecon.games.havana.view import TileSeen, View
from malecon.games.havana.web.pieces import sun
from malecon.presentation.art.facade import facade
from malecon.presentation.board_context import BoardContext

MOST_POINTS = 7


@dataclass(frozen=True, slots=True)
class Pile:
    """Pieces of one kind that lie together.

    Attributes:
        piece: which.
        count: how many.
        words: the same for who does not see them.
        move: what can be chosen with them, if it is legal.
    """

    piece: str
    count: int
    words: str
    move: str = ""


@dataclass(frozen=True, slots=True)
class Plot:
    """A tile as a house.

    Attributes:
        tile: the tile.
        end: which end of the rows it is, if any.
        move: what can be chosen with it, if it is legal.
        affordable: whether the viewer could pay for it now.
        words: the tile for who does not see it.
        cost: what it asks for.
        house: its picture.
        sun: its points.
    """

    tile: Building
    end: str | None
    move: str
    affordable: bool
    words: str
    cost: tuple[Pile, ...]
    house: Markup
    sun: Markup


class Street:
    """What lies in the middle of the table."""

    def __init__(self, drawing: BoardContext) -> None:
        """``drawing`` tells the position and what can be chosen."""
        self._drawing = drawing
        self._view = drawing.perspective.view

    @property
    def rows(self) -> Iterator[list[Plot]]:
        """The upper row and the lower one, from left to right."""
        for row in self._view.rows:
            yield [plot(seen, f"{self._kind} {seen.end}", self._drawing) for seen in row]

    @property
    def fetched(self) -> list[Plot]:
        """The tiles of the stack, if the viewer chooses one of them (HAV-2.2)."""
        moves = {tile.id: f"fetch {tile.id}" for tile in self._view.stack}
        return [
            plot(TileSeen(tile, None), moves[tile.id], self._drawing)
            for tile in self._view.stack
            if self._drawing.can(moves[tile.id])
        ]

    @property
    def square(self) -> tuple[Pile, ...]:
        """What lies in the centre."""
        return piles(self._drawing, self._view.square, "take {piece}")

    @property
    def bag(self) -> int:
        """Number of cubes in the bag."""
        return sum(astuple(self._view.bag))

    @property
    def _kind(self) -> str:
        return str(self._view.question.kind)


def plot(seen: TileSeen, move: str, drawing: BoardContext) -> Plot:
    """Return a tile as a house."""
    perspective, tile = drawing.perspective, seen.tile
    return Plot(
        tile=tile,
        end=seen.end,
        move=move,
        affordable=seen.end is not None and is_for_sale(perspective.view) and seen.affordable,
        words=tile_words(tile, perspective),
        cost=piles(drawing, tile.cost.pieces(), ""),
        house=house(tile),
        sun=sun(tile.points),
    )


def is_for_sale(view: View) -> bool:
    """Tell whether tiles are looked at by who may buy them: not when one goes into the box, nor after the game."""
    return view.question.kind not in ("remove", "over")


def house(tile: Building) -> Markup:
    """Return the picture of a tile."""
    return facade(f"tile {tile.id}", (tile.points - 1) / (MOST_POINTS - 1))


def piles(drawing: BoardContext, owned: tuple[int, ...], move: str) -> tuple[Pile, ...]:
    """Return pieces by kinds, those that are not there left out.

    Args:
        drawing: for the language.
        owned: numbers in the order of ``PIECES``.
        move: what can be chosen with a pile; ``{piece}`` stands for its kind.
    """
    return tuple(
        Pile(piece, count, pieces([(piece, count)], drawing.perspective.language), move.format(piece=piece))
        for piece, count in zip(PIECES, owned, strict=True)
        if count
    )
