"""The viewer's plantation with its stores, the parliament, and the summary line of each section that is folded.

The parliament is four bills above the four laws in force, with the forms of bids and of two bills.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from markupsafe import Markup
from msgspec.structs import astuple

from malecon.core.i18n import Language
from malecon.games.cuba.board_view import LawSeen, ShipSeen
from malecon.games.cuba.boards import PIECES
from malecon.games.cuba.buildings import Building
from malecon.games.cuba.cards import TYPES
from malecon.games.cuba.player_view import FieldSeen, PlayerSeen
from malecon.games.cuba.text.descriptions import field_words, law_text, law_title
from malecon.games.cuba.text.words import NO_RESOURCES
from malecon.games.cuba.view import View
from malecon.games.cuba.web.art import draw_template
from malecon.presentation.game_page import BoardContext
from malecon.presentation.game_text import capital
from malecon.presentation.parts import Canvas, Part

MOST_HEAPS = 1024
"""Cached."""


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
    yield Part("plantation", _draw_plantation, (me.seat, len(me.fields)), stock)
    yield Part("stores", _draw_stores, purse_of(me))
    moves = _field_moves(context)
    buildings = {tile.building.name: tile.building for tile in context.perspective.view.tiles}
    spent = context.question.spent if me.seat in context.question.seats else ()
    for place, field in enumerate(me.fields):
        name, move = field.name, moves.get(field.name, "")
        building = buildings[field.tile] if field.tile else None
        own = OwnField(me.seat, field, name == me.pawn, name in spent, move, building)
        yield Part(f"field-{place}", _draw_field, own, context.buttons(*([move] if move else [])))


def _field_moves(context: BoardContext[View]) -> Mapping[str, str]:
    """Return the moves of the viewer on the own fields, by the fields' names."""
    choices = context.perspective.view.choices
    return {each.field: each.notation for each in choices if each.field and context.can(each.notation)}


def purse_of(player: PlayerSeen) -> Purse:
    """Return the purse of a player: pesos, pieces and stores."""
    yard, stored = (heaps((*NO_RESOURCES, *astuple(products))) for products in (player.yard, player.stored))
    return Purse(player.pesos, heaps(player.kept), yard, stored)


@lru_cache(MOST_HEAPS)
def heaps(counts: tuple[int, ...]) -> tuple[Heap, ...]:
    """Return numbers of pieces in the order of ``PIECES``, without what is not there.

    >>> heaps((0, 2, 0, 0, 0, 1))
    (Heap(piece='stone', count=2), Heap(piece='tobacco', count=1))
    """
    return tuple(Heap(piece, count) for piece, count in zip(PIECES, counts, strict=False) if count)


def _draw_plantation(canvas: Canvas, value: tuple[int, int]) -> Markup:
    """Draw the slots of the fields, and at the beginning the pairs of pieces to choose from."""
    seat, fields = value
    return draw_template("plantation.html", canvas, seat=seat, fields=fields)


def _draw_field(canvas: Canvas, own: OwnField) -> Markup:
    """Draw a field of the viewer."""
    return draw_template("field.html", canvas, own=own, field=own.field, words=field_words(own.field, canvas.language))


def _draw_stores(canvas: Canvas, purse: Purse) -> Markup:
    """Draw what the viewer has."""
    return draw_template("stores.html", canvas, purse=purse)


def summary_parts(context: BoardContext[View], me: PlayerSeen | None) -> Iterator[Part]:
    """Yield the summaries of all sections; ``me``: the viewer, if it is a player."""
    view = context.perspective.view
    if me is not None:
        yield Part("gist-plantation", draw_purse, purse_of(me))
        yield Part("gist-hand", _draw_hand_summary, me.hand or ())
    yield Part("gist-market", _draw_market_summary, view.market)
    yield Part("gist-harbour", _draw_harbour_summary, view.harbour[:-1])
    bills = tuple(bill.kind for bill in view.bills if bill is not None)
    yield Part("gist-parliament", _draw_parliament_summary, bills)
    tiles = [tile for tile in view.tiles if tile.left]
    payable = None if me is None else sum(tile.affordable for tile in tiles)
    yield Part("gist-buildings", _draw_buildings_summary, (len(tiles), payable))
    names = tuple(context.perspective.names[seat] for seat in view.order)
    yield Part("gist-players", _draw_players_summary, names)


def draw_purse(canvas: Canvas, purse: Purse) -> Markup:
    """Draw pesos and pieces of the viewer."""
    return draw_template("purse.html", canvas, purse=purse, has_title=canvas.name == "purse")


def _draw_hand_summary(canvas: Canvas, hand: tuple[str, ...]) -> Markup:
    """Draw the characters in hand."""
    return draw_template("gist_hand.html", canvas, hand=hand)


def _draw_market_summary(canvas: Canvas, tracks: tuple[object, ...]) -> Markup:
    """Draw what each product costs and brings."""
    return draw_template("gist_market.html", canvas, tracks=tracks)


def _draw_harbour_summary(canvas: Canvas, docks: tuple[ShipSeen | None, ...]) -> Markup:
    """Draw the free spaces at each dock."""
    free = [None if seen is None else sum(astuple(seen.free)) for seen in docks]
    return draw_template("gist_harbour.html", canvas, free=free)


def _draw_parliament_summary(canvas: Canvas, bills: tuple[str, ...]) -> Markup:
    """Draw the titles of the bills, given by their kinds."""
    titles = ", ".join(capital(law_title(kind, canvas.language)) for kind in bills)
    return draw_template("gist_parliament.html", canvas, titles=titles)


def _draw_buildings_summary(canvas: Canvas, value: tuple[int, int | None]) -> Markup:
    """Draw how many kinds of buildings are left, and how many of them the viewer can pay for."""
    left, payable = value
    return draw_template("gist_buildings.html", canvas, left=left, payable=payable)


def _draw_players_summary(canvas: Canvas, names: tuple[str, ...]) -> Markup:
    """Draw the names of the players in their order."""
    return draw_template("gist_players.html", canvas, names=names)


ROMAN = ("I", "II", "III", "IV")


class Act(NamedTuple):
    """A bill or a law: what it is called and what it says."""

    law: LawSeen
    title: str
    text: str


class Bench(NamedTuple):
    """The laws of one type: the bill, the law in force, whether a veto removed the bill, or may not, and the question.

    ``is_enacting``: two bills are to be chosen.
    """

    law_type: str
    number: str
    bill: LawSeen | None
    in_force: LawSeen | None
    vetoed: bool
    barred: bool
    is_enacting: bool


class Chamber(NamedTuple):
    """What is asked in the parliament: the kind of question, empty for none, and the pesos that can be bid."""

    asked: str
    most: int


def parliament_parts(context: BoardContext[View]) -> Iterator[Part]:
    """Yield the four types of laws in their order (CUB-7)."""
    view, viewer = context.perspective.view, context.perspective.viewer
    asked = context.question.kind if context.legal and context.question.kind in ("bid", "enact") else ""
    most = view.players[viewer].pesos if asked == "bid" and viewer is not None else 0
    yield Part("parliament", _draw_parliament, Chamber(asked, most), context.form("bid ", "enact "))
    for law_type, number, bill, law in zip(TYPES, ROMAN, view.bills, view.in_force, strict=True):
        vetoed, barred = view.vetoed == law_type, view.barred == law_type
        bench = Bench(law_type, number, bill, law, vetoed, barred, asked == "enact")
        yield Part(f"bench-{law_type}", _draw_bench, bench, context.buttons(f"veto {law_type}"))


def _draw_parliament(canvas: Canvas, chamber: Chamber) -> Markup:
    """Draw the slots of the benches, in a form if two bills are to be chosen, and the form of a bid."""
    return draw_template("parliament.html", canvas, chamber=chamber, law_types=TYPES)


def _draw_bench(canvas: Canvas, bench: Bench) -> Markup:
    """Draw the laws of one type."""
    bill, law = act(bench.bill, canvas.language), act(bench.in_force, canvas.language)
    return draw_template("bench.html", canvas, bench=bench, bill=bill, in_force=law)


def act(law: LawSeen | None, language: Language) -> Act | None:
    """Return a law as it is printed, if there is one."""
    if law is None:
        return None
    return Act(law, capital(law_title(law.kind, language)), capital(law_text(law.kind, law.amount, law.most, language)))
