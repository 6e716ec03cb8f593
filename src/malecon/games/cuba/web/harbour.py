"""The harbour: the open sea and three piers, each ship with its five spaces, and the pile of ships."""

from collections.abc import Iterator
from typing import NamedTuple

from markupsafe import Markup
from msgspec.structs import astuple

from malecon.games.cuba.boards import MERCHANDISE
from malecon.games.cuba.cards import Ship
from malecon.games.cuba.text.explanations import pile_words
from malecon.games.cuba.view import ShipSeen, View
from malecon.games.cuba.web.alternatives import alternative_part, spaces_of
from malecon.games.cuba.web.art import draw_template
from malecon.presentation.game_page import BoardContext
from malecon.presentation.parts import Canvas, Part

SEA = "sea"
DOCKS = "dock 1", "dock 2", "dock 3"


class Hold(NamedTuple):
    """A space of a ship: what it takes, whether that is loaded, and the move that loads it."""

    piece: str
    loaded: bool = False
    move: str = ""


class Berth(NamedTuple):
    """A dock or the sea: its name, the points of a piece (0 at sea), and the ship."""

    place: str
    points: int
    seen: ShipSeen | None


class ShipPile(NamedTuple):
    """The ships of the pile, what is known of their order in words, and whether the pile lies open."""

    ships: tuple[Ship, ...]
    words: str
    is_open: bool


def harbour_parts(context: BoardContext[View], *, is_here: bool) -> Iterator[Part]:
    """Yield sea, docks and pile; ``is_here``: whether the viewer is asked something."""
    view = context.perspective.view
    yield Part("harbour", draw_harbour, None)
    yield alternative_part("mayor", spaces_of("pesos", view.peso_spaces, view.pesos_taken, context), context)
    *docks, sea = view.harbour
    berths = [Berth(SEA, 0, sea), *(Berth(place, n, docks[n - 1]) for n, place in enumerate(DOCKS, 1))]
    for berth in berths:
        loading = [move for move in context.legal if move.startswith("load ") and move.endswith(f" on {berth.place}")]
        yield Part(berth_id(berth.place), draw_berth, berth, context.buttons(*loading))
    is_open = is_here and context.question.kind == "swap"
    pile = ShipPile(ships_of(view), pile_words(context.perspective), is_open)
    yield Part("pile", draw_pile, pile, context.buttons("swap "))


def ships_of(view: View) -> tuple[Ship, ...]:
    """Return the ships of the pile: in their order for who has looked through it, else by number (CUB-1.10)."""
    ships = {ship.id: ship for ship in view.pile}
    return tuple(ships[number] for number in view.pile_order or ships)


def berth_id(place: str) -> str:
    """Return the id of the element of a place of the harbour.

    >>> berth_id("dock 1")
    'berth-dock-1'
    """
    return f"berth-{place.replace(' ', '-')}"


def draw_harbour(canvas: Canvas, value: None) -> Markup:
    """Draw the water with slots for the berths, in the order in which ships pass them (CUB-8.4)."""
    return draw_template("harbour.html", canvas, berths=[berth_id(place) for place in (SEA, *DOCKS)])


def draw_berth(canvas: Canvas, berth: Berth) -> Markup:
    """Draw a dock or the sea with its ship."""
    holds = [] if berth.seen is None else list(holds_of(berth.seen, canvas))
    return draw_template("berth.html", canvas, berth=berth, ship=berth.seen and berth.seen.ship, holds=holds)


def holds_of(seen: ShipSeen, canvas: Canvas) -> Iterator[Hold]:
    """Yield the spaces of a ship; the first free one of each kind has the move that loads it."""
    loaded = dict(zip(MERCHANDISE, astuple(seen.cargo), strict=True))
    offered = set[str]()
    for piece in seen.ship.spaces:
        move = f"load {piece} on {seen.place}"
        if loaded[piece]:
            loaded[piece] -= 1
            yield Hold(piece, loaded=True)
        elif piece in offered or not canvas.can(move):
            yield Hold(piece)
        else:
            offered.add(piece)
            yield Hold(piece, move=move)


def draw_pile(canvas: Canvas, pile: ShipPile) -> Markup:
    """Draw the pile, with the moves that bring a ship of it to sea."""
    return draw_template("pile.html", canvas, pile=pile)
