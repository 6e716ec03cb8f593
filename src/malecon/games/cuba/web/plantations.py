"""A plantation as it is drawn: twelve fields with their buildings, the pawn and its cross, the pieces beside them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from malecon.games.cuba.boards import COLUMNS, FIELD_NAMES, PIECES, PRODUCTS
from malecon.games.cuba.text.choices import field_words
from malecon.games.cuba.text.means import counts, in_yard, kept, stored
from malecon.games.cuba.text.words import PRINTED
from malecon.games.cuba.view import FieldSeen, PlayerSeen
from malecon.presentation.board_context import Drawing

VERBS = {"move": "move to", "place": "place on"}
"""By the kind of question, what is done to a field."""


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
            move=moves.get(field.name, ""),
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
    question = drawing.question
    if question.kind in VERBS:
        yield from ((field.name, f"{VERBS[question.kind]} {field.name}") for field in player.fields)
    elif question.kind == "harvest":
        spent = spent_fields(player, drawing)
        for field in fruitful_fields(player):
            if field.name not in spent:
                yield field.name, f"harvest {field.gives}"
                yield field.name, f"water {field.gives}"
    elif question.kind == "use":
        built = {field.name: str(field.building).removeprefix("printed ") for field in player.fields}
        yield from ((name, f"use {built[name]}") for name in (*question.near, *question.far))


def fruitful_fields(player: PlayerSeen) -> list[FieldSeen]:
    """Return the product fields in the row and column of the pawn that are not built over (CUB-4.12)."""
    cross = cross_of(player)
    return [field for field in player.fields if field.name in cross and not field.building and field.gives in PRODUCTS]


def spent_fields(player: PlayerSeen, drawing: Drawing) -> set[str]:
    """Return the product fields that have given in this action; of equal fields the first ones have (CUB-4.13)."""
    left = drawing.question.fruitful
    if left is None:
        return set()
    spent = set[str]()
    for piece, count in zip(PRODUCTS, counts(left), strict=True):
        fields = [field.name for field in fruitful_fields(player) if field.gives == piece]
        spent.update(fields[: len(fields) - count])
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
