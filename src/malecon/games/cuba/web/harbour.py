"""The harbour: the open sea and three piers, each ship with its five spaces, and the pile of ships."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from markupsafe import Markup
from msgspec.structs import astuple

from malecon.core.i18n import Language
from malecon.games.cuba.board_view import ShipSeen
from malecon.games.cuba.boards import MERCHANDISE
from malecon.games.cuba.cards import Ship
from malecon.games.cuba.choice import Choice
from malecon.games.cuba.text.descriptions import pile_words
from malecon.games.cuba.view import View
from malecon.games.cuba.web.alternatives import alternative_part, spaces_of
from malecon.games.cuba.web.amounts import heaps_of
from malecon.games.cuba.web.art import TEMPLATES
from malecon.games.cuba.web.choices import choices_by_move, preview, sequence_words, sequences_in, with_sequences
from malecon.presentation.buttons import Buttons
from malecon.presentation.game_page import BoardContext
from malecon.presentation.parts import Canvas, Group, Part

SEA = "sea"
DOCKS = "dock 1", "dock 2", "dock 3"


class Hold(NamedTuple):
    """A space of a ship: what it takes, and whether that is loaded."""

    piece: str
    loaded: bool


class Berth(NamedTuple):
    """A dock or the sea: its name, the points of a piece (0 at sea), the ship, and what can be loaded on it.

    ``whole``: the loading of all that fits, if that is more than one piece or the Mayor is not played yet.
    """

    place: str
    points: int
    seen: ShipSeen | None
    loads: tuple[Choice, ...]
    whole: Choice | None = None


class Load(NamedTuple):
    """The place of a button that loads a piece: the choice and what it brings, if it can be loaded now."""

    piece: str
    choice: Choice | None
    words: str = ""


class ShipPile(NamedTuple):
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
        yield Group(_plain_berths, (tuple(_berths_of(context)), context.no_buttons))
    for berth in _berths_of(context) if context.legal else ():
        buttons = context.buttons(*(choice.notation for choice in berth.loads))
        buttons = with_sequences(buttons, filter(None, [berth.whole]), context.perspective.language)
        yield Part(berth_id(berth.place), _draw_berth, berth, buttons)
    swaps = context.buttons("swap ")
    pile = ShipPile(_ships_of(view), pile_words(context.perspective), bool(swaps.moves))
    yield Part("pile", _draw_pile, pile, swaps)


def _plain_berths(berths: Iterable[Berth], no_buttons: Buttons) -> Iterator[Part]:
    """Yield sea and docks, where the viewer can choose nothing."""
    return (Part(berth_id(berth.place), _draw_berth, berth, no_buttons) for berth in berths)


def _berths_of(context: BoardContext[View]) -> Iterator[Berth]:
    """Yield the sea and the docks, in the order in which ships pass them (CUB-8.4)."""
    *docks, sea = context.perspective.view.harbour
    yield Berth(SEA, 0, sea, ())
    loads = [choice for move, choice in choices_by_move(context).items() if move.startswith("load ")]
    sequences = sequences_in(context, "load ", "play mayor")
    for points, (place, seen) in enumerate(zip(DOCKS, docks, strict=True), 1):
        whole = next((each for each in sequences if each.notation.endswith(f" on {place}")), None)
        single = tuple(each for each in loads if each.notation.endswith(f" on {place}"))
        yield Berth(place, points, seen, single, whole)


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
    holds = () if berth.seen is None else tuple(_holds_of(berth.seen))
    return TEMPLATES.draw(
        "cuba/berth.html",
        canvas,
        berth=berth,
        ship=berth.seen and berth.seen.ship,
        holds=holds,
        loads=tuple(_loads_of(berth, canvas.language)),
        whole=berth.whole,
        cargo=heaps_of(berth.whole.costs) if berth.whole else (),
        words=sequence_words(berth.whole, canvas.language) if berth.whole else "",
    )


def _loads_of(berth: Berth, language: Language) -> Iterator[Load]:
    """Yield a place for each kind of piece that the ship takes, so that none moves when another is gone."""
    if not berth.loads or berth.seen is None:
        return
    choices = {choice.notation.split()[1]: choice for choice in berth.loads}
    for piece in dict.fromkeys(berth.seen.ship.spaces):
        choice = choices.get(piece)
        yield Load(piece, choice, preview(choice, language) if choice else "")


def _holds_of(seen: ShipSeen) -> Iterator[Hold]:
    loaded = dict(zip(MERCHANDISE, astuple(seen.cargo), strict=True))
    for piece in seen.ship.spaces:
        loaded[piece] -= 1
        yield Hold(piece, loaded[piece] >= 0)
