"""The pieces of Havana, each with a shape and a colour of its own, 24 by 24 units."""

from collections.abc import Callable, Mapping
from functools import cache

from markupsafe import Markup

from malecon.core.i18n import N_, Language, capital
from malecon.games.havana.buildings import COLOURS
from malecon.games.havana.rules import REFILLED_AT
from malecon.games.havana.rules.buying import RATE
from malecon.games.havana.text.words import PIECE
from malecon.presentation.drawing import box, disc, element, path, pointer, polygon
from malecon.presentation.templates import GAME_TEMPLATES, Templates

SIDE = 24
EDGE = "#2b2420"


def _outlined(d: str, fill: str) -> Markup:
    """Return a shape with the dark edge that all pieces have."""
    return path(d, class_="edge", fill=fill, stroke=EDGE, stroke_width=1.2, stroke_linejoin="round")


def brick() -> Markup:
    """Return a red block with a bond."""
    joints = "M2.5 11.5h19M2.5 15.5h19M8 7.5v4M16 7.5v4M12 11.5v4M8 15.5v4M16 15.5v4"
    top = polygon(2.5, 7.5, 5, 4, 22.5, 4, 21.5, 7.5)
    return Markup("").join(
        (
            _outlined(box(2.5, 7.5, 19, 12), "#cc4b37"),
            path(joints, stroke="#f3d3bd", stroke_width=1.1),
            _outlined(top, "#e27a5f"),
        )
    )


def sandstone() -> Markup:
    """Return a yellow hexagon in layers."""
    layers = "M2.6 9.5q5 2 9.5 .3t9.3 .2M3.2 14.5q4.5-1.8 9 0t8.8-.2"
    return _outlined(polygon(7, 3, 17, 3, 22.5, 12, 17, 21, 7, 21, 1.5, 12), "#edc14a") + path(
        layers, fill="none", stroke="#a87a1c", stroke_width=1.5
    )


def loam() -> Markup:
    """Return a brown mound."""
    mound = "M1.5 20C3 14 6 13 8 9.5S13 4 15.5 8s6 5 7 12z"
    return _outlined(mound, "#a66a3a") + path(
        "M8 14q2-3 4-3M6 17.5h3M13 16.5h4M15 12l2 2", fill="none", stroke="#6b3f1d", stroke_width=1.5
    )


def glass() -> Markup:
    """Return a blue pane with a shine."""
    return _outlined(polygon(5, 4.5, 21, 2, 19, 19.5, 3, 22), "#6fb7e0") + path(
        "M8 16l6-9M12.5 15.5l4-6", stroke="#f4fbff", stroke_width=1.7, stroke_linecap="round"
    )


def debris() -> Markup:
    """Return grey rubble."""
    return Markup("").join(
        (
            _outlined(polygon(2, 20.5, 1.5, 15, 6, 12.5, 10.5, 15.5, 10, 20.5), "#8d8f92"),
            _outlined(polygon(11, 20.5, 10.5, 14.5, 15.5, 11.5, 21.5, 13.5, 22.5, 20.5), "#a9abac"),
            _outlined(polygon(7, 12, 6.5, 6.5, 12, 4, 16, 7.5, 14.5, 12.5, 10.5, 14.5), "#c3c4c2"),
        )
    )


def _peso() -> Markup:
    """Return a gold coin with a star."""
    star = polygon(
        12, 6.5, 13.4, 10.2, 17.3, 10.3, 14.2, 12.7, 15.3, 16.5, 12, 14.3, 8.7, 16.5, 9.8, 12.7, 6.7, 10.3, 10.6, 10.2
    )
    return Markup("").join(
        (
            _outlined(disc(12, 12, 10), "#f0bf3c"),
            path(disc(12, 12, 7.7), fill="none", stroke="#a87410", stroke_width=1),
            path(star, fill="#a87410"),
        )
    )


def worker() -> Markup:
    """Return a figure with a straw hat."""
    body = "M4 22.5c0-6 3-9 8-9s8 3 8 9z"
    scarf = "M8.5 14.5l3.5 4 3.5-4"
    brim = "M2.5 8.5c5-2 14-2 19 0c-4 2.5-15 2.5-19 0z"
    crown = "M7 7.5c.3-4 2-5.5 5-5.5s4.7 1.5 5 5.5c-3 1-7 1-10 0z"
    return Markup("").join(
        (
            _outlined(body, "#f4efe2"),
            path(scarf, fill="#c9503c", stroke=EDGE, stroke_width=0.8),
            _outlined(disc(12, 10, 4.2), "#a56d47"),
            _outlined(brim, "#eac873"),
            _outlined(crown, "#f2d992"),
            path("M7 7q5 1.8 10 0", fill="none", stroke="#c9503c", stroke_width=1.4),
        )
    )


def _architect() -> Markup:
    """Return a pair of compasses."""
    return Markup("").join(
        (
            path("M4 20.5q8-5 16 0", fill="none", stroke="#2f7fa6", stroke_width=1.5, stroke_dasharray="2.5 1.6"),
            _outlined(polygon(10, 5.5, 13.4, 6.8, 7.6, 19.2, 3.6, 23, 4, 18), "#e9e4d6"),
            _outlined(polygon(14, 5.5, 10.6, 6.8, 16.4, 19.2, 20.4, 23, 20, 18), "#cfc8b4"),
            path("M8.5 13.5h7", class_="edge", stroke=EDGE, stroke_width=1.3),
            _outlined(disc(12, 5, 2.6), "#e0a526"),
            path("M12 2.4v-1.9", class_="edge", stroke=EDGE, stroke_width=1.5),
        )
    )


def _bag() -> Markup:
    """Return a sack that is tied up."""
    neck = polygon(7, 3, 9.5, 4.5, 12, 2.5, 14.5, 4.5, 17, 3, 15.5, 8.5, 8.5, 8.5)
    return Markup("").join(
        (
            _outlined("M7.5 8.5C2 13 2 22 12 22s10-9 4.5-13.5z", "#b98a55"),
            _outlined(neck, "#d8b07c"),
            path("M7.5 8.5h9", stroke="#c9503c", stroke_width=2),
        )
    )


def _stack() -> Markup:
    """Return tiles that lie on each other."""
    heights = ((15, "#1d5f8a"), (11, "#e0a526"), (7, "#cc4b37"))
    return Markup("").join(_outlined(polygon(1.5, y, 12, y - 5, 22.5, y, 12, y + 5), fill) for y, fill in heights)


DRAWN: Mapping[str, Callable[[], Markup]] = {
    "brick": brick,
    "sandstone": sandstone,
    "loam": loam,
    "glass": glass,
    "debris": debris,
    "worker": worker,
    "peso": _peso,
    "architect": _architect,
    "bag": _bag,
    "stack": _stack,
}
"""By the piece's name in the rules; the compasses stand for the open Architect that a tile asks for, the
last two for what is hidden in the bag and in the stack."""


CUBE = N_("{piece}: a coloured cube. Houses cost it; {rate} debris can stand in for one.")
EXPLANATIONS = {
    **dict.fromkeys(COLOURS, CUBE),
    "debris": N_("Debris: houses cost it, and {rate} can stand in for a coloured cube."),
    "worker": N_("Workers: houses cost them; {rate} pesos can stand in for one."),
    "peso": N_("Pesos: houses cost them, and {rate} can stand in for a worker."),
    "bag": N_("The bag: cubes come from it to the centre after each round, and by the Black Market."),
    "stack": N_("The stack: a row is filled up from it when only {left} houses are left there."),
    "supply": N_("Workers that can still be hired, with Worker and Architect."),
    "rest": N_("Cubes in the bag, houses in the stack, and workers in the supply."),
    "number": N_("The number: both digits of the open cards, the lower first. Who has the lowest acts first."),
    "points": N_("Points come from houses. Who reaches the target at the end of a turn wins."),
    "target": N_("Buy houses: who has so many points at the end of a turn wins."),
    "order": N_("The order of play in this round: the lowest number first."),
}
"""By thing of the table, what it is."""


def explanations(language: Language) -> list[tuple[str, str]]:
    """Return the things of the table with what they are, in words."""
    facts = {"rate": RATE, "left": REFILLED_AT}
    return [
        (thing, language.say(words, **facts, piece=capital(language.word(PIECE, thing)) if thing in COLOURS else ""))
        for thing, words in EXPLANATIONS.items()
    ]


@cache
def piece_symbols() -> Markup:
    """Return all pieces once, as symbols for ``token`` to point at."""
    return Markup("").join(
        element("symbol", draw(), id=f"piece-{name}", viewBox=f"0 0 {SIDE} {SIDE}") for name, draw in DRAWN.items()
    )


@cache
def token(name: str) -> Markup:
    """Return a piece, which the page draws among its symbols."""
    return pointer(f"piece-{name}", "piece")


@cache
def _shape(name: str) -> Markup:
    """Return a piece as ``token`` does, to stand in what is hidden from screen readers anyway."""
    return element("svg", element("use", href=f"#piece-{name}"), class_="piece")


TEMPLATES = Templates(GAME_TEMPLATES, "havana/macros.html", token=token, shape=_shape)
"""Of the page of a table."""
