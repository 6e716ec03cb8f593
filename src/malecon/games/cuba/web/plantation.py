"""The plantation of the viewer: its twelve fields with buildings and pawn, and the stores below it."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from markupsafe import Markup
from msgspec import Struct
from msgspec.structs import astuple

from malecon.games.cuba.boards import GOODS, PIECES, PRODUCTS, RESOURCES, Products
from malecon.games.cuba.buildings import Building
from malecon.games.cuba.choice import Choice
from malecon.games.cuba.player_view import FieldSeen, PlayerSeen
from malecon.games.cuba.text.descriptions import building_text, field_words
from malecon.games.cuba.view import View
from malecon.games.cuba.web.amounts import Heap, all_heaps
from malecon.games.cuba.web.art import TEMPLATES
from malecon.games.cuba.web.choices import choices_by_move, preview, refusal
from malecon.presentation.buttons import Buttons
from malecon.presentation.game_page import BoardContext
from malecon.presentation.parts import Canvas, Group, Part

STORES = ("yard", "stored", "kept")
"""Of the viewer: products lie in the first two, all other pieces in the last one."""
GIVING = ("harvest ", "water ")
"""How moves begin that let a product field give; equal fields have the same move."""


class OwnField(Struct, frozen=True):
    """A field of the viewer.

    Attributes:
        seat: of the viewer.
        field: what it is.
        pawn: whether the pawn stands there.
        spent: whether it has given in this action (CUB-4.13).
        is_alone: whether its building can be used, but no other one besides (CUB-4.40).
        choice: what a click on it does, and what that brings; ``None`` for nothing.
        is_twin: whether it is that of an equal field, which has the button (CUB-4.13).
        building: on it, but not the warehouse that is printed on the board.
        refusal: why its building cannot be used, if that is what is asked; else empty.
        planned: the building that is to be placed here if the viewer chooses it; empty for none.
    """

    seat: int
    field: FieldSeen
    pawn: bool
    spent: bool
    is_alone: bool
    choice: Choice | None
    is_twin: bool
    building: Building | None
    refusal: str
    planned: str


class OwnHeap(Struct, frozen=True):
    """Pieces of one kind in a store of the viewer."""

    store: str
    heap: Heap


def plantation_parts(me: PlayerSeen, context: BoardContext[View]) -> tuple[Part | Group, ...]:
    """Return the parts of the viewer's plantation."""
    whole = Part("plantation", _draw_plantation, me.seat), Group("stores", _store_parts, (me.yard, me.stored, me.kept))
    kinds = tuple(tile.building for tile in context.perspective.view.tiles)
    if not (context.legal or me.seat in context.question.seats):
        return (*whole, Group("fields", _plain_fields, (me.seat, me.fields, me.pawn, kinds, context.no_buttons)))
    choices = {choice.field: choice for choice in choices_by_move(context).values() if choice.field}
    choices |= _twins_of(choices, me, context.question.spent)
    buildings = _by_name(kinds)
    return (*whole, *(_own_field(place, me, context, choices, buildings) for place in range(len(me.fields))))


def _by_name(kinds: Iterable[Building]) -> dict[str, Building]:
    """Return kinds of buildings by their names."""
    return {building.name: building for building in kinds}


def _twins_of(choices: Mapping[str, Choice], me: PlayerSeen, spent: Sequence[str]) -> dict[str, Choice]:
    """Return by field the harvests of all equal fields (CUB-4.13); ``choices`` have one of each product."""
    given = {field: choice for field, choice in choices.items() if choice.notation.startswith(GIVING)}
    by_product = {field.gives: given[field.name] for field in me.fields if field.name in given}
    ready = (field for field in me.fields if field.active and not field.building and field.name not in spent)
    return {field.name: by_product[field.gives] for field in ready if field.gives in by_product}


def _store_parts(yard: Products, stored: Products, kept: tuple[int, ...]) -> Iterator[Part]:
    """Yield the stores of the viewer, and each kind of pieces in them; ``kept``: in the order of ``PIECES``."""
    yield Part("stores", _draw_stores, any(astuple(yard)))
    others = tuple(heap for heap in all_heaps(PIECES, kept) if heap.piece not in PRODUCTS)
    products = [all_heaps(PRODUCTS, astuple(some)) for some in (yard, stored)]
    for store, heaps in zip(STORES, (*products, others), strict=True):
        for heap in heaps:
            yield Part(heap_id(store, heap.piece), _draw_own_heap, OwnHeap(store, heap))


def heap_id(store: str, piece: str) -> str:
    """Return the id of the element of a kind of pieces in a store of the viewer, one of ``STORES``."""
    return f"stores-{store}-{piece}"


def _plain_fields(
    seat: int, fields: Sequence[FieldSeen], pawn: str, kinds: Iterable[Building], no_buttons: Buttons
) -> Iterator[Part]:
    """Yield the fields of a viewer who is not asked; ``kinds``: of buildings."""
    buildings = _by_name(kinds)
    for place, field in enumerate(fields):
        own = OwnField(
            seat,
            field,
            field.name == pawn,
            spent=False,
            is_alone=False,
            choice=None,
            is_twin=False,
            building=buildings[field.tile] if field.tile else None,
            refusal="",
            planned="",
        )
        yield Part(f"field-{place}", _draw_field, own, no_buttons)


def _own_field(
    place: int,
    me: PlayerSeen,
    context: BoardContext[View],
    choices: Mapping[str, Choice],
    buildings: Mapping[str, Building],
) -> Part:
    field, question = me.fields[place], context.question
    choice, is_asked = choices.get(field.name), me.seat in question.seats
    own = OwnField(
        seat=me.seat,
        field=field,
        pawn=field.name == me.pawn,
        spent=bool(choices) and field.name in question.spent,
        is_alone=choice is not None and is_asked and field.name in question.far,
        choice=choice,
        is_twin=choice is not None and choice.field != field.name,
        building=buildings[field.tile] if field.tile else None,
        refusal=refusal(context, f"use {field.tile}") if field.tile and question.kind == "use" else "",
        planned=question.building if choice and question.kind == "place" else "",
    )
    buttons = context.buttons(choice.notation) if choice else context.no_buttons
    return Part(f"field-{place}", _draw_field, own, buttons)


_draw_plantation = TEMPLATES.drawer("cuba/plantation.html", "seat", places=range(12))
_draw_stores = TEMPLATES.drawer(
    "cuba/stores.html", "has_yard", products=PRODUCTS, others=(*RESOURCES, *GOODS), heap_id=heap_id
)
_draw_own_heap = TEMPLATES.drawer("cuba/own_heap.html", "own")


def _draw_field(canvas: Canvas, own: OwnField) -> Markup:
    language = canvas.language
    return TEMPLATES.draw(
        "cuba/field.html",
        canvas,
        own=own,
        field=own.field,
        building=own.building,
        move=own.choice.notation if own.choice else "",
        preview=preview(own.choice, language) or own.refusal,
        words=field_words(own.field, language),
        text=building_text(own.building, language) if own.building else "",
    )
