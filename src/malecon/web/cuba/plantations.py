"""A plantation as it is drawn: twelve fields with their buildings, the pawn and its cross, the pieces beside them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from malecon.cuba.boards import COLUMNS, FIELD_NAMES, PIECES
from malecon.cuba.view import FieldSeen, PlayerSeen
from malecon.cuba.words import PRINTED
from malecon.telling.cuba.choices import field_words
from malecon.telling.cuba.means import in_yard, kept, stored
from malecon.web.drawing import Drawing

NO_MOVE = ""


@dataclass(frozen=True, slots=True)
class FieldDrawn:
    """A field.

    Attributes:
        seen: the field.
        words: where it lies, and its kind or building.
        pawn: whether the pawn stands there.
        lit: whether it lies in the row or column of the pawn (CUB-4.10).
        spent: whether it has given in this action (CUB-4.13).
        move: what a click on it does; empty for nothing.
    """

    seen: FieldSeen
    words: str
    pawn: bool
    lit: bool
    spent: bool
    move: str

    @property
    def building(self) -> str | None:
        """What was built here: not the warehouse that is printed on the board."""
        return None if self.seen.building == PRINTED else self.seen.building


def fields_of(player: PlayerSeen, drawing: Drawing) -> list[FieldDrawn]:
    """Return the fields of a plantation, with the moves on them if it is the viewer's."""
    cross, own = cross_of(player), player.seat == drawing.scene.viewer
    moves = field_moves(player, drawing) if own else {}
    spent = spent_fields(player, drawing) if own else set()
    return [
        FieldDrawn(
            seen=field,
            words=field_words(field, drawing.scene),
            pawn=field.name == player.pawn,
            lit=field.name in cross,
            spent=field.name in spent,
            move=moves.get(field.name, NO_MOVE),
        )
        for field in player.fields
    ]


def cross_of(player: PlayerSeen) -> set[str]:
    """Return the fields in the row and column of the pawn (CUB-4.10)."""
    row, column = divmod(FIELD_NAMES.index(player.pawn), COLUMNS)
    return {name for place, name in enumerate(FIELD_NAMES) if row == place // COLUMNS or column == place % COLUMNS}


def field_moves(player: PlayerSeen, drawing: Drawing) -> Mapping[str, str]:
    """Return what the viewer can do on the own fields; each move on one of them only."""
    moves: dict[str, str] = {}
    for field, move in moves_in_question(player, drawing):
        if drawing.can(move) and move not in moves.values():
            moves.setdefault(field, move)
    return moves


def moves_in_question(player: PlayerSeen, drawing: Drawing) -> Iterator[tuple[str, str]]:
    """Yield fields with the moves that the question may allow there, the fields of near buildings first."""
    question = drawing.scene.view.question
    by_name = {field.name: field for field in player.fields}
    if question.kind in ("move", "place"):
        verb = {"move": "move to", "place": "place on"}[question.kind]
        yield from ((name, f"{verb} {name}") for name in by_name)
    elif question.kind == "harvest":
        for field in product_fields(player, drawing):
            yield field.name, f"harvest {field.gives}"
            yield field.name, f"water {field.gives}"
    elif question.kind == "use":
        for name in (*question.near, *question.far):
            yield name, f"use {str(by_name[name].building).removeprefix('printed ')}"


def product_fields(player: PlayerSeen, drawing: Drawing) -> list[FieldSeen]:
    """Return the fields of the cross that have not given yet in this harvest (CUB-4.12, CUB-4.13)."""
    spent = spent_fields(player, drawing)
    cross = cross_of(player)
    return [
        field for field in player.fields if field.name in cross and field.building is None and field.name not in spent
    ]


def spent_fields(player: PlayerSeen, drawing: Drawing) -> set[str]:
    """Return the product fields that have given in this action; of equal fields the first ones have (CUB-4.13)."""
    fruitful = drawing.scene.view.question.fruitful
    if fruitful is None:
        return set()
    spent, cross = set(), cross_of(player)
    for piece in ("citrus", "sugar", "tobacco"):
        fields = [
            field.name
            for field in player.fields
            if field.name in cross and field.building is None and field.gives == piece
        ]
        spent.update(fields[: max(0, len(fields) - getattr(fruitful, piece))])
    return spent


@dataclass(frozen=True, slots=True)
class Heap:
    """Pieces of one kind that lie together."""

    piece: str
    count: int


def kept_heaps(player: PlayerSeen) -> list[Heap]:
    """Return what needs no store: resources and goods (CUB-4.42)."""
    return heaps(kept(player))


def yard_heaps(player: PlayerSeen) -> list[Heap]:
    """Return the products that lie open (CUB-4.13)."""
    return heaps(in_yard(player))


def stored_heaps(player: PlayerSeen) -> list[Heap]:
    """Return the products in the warehouse (CUB-4.42)."""
    return heaps(stored(player))


def heaps(counts: tuple[int, ...]) -> list[Heap]:
    """Return numbers of pieces in the order of ``PIECES``, without what is not there.

    >>> heaps((0, 2, 0, 0, 0, 1))
    [Heap(piece='stone', count=2), Heap(piece='tobacco', count=1)]
    """
    return [Heap(piece, count) for piece, count in zip(PIECES, counts, strict=False) if count]
