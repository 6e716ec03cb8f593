"""What is painted on the thirteen cards of Havana, 48 by 48 units, in the cream of enamel signs and a few colours."""

from collections.abc import Callable, Mapping
from functools import cache

from markupsafe import Markup

from malecon.games.havana.web.pieces import DRAWN
from malecon.presentation.drawing import box, disc, element, path, pointer, polygon

SIDE = 48
CREAM, NIGHT, SUN, RED, LEAF, WATER, SKIN = "#fbf3e0", "#16303f", "#f2c14e", "#d9583f", "#6fa66b", "#7fc3d6", "#a56d47"


def line(d: str, colour: str = CREAM, width: float = 2.2) -> Markup:
    """Return a drawn line."""
    return path(d, fill="none", stroke=colour, stroke_width=width, stroke_linecap="round", stroke_linejoin="round")


def _of_piece(name: str, x: float, y: float, scale: float) -> Markup:
    """Return a piece, moved and scaled."""
    return element("g", DRAWN[name](), transform=f"translate({x:g} {y:g}) scale({scale:g})")


def siesta() -> Markup:
    """Return a hammock under the moon."""
    return Markup("").join(
        (
            path("M30 4a9 9 0 1 0 9 12a8 8 0 0 1-9-12z", fill=SUN),
            line("M6 12v32M42 22v22"),
            path("M6 20c8 22 28 22 36 6c-6 20-30 20-36-6z", fill=RED),
            path("M6 20c8 26 28 26 36 6c-4 26-34 28-36-6z", fill=CREAM),
            line("M12 13h5l-5 5h5M20 6h4l-4 4h4", width=1.8),
        )
    )


def _refreshment() -> Markup:
    """Return a long drink with mint and lime."""
    return Markup("").join(
        (
            line("M27 20l6-15h6", SUN),
            path(polygon(13, 15, 35, 15, 32, 44, 16, 44), fill=CREAM),
            path(polygon(14.5, 21, 33.5, 21, 31, 42, 17, 42), fill=WATER),
            path(box(18, 25, 6, 6) + box(24, 32, 6, 6), fill=CREAM, fill_opacity=0.75),
            path("M15 14c-8-2-8-8-6-11c6 1 8 5 6 11zM16 14c-1-7 2-10 6-11c2 5 0 9-6 11z", fill=LEAF),
            path(disc(34, 16, 6), fill=LEAF) + path(disc(34, 16, 4.3), fill="#e4efc0"),
            line("M34 11.7v8.6M29.7 16h8.6", LEAF, 1),
        )
    )


def _protection() -> Markup:
    """Return a shield with a star."""
    star = polygon(24, 13, 26.6, 20, 34, 20.3, 28.2, 25, 30.2, 32, 24, 28, 17.8, 32, 19.8, 25, 14, 20.3, 21.4, 20)
    shield = "M24 3c6 4 12 5 17 5c1 18-4 30-17 37c-13-7-18-19-17-37c5 0 11-1 17-5z"
    return Markup("").join(
        (
            path(shield, fill=CREAM),
            path("M24 7c5 3 9 4 13.5 4.3c.3 14-4 24-13.5 29.5z", fill=WATER),
            path("M24 7c-5 3-9 4-13.5 4.3c-.3 14 4 24 13.5 29.5z", fill="#4e9db5"),
            path(star, fill=SUN),
        )
    )


def debris() -> Markup:
    """Return rubble and a shovel."""
    return Markup("").join(
        (
            line("M40 5L27 24", CREAM, 2.6),
            path("M36 4l8 5-2 3-8-5z", fill=SUN),
            path("M29 19l5 4c-2 6-5 9-9 10c-1-5 0-10 4-14z", fill="#c8d4d8"),
            _of_piece("debris", 3, 15, 1.35),
        )
    )


def _conservation() -> Markup:
    """Return a house that is put into a box."""
    return Markup("").join(
        (
            path(polygon(12, 15, 24, 5, 36, 15), fill=RED),
            path(box(14, 15, 20, 20), fill=CREAM),
            path(box(17, 18, 4, 6) + box(27, 18, 4, 6), fill=NIGHT),
            path(box(5, 29, 38, 15), fill="#b98a54"),
            path(polygon(5, 29, 1, 23, 12, 25, 15, 29) + polygon(43, 29, 47, 23, 36, 25, 33, 29), fill="#d6ab72"),
            line("M19 36.5h10", NIGHT, 2.4),
        )
    )


def _tax_collector() -> Markup:
    """Return a ledger, a pen and a coin."""
    return Markup("").join(
        (
            path(polygon(4, 12, 22, 15, 22, 42, 4, 38), fill=CREAM),
            path(polygon(22, 15, 40, 12, 40, 38, 22, 42), fill="#e9dcc0"),
            line("M8 19l10 1.6M8 25l10 1.6M8 31l10 1.6M26 20.6l10-1.6", NIGHT, 1.4),
            _of_piece("peso", 26, 22, 0.8),
            path("M45 2c-8 2-14 9-17 19l3 1c7-4 12-11 14-20z", fill=SUN),
            line("M43 5L28 25", NIGHT, 1.4),
        )
    )


def _workers() -> Markup:
    return _of_piece("worker", 1, 0, 1.95)


def _compasses() -> Markup:
    """Return the architect's compasses over a plan."""
    return Markup("").join(
        (
            path(polygon(6, 30, 38, 26, 45, 43, 12, 47), fill=CREAM),
            line("M15 35l9-1 2 6 9-1M24 34l-1-4", "#4e9db5", 1.5),
            _of_piece("architect", 5, -1, 1.7),
        )
    )


def _mask() -> Markup:
    """Return a thief's hat and mask."""
    return Markup("").join(
        (
            path("M13 15c0-9 4-12 11-12s11 3 11 12z", fill=NIGHT),
            path("M4 15.5c12-4 28-4 40 0c-10 4-30 4-40 0z", fill=NIGHT, stroke=CREAM, stroke_width=1),
            path("M12 20c3-2 8-2 12 0c4-2 9-2 12 0c1 6-2 9-6 9c-3 0-5-2-6-4c-1 2-3 4-6 4c-4 0-7-3-6-9z", fill=NIGHT),
            path(disc(18.5, 24, 2.3) + disc(29.5, 24, 2.3), fill=CREAM),
        )
    )


def _pesos_thief() -> Markup:
    """Return a thief with a coin."""
    return _mask() + _of_piece("peso", 14, 29, 0.8)


def _materials_thief() -> Markup:
    """Return a thief with a brick and a stone."""
    return _mask() + _of_piece("brick", 3, 29, 0.75) + _of_piece("sandstone", 26, 29, 0.75)


def _black_market() -> Markup:
    """Return a sack under a lantern."""
    return Markup("").join(
        (
            line("M36 3v6", CREAM, 1.6),
            path(polygon(30, 22, 32, 9, 40, 9, 42, 22), fill=SUN)
            + path(box(29, 21, 14, 3) + box(31, 7, 10, 3), fill=NIGHT),
            path("M14 17c-10 8-14 26-7 28h22c7-2 3-20-7-28z", fill="#b98a54"),
            path("M10 9c4 3 12 3 16 0l-4 8h-8z", fill="#d6ab72"),
            line("M13 17h10", RED, 2.6),
            element("text", "?", x=18, y=39, text_anchor="middle", font_size=19, font_weight=700, fill=NIGHT),
        )
    )


def pesos() -> Markup:
    """Return piles of coins."""
    pile = "".join(f"M{x} {44 - 4.5 * place:g}h13" for x, high in ((3.5, 4), (31.5, 3)) for place in range(high))
    return Markup("").join(
        (
            path(pile, stroke="#2b2420", stroke_width=5.2, stroke_linecap="round"),
            path(pile, stroke=SUN, stroke_width=3.4, stroke_linecap="round"),
            _of_piece("peso", 9, 8, 1.35),
        )
    )


def mama() -> Markup:
    """Return a woman with a headscarf, earrings and a flower."""
    petals = "".join(disc(13 + dx, 12 + dy, 3.2) for dx, dy in ((-4, 0), (0, -4), (4, 0), (2.5, 4), (-2.5, 4)))
    return Markup("").join(
        (
            path("M4 48c1-10 9-14 20-14s19 4 20 14z", fill=RED),
            path("M15 36c2 6 16 6 18 0l-4-4h-10z", fill=SKIN),
            path("M12 20c0-11 24-11 24 0c0 10-5 17-12 17s-12-7-12-17z", fill=SKIN),
            path("M10 22C6 6 16 2 24 2s18 4 14 20c-6-8-22-8-28 0z", fill=SUN),
            path("M12 14q12-9 24 0", fill="none", stroke=RED, stroke_width=2.4),
            line("M18 21q2-1.5 4 0M26 21q2-1.5 4 0", NIGHT, 1.5) + line("M20 29q4 3.5 8 0", "#7a2f22", 2),
            path(disc(11, 27, 2.2) + disc(37, 27, 2.2), fill=SUN),
            path(petals, fill="#f3ead2") + path(disc(13, 12, 2.4), fill=RED),
        )
    )


ICONS: Mapping[str, Callable[[], Markup]] = {
    "siesta": siesta,
    "refreshment": _refreshment,
    "protection": _protection,
    "debris": debris,
    "conservation": _conservation,
    "tax collector": _tax_collector,
    "worker": _workers,
    "architect": _compasses,
    "pesos thief": _pesos_thief,
    "materials thief": _materials_thief,
    "black market": _black_market,
    "pesos": pesos,
    "mama": mama,
}


@cache
def card_symbols() -> Markup:
    """Return the pictures of all cards once, as symbols for ``card_icon`` to point at."""
    return Markup("").join(
        element("symbol", draw(), id=_symbol_of(card), viewBox=f"0 0 {SIDE} {SIDE}") for card, draw in ICONS.items()
    )


ENAMEL = {
    "green": ("siesta", "refreshment", "protection", "conservation"),
    "red": ("tax collector", "pesos thief", "materials thief"),
    "blue": ("debris", "worker", "architect", "black market", "pesos", "mama"),
}
"""The colours of the signs: what keeps, what takes from others, what takes from the table."""
COLOUR = {card: colour for colour, cards in ENAMEL.items() for card in cards}


@cache
def card_icon(card: str) -> Markup:
    """Return the picture of a card, which the page draws among its symbols, of the class of its colour."""
    return pointer(_symbol_of(card), f"icon {COLOUR[card]}")


def _symbol_of(card: str) -> str:
    return f"card-{card.replace(' ', '-')}"
