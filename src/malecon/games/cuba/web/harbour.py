"""The harbour: the open sea and three piers, each ship with its five spaces, and the pile of ships."""

from collections.abc import Iterator, Sequence

from markupsafe import Markup
from msgspec import Struct
from msgspec.structs import astuple

from malecon.games.cuba.board_view import ShipSeen
from malecon.games.cuba.boards import MERCHANDISE, PIECES
from malecon.games.cuba.cards import Ship
from malecon.games.cuba.choice import Choice
from malecon.games.cuba.text.descriptions import pile_words
from malecon.games.cuba.view import View
from malecon.games.cuba.web.alternatives import alternative_part, spaces_of
from malecon.games.cuba.web.art import TEMPLATES
from malecon.games.cuba.web.choices import choices_by_move, sequence_words, sequences_in, with_sequences
from malecon.presentation.buttons import AND, Buttons
from malecon.presentation.game_page import BoardContext
from malecon.presentation.parts import Canvas, Group, Part

SEA = "sea"
DOCKS = "dock 1", "dock 2", "dock 3"


class Hold(Struct, frozen=True):
    """A space of a ship: what it takes, and ``whole`` if that is loaded, ``fits`` if it could be now, else ``free``."""

    piece: str
    state: str


class Berth(Struct, frozen=True):
    """A dock or the sea.

    Attributes:
        place: its name.
        points: of a piece; 0 at sea.
        seen: the ship.
        whole: the loading of all that fits, also before the Mayor is played; ``None`` if nothing does.
        is_asked: whether the viewer is asked what to load.
        is_one_of_several: whether one piece of several can be loaded, so that the buttons are elsewhere.
    """

    place: str
    points: int
    seen: ShipSeen | None
    whole: Choice | None
    is_asked: bool
    is_one_of_several: bool = False


class ShipPile(Struct, frozen=True):
    """The ships of the pile, what is known of their order in words, and whether one of them can be chosen."""

    ships: tuple[Ship, ...]
    words: str
    is_open: bool


def harbour_parts(context: BoardContext[View]) -> Iterator[Part | Group]:
    """Yield sea, docks and pile."""
    view = context.perspective.view
    yield Part("harbour", _draw_harbour, None)
    yield alternative_part("mayor", spaces_of("pesos", view.peso_spaces, view.pesos_taken, context), context)
    if not context.legal:
        yield Group("berths", _plain_berths, (view.harbour, context.no_buttons))
    for berth in _berths_of(context) if context.legal else ():
        yield Part(berth_id(berth.place), _draw_berth, berth, _quay_buttons(berth, context))
    swaps = context.buttons("swap ")
    pile = ShipPile(_ships_of(view), pile_words(context.perspective), bool(swaps.moves))
    yield Part("pile", _draw_pile, pile, swaps)


def _plain_berths(harbour: Sequence[ShipSeen | None], no_buttons: Buttons) -> Iterator[Part]:
    """Yield docks and sea, where the viewer can choose nothing."""
    for points, (place, seen) in enumerate(zip((*DOCKS, SEA), harbour, strict=True), 1):
        berth = Berth(place, points if place in DOCKS else 0, seen, None, is_asked=False)
        yield Part(berth_id(place), _draw_berth, berth, no_buttons)


def _berths_of(context: BoardContext[View]) -> Iterator[Berth]:
    """Yield the sea and the docks, in the order in which ships pass them (CUB-8.4)."""
    *docks, sea = context.perspective.view.harbour
    is_asked = context.question.kind == "load" and bool(context.legal)
    yield Berth(SEA, 0, sea, None, is_asked)
    loads = (*sequences_in(context, "load ", "play mayor"), *choices_by_move(context).values())
    for points, (place, seen) in enumerate(zip(DOCKS, docks, strict=True), 1):
        there = [each for each in loads if is_load(each, place)]
        is_one_of_several = is_asked and len(there) > 1 and AND not in there[0].notation
        whole = None if is_one_of_several else next(iter(there), None)
        yield Berth(place, points, seen, whole, is_asked, is_one_of_several)


def is_load(choice: Choice, place: str) -> bool:
    """Tell whether a choice loads something at a place, after the Mayor is played or together with him.

    >>> is_load(Choice("load rum on dock 1"), "dock 1"), is_load(Choice("take pesos"), "dock 1")
    (True, False)
    """
    return choice.notation.endswith(f" on {place}") and "load " in choice.notation


def loads_apart(context: BoardContext[View]) -> tuple[Choice, ...]:
    """Return the loadings of one piece at docks where there are others, too: they have buttons elsewhere."""
    single = choices_by_move(context).values()
    loads = (*sequences_in(context, "load "), *single)
    several = [place for place in DOCKS if sum(is_load(each, place) for each in loads) > 1]
    return tuple(each for each in single if any(is_load(each, place) for place in several))


def _quay_buttons(berth: Berth, context: BoardContext[View]) -> Buttons:
    """Return the button of a quay, if something can be loaded there."""
    if berth.whole is None or not berth.is_asked:
        return context.no_buttons
    if context.can(berth.whole.notation):
        return context.buttons(berth.whole.notation)
    return with_sequences(context.no_buttons, [berth.whole], context.perspective.language)


def _ships_of(view: View) -> tuple[Ship, ...]:
    """Return the ships of the pile: in their order for who has looked through it, else by number (CUB-1.10)."""
    ships = {ship.id: ship for ship in view.pile}
    return tuple(ships[number] for number in view.pile_order or ships)


def berth_id(place: str) -> str:
    """Return the id of the element of a place of the harbour.

    >>> berth_id("dock 1")
    'berth-dock-1'
    """
    return f"berth-{place.replace(' ', '-')}"


_draw_harbour = TEMPLATES.drawer("cuba/harbour.html", "nothing", berths=[berth_id(place) for place in (SEA, *DOCKS)])
_draw_pile = TEMPLATES.drawer("cuba/pile.html", "pile")


def _draw_berth(canvas: Canvas, berth: Berth) -> Markup:
    """Draw a dock or the sea with its ship."""
    fits = sum(berth.whole.costs.pieces()) if berth.whole else 0
    return TEMPLATES.draw(
        "cuba/berth.html",
        canvas,
        berth=berth,
        ship=berth.seen and berth.seen.ship,
        holds=() if berth.seen is None else tuple(_holds_of(berth.seen, berth.whole)),
        fits=fits,
        words=sequence_words(berth.whole, canvas.language) if berth.whole else "",
    )


def _holds_of(seen: ShipSeen, load: Choice | None) -> Iterator[Hold]:
    """Yield the spaces of a ship, with those that a loading would fill."""
    loaded = dict(zip(MERCHANDISE, astuple(seen.cargo), strict=True))
    fitting = dict(zip(PIECES, load.costs.pieces(), strict=True)) if load else {}
    for piece in seen.ship.spaces:
        loaded[piece] -= 1
        if loaded[piece] >= 0:
            yield Hold(piece, "whole")
            continue
        fitting[piece] = fitting.get(piece, 0) - 1
        yield Hold(piece, "fits" if fitting[piece] >= 0 else "free")
