"""A plantation as it is drawn: twelve fields with their buildings, the pawn and its cross, the pieces beside them."""

from collections.abc import Mapping
from dataclasses import dataclass

from msgspec.structs import astuple

from malecon.games.cuba.boards import PIECES
from malecon.games.cuba.text.descriptions import field_words
from malecon.games.cuba.text.words import NO_RESOURCES
from malecon.games.cuba.view import FieldSeen, PlayerSeen
from malecon.presentation.game_page import BoardContext


@dataclass(frozen=True, slots=True)
class FieldDrawn:
    """A field.

    Attributes:
        seen: the field.
        words: where it lies, and its kind or building.
        pawn: whether the pawn stands there.
        spent: whether it has given in this action (CUB-4.13).
        move: what a click on it does; empty for nothing.
    """

    seen: FieldSeen
    words: str
    pawn: bool
    spent: bool
    move: str

    @property
    def building(self) -> str | None:
        """What was built here: not the warehouse that is printed on the board."""
        return self.seen.tile

    @property
    def lit(self) -> bool:
        """Whether it lies in the row or column of the pawn."""
        return self.seen.active


def fields_of(player: PlayerSeen, drawing: BoardContext) -> list[FieldDrawn]:
    """Return the fields of a plantation, with the moves on them if it is the viewer's."""
    own = player.seat == drawing.perspective.viewer
    moves = field_moves(drawing) if own else {}
    spent = drawing.question.spent if player.seat in drawing.question.seats else ()
    return [
        FieldDrawn(
            seen=field,
            words=field_words(field, drawing.perspective),
            pawn=field.name == player.pawn,
            spent=field.name in spent,
            move=moves.get(field.name, ""),
        )
        for field in player.fields
    ]


def field_moves(drawing: BoardContext) -> Mapping[str, str]:
    """Return what the viewer can do on the own fields, by their names."""
    choices = drawing.perspective.view.choices
    return {each.field: each.notation for each in choices if each.field and drawing.can(each.notation)}


@dataclass(frozen=True, slots=True)
class Heap:
    """Pieces of one kind that lie together."""

    piece: str
    count: int


def kept_heaps(player: PlayerSeen) -> list[Heap]:
    """Return what needs no store: resources and goods (CUB-4.42)."""
    return heaps(player.kept)


def yard_heaps(player: PlayerSeen) -> list[Heap]:
    """Return the products that lie open (CUB-4.13)."""
    return heaps((*NO_RESOURCES, *astuple(player.yard)))


def stored_heaps(player: PlayerSeen) -> list[Heap]:
    """Return the products in the warehouse (CUB-4.42)."""
    return heaps((*NO_RESOURCES, *astuple(player.stored)))


def heaps(counts: tuple[int, ...]) -> list[Heap]:
    """Return numbers of pieces in the order of ``PIECES``, without what is not there.

    >>> heaps((0, 2, 0, 0, 0, 1))
    [Heap(piece='stone', count=2), Heap(piece='tobacco', count=1)]
    """
    return [Heap(piece, count) for piece, count in zip(PIECES, counts, strict=False) if count]
