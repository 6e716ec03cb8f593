"""What belongs to a player as it is drawn: the plantation with its pieces beside it, and the characters.

A plantation has twelve fields with their buildings, and the pawn with its cross. The characters are the five cards
and the spaces of the alternatives.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from msgspec.structs import astuple

from malecon.games.cuba.boards import PIECES, PRODUCTS, RESOURCES
from malecon.games.cuba.cards import CHARACTERS, Character
from malecon.games.cuba.text.descriptions import field_words
from malecon.games.cuba.text.words import NO_RESOURCES
from malecon.games.cuba.view import FieldSeen, PlayerSeen
from malecon.presentation.board_context import BoardContext


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


PLAYED, SEALED, IN_HAND = "played", "sealed", "in-hand"


@dataclass(frozen=True, slots=True)
class Card:
    """A character card, where it is, and the move that plays or seals it."""

    character: Character
    state: str
    move: str


def cards(player: PlayerSeen, drawing: BoardContext) -> list[Card]:
    """Return a player's five cards; a card of others that is sealed looks as if it were in hand (CUB-1.10)."""
    verb = "seal" if drawing.question.kind == "seal" else "play"
    return [Card(character, state_of(character.name, player), f"{verb} {character.name}") for character in CHARACTERS]


def state_of(name: str, player: PlayerSeen) -> str:
    """Return where a character of a player is."""
    if name in player.played:
        return PLAYED
    return SEALED if name == player.sealed_character else IN_HAND


@dataclass(frozen=True, slots=True)
class Space:
    """A space of the alternatives.

    Attributes:
        gives: ``points``, ``pesos``, ``resource`` or ``product``.
        amount: how many of them.
        covered: whether a marker lies there.
        moves: what can be taken here now; each ends with what it takes.
    """

    gives: str
    amount: int
    covered: bool
    moves: tuple[str, ...] = ()


def alternatives(drawing: BoardContext) -> Mapping[str, Sequence[Space]]:
    """Return the six spaces by character (CUB-1.9, CUB-4.4)."""
    view = drawing.perspective.view
    return {
        "tradeswoman": (
            Space("resource", 1, view.resource_taken, taking(RESOURCES, drawing)),
            Space("product", 1, view.product_taken, taking(PRODUCTS, drawing)),
        ),
        "architect": spaces("points", view.point_spaces, view.points_taken, drawing),
        "mayor": spaces("pesos", view.peso_spaces, view.pesos_taken, drawing),
    }


def taking(pieces: Sequence[str], drawing: BoardContext) -> tuple[str, ...]:
    """Return the moves by which the Tradeswoman can take one of these pieces (CUB-4.25)."""
    trading = drawing.question.kind == "trade"
    return tuple(f"take {piece}" for piece in pieces if trading and drawing.can(f"take {piece}"))


def spaces(gives: str, amounts: Sequence[int], taken: int, drawing: BoardContext) -> tuple[Space, ...]:
    """Return the spaces of one alternative; the first that is free has its move (CUB-4.33, CUB-4.52)."""
    move = f"take {gives}"
    moves = (move,) if drawing.can(move) else ()
    return tuple(
        Space(gives, amount, place < taken, moves if place == taken else ()) for place, amount in enumerate(amounts)
    )
