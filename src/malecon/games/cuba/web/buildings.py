"""The buildings on offer, each kind in its place for the whole game."""

from collections.abc import Iterable, Iterator, Mapping

from markupsafe import Markup
from msgspec import Struct
from msgspec.structs import astuple

from malecon.core.i18n import N_
from malecon.games.cuba.amounts import Amounts
from malecon.games.cuba.board_view import TileSeen
from malecon.games.cuba.boards import RESOURCES
from malecon.games.cuba.buildings import Building
from malecon.games.cuba.choice import Choice
from malecon.games.cuba.rules import BUILDING_POINTS
from malecon.games.cuba.text.descriptions import amounts, building_text
from malecon.games.cuba.view import View
from malecon.games.cuba.web.alternatives import alternative_part, spaces_of
from malecon.games.cuba.web.amounts import heaps, heaps_of
from malecon.games.cuba.web.art import TEMPLATES
from malecon.games.cuba.web.choices import choices_by_move, preview, refusal
from malecon.presentation.buttons import Buttons
from malecon.presentation.game_page import BoardContext
from malecon.presentation.parts import NO_BUTTONS, Canvas, Group, Part

PURPOSES: Mapping[str, str] = {
    **dict.fromkeys(
        ("cement factory", "sawmill", "golf course", "monastery", "rum café", "cigar bar", "hotel", "inn"), "points"
    ),
    **dict.fromkeys(("cigar factory", "distillery", "black market", "dam", "canadian embassy"), "goods"),
    **dict.fromkeys(("general store", "product market", "resource market", "small bank", "large bank"), "money"),
    **dict.fromkeys(("small wharf", "large wharf", "lighthouse"), "ships"),
    **dict.fromkeys(("church", "town hall", "warehouse"), "rights"),
}
"""By building, what it is for: the colour of its name."""
PURPOSE_WORDS: Mapping[str, str] = {
    "points": N_("points"),
    "goods": N_("pieces"),
    "money": N_("money"),
    "ships": N_("ships"),
    "rights": N_("rights"),
}
"""The purposes in words."""


class Tile(Struct, frozen=True):
    """A kind of building: what it is, how many are left, its cost now; seats, names and letters of its owners."""

    building: Building
    left: int
    cost: Amounts
    owners: tuple[tuple[int, str, str], ...]


class Bill(Struct, frozen=True):
    """What a building costs the viewer: whether it can be paid, what is missing, and the choice, or why it is none."""

    building: str
    is_payable: bool
    is_asked: bool
    missing: Amounts
    choice: Choice | None = None
    refusal: str = ""


def building_parts(context: BoardContext[View]) -> Iterator[Part | Group]:
    """Yield the buildings; one that is paid stays in its place until it is placed on a field."""
    view, choices = context.perspective.view, choices_by_move(context)
    names = tuple(tile.building.name for tile in view.tiles)
    yield Part("buildings", _draw_catalogue, names)
    yield Part("resources", _draw_resources, heaps(astuple(view.supply)[: len(RESOURCES)]))
    yield alternative_part("architect", spaces_of("points", view.point_spaces, view.points_taken, context), context)
    paid = "" if view.question.kind != "place" or context.held else view.question.building
    players = zip(view.players, context.names, context.initials, strict=True)
    built = tuple((player.seat, name, letter, player.buildings) for player, name, letter in players)
    yield Group("tiles", _tile_parts, (view.tiles, paid, built, context.no_buttons))
    if context.legal and context.question.kind == "build":
        yield from (_bill_part(tile, context, choices) for tile in view.tiles if _left(tile, paid))
    else:
        is_asked = context.question.kind == "build" and context.perspective.viewer in context.question.seats
        yield Group("bills", _plain_bills, (view.tiles, paid, is_asked))


def _left(tile: TileSeen, paid: str | None) -> int:
    """The number of tiles of a building in its place; ``paid``: one that is still to be placed on a field."""
    return tile.left + (tile.building.name == paid)


def _tile_parts(
    tiles: Iterable[TileSeen],
    paid: str | None,
    built: Iterable[tuple[int, str, str, tuple[str, ...]]],
    no_buttons: Buttons,
) -> Iterator[Part]:
    """Yield the kinds of buildings; ``built``: seats, names and letters of the players with their buildings."""
    for tile in tiles:
        name = tile.building.name
        owners = tuple((seat, player, letter) for seat, player, letter, buildings in built if name in buildings)
        yield Part(tile_id(name), _draw_tile, Tile(tile.building, _left(tile, paid), tile.cost, owners), no_buttons)


def _plain_bills(tiles: Iterable[TileSeen], paid: str | None, is_asked: bool) -> Iterator[Part]:
    """Yield the parts with the costs of buildings, for a viewer who can choose none of them."""
    for tile in (tile for tile in tiles if _left(tile, paid)):
        bill = Bill(tile.building.name, tile.affordable, is_asked, tile.missing)
        yield Part(bill_id(bill.building), _draw_bill, bill)


def _bill_part(tile: TileSeen, context: BoardContext[View], choices: Mapping[str, Choice]) -> Part:
    """Return the part that says whether the viewer can pay for a building."""
    move = f"build {tile.building.name}"
    is_asked = context.question.kind == "build" and context.perspective.viewer in context.question.seats
    said = refusal(context, move) if is_asked else ""
    bill = Bill(tile.building.name, tile.affordable, is_asked, tile.missing, choices.get(move), said)
    buttons = context.buttons(move) if move in choices else NO_BUTTONS
    return Part(bill_id(tile.building.name), _draw_bill, bill, buttons)


def tile_id(building: str) -> str:
    """Return the id of the element of a building on offer.

    >>> tile_id("small bank")
    'tile-small-bank'
    """
    return f"tile-{building.replace(' ', '-')}"


def tip_id(building: str) -> str:
    """Return the id of the note about a building."""
    return f"tip-{building.replace(' ', '-')}"


def bill_id(building: str) -> str:
    """Return the id of the element that says what a building costs the viewer."""
    return f"bill-{building.replace(' ', '-')}"


_draw_catalogue = TEMPLATES.drawer("cuba/buildings.html", "names", tile_id=tile_id, purposes=PURPOSE_WORDS)
_draw_resources = TEMPLATES.drawer("cuba/resources.html", "supply")


def _draw_tile(canvas: Canvas, tile: Tile) -> Markup:
    """Draw a building with its cost and what it does, or its empty plot."""
    language, building = canvas.language, tile.building
    return TEMPLATES.draw(
        "cuba/tile.html",
        canvas,
        tile=tile,
        building=building,
        bill_id=bill_id(building.name),
        tip_id=tip_id(building.name),
        cost=heaps_of(tile.cost),
        price=amounts(tile.cost, language),
        text=building_text(building, language),
        purpose=PURPOSES[building.name],
        at_end=BUILDING_POINTS,
    )


def _draw_bill(canvas: Canvas, bill: Bill) -> Markup:
    """Draw what a building costs the viewer."""
    language, missing = canvas.language, amounts(bill.missing, canvas.language)
    lacks = language.say(N_("You lack {pieces}."), pieces=missing) if missing else ""
    return TEMPLATES.draw(
        "cuba/bill.html",
        canvas,
        bill=bill,
        missing=heaps_of(bill.missing),
        lacks=lacks,
        preview=preview(bill.choice, language) if bill.choice else bill.refusal,
    )
