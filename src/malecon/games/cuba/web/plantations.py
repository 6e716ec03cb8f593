"""The viewer's plantation with its stores; fields and pieces of all players."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from markupsafe import Markup
from msgspec.structs import astuple

from malecon.games.cuba.boards import PIECES
from malecon.games.cuba.buildings import Building
from malecon.games.cuba.text.descriptions import field_words
from malecon.games.cuba.text.words import NO_RESOURCES
from malecon.games.cuba.view import FieldSeen, PlayerSeen, View
from malecon.games.cuba.web.art import draw_template
from malecon.presentation.game_page import BoardContext
from malecon.presentation.parts import Canvas, Part


@dataclass(frozen=True, slots=True)
class Heap:
    """Pieces of one kind that lie together."""

    piece: str
    count: int


class Purse(NamedTuple):
    """What a player has: pesos, what needs no store (CUB-4.42), the yard (CUB-4.13), the warehouse (CUB-4.42)."""

    pesos: int
    kept: tuple[Heap, ...]
    yard: tuple[Heap, ...]
    stored: tuple[Heap, ...]


class OwnField(NamedTuple):
    """A field of the viewer.

    Attributes:
        seat: of the viewer.
        field: what it is.
        pawn: whether the pawn stands there.
        spent: whether it has given in this action (CUB-4.13).
        move: what a click on it does; empty for nothing.
        building: on it, but not the warehouse that is printed on the board.
    """

    seat: int
    field: FieldSeen
    pawn: bool
    spent: bool
    move: str
    building: Building | None


def plantation_parts(me: PlayerSeen, context: BoardContext[View]) -> Iterator[Part]:
    """Yield the plantation of the viewer."""
    stock = context.buttons("take ") if context.question.kind == "stock" else context.buttons()
    yield Part("plantation", draw_plantation, (me.seat, len(me.fields)), stock)
    yield Part("stores", draw_stores, purse_of(me))
    moves = field_moves(context)
    buildings = {tile.building.name: tile.building for tile in context.perspective.view.tiles}
    spent = context.question.spent if me.seat in context.question.seats else ()
    for place, field in enumerate(me.fields):
        name, move = field.name, moves.get(field.name, "")
        building = buildings[field.tile] if field.tile else None
        own = OwnField(me.seat, field, name == me.pawn, name in spent, move, building)
        yield Part(f"field-{place}", draw_field, own, context.buttons(*([move] if move else [])))


def field_moves(context: BoardContext[View]) -> Mapping[str, str]:
    """Return what the viewer can do on the own fields, by their names."""
    choices = context.perspective.view.choices
    return {each.field: each.notation for each in choices if each.field and context.can(each.notation)}


def purse_of(player: PlayerSeen) -> Purse:
    """Return what a player has."""
    yard, stored = (heaps((*NO_RESOURCES, *astuple(products))) for products in (player.yard, player.stored))
    return Purse(player.pesos, heaps(player.kept), yard, stored)


def heaps(counts: tuple[int, ...]) -> tuple[Heap, ...]:
    """Return numbers of pieces in the order of ``PIECES``, without what is not there.

    >>> heaps((0, 2, 0, 0, 0, 1))
    (Heap(piece='stone', count=2), Heap(piece='tobacco', count=1))
    """
    return tuple(Heap(piece, count) for piece, count in zip(PIECES, counts, strict=False) if count)


def draw_plantation(canvas: Canvas, value: tuple[int, int]) -> Markup:
    """Draw the slots of the fields, and at the beginning the pairs of pieces to choose from."""
    seat, fields = value
    return draw_template("plantation.html", canvas, seat=seat, fields=fields)


def draw_field(canvas: Canvas, own: OwnField) -> Markup:
    """Draw a field of the viewer."""
    return draw_template("field.html", canvas, own=own, field=own.field, words=field_words(own.field, canvas.language))


def draw_stores(canvas: Canvas, purse: Purse) -> Markup:
    """Draw what the viewer has."""
    return draw_template("stores.html", canvas, purse=purse)
