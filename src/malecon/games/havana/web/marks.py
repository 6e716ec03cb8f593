"""The suns with points, the badges of seats, and the marks of what is there, missing or exchanged.

The costs of a house are drawn kind by kind, each with the mark that says whether the viewer has it.
"""

from collections.abc import Sequence
from functools import cache, lru_cache
from math import cos, pi, sin

from markupsafe import Markup
from msgspec import Struct

from malecon.core.i18n import N_, Language
from malecon.games.havana.buildings import PIECES
from malecon.games.havana.rows_view import TileSeen
from malecon.games.havana.rules.buying import RATE
from malecon.games.havana.text.words import PIECE
from malecon.games.havana.web.pieces import EDGE, SIDE
from malecon.presentation.drawing import box, disc, element, path, picture, points, polygon

RED = "#b0301c"


@cache
def mark_symbols() -> Markup:
    """Return the marks of pieces that are there, missing, or paid by exchange, as symbols; each has its own shape."""
    marks = {
        "have": (path(disc(12, 12, 11), fill="#3f6d41"), _line("M7 12.5l3.5 3.5l6.5-8", "#fff", 2.8)),
        "lack": (
            path(disc(12, 12, 10), fill="#fff8ec", stroke=RED, stroke_width=2.4),
            _line("M8 8l8 8M16 8l-8 8", RED),
        ),
        "exchange": (
            path(polygon(12, 0.5, 23.5, 12, 12, 23.5, 0.5, 12), fill="#e0a526", stroke=EDGE, stroke_width=0.8),
            _line("M7 9.5h9M13.5 7l2.5 2.5l-2.5 2.5M17 14.5H8M10.5 12l-2.5 2.5l2.5 2.5", EDGE, 1.7),
        ),
    }
    return Markup("").join(
        element("symbol", *shapes, id=f"mark-{name}", viewBox=f"0 0 {SIDE} {SIDE}") for name, shapes in marks.items()
    )


def _line(d: str, colour: str, width: float = 2.6) -> Markup:
    return path(d, fill="none", stroke=colour, stroke_width=width, stroke_linecap="round", stroke_linejoin="round")


RAYS = 14
HALF = 24


@cache
def sun(number: int) -> Markup:
    """Return a number of points in a sun."""
    return picture(2 * HALF, 2 * HALF, _drawn_sun(number), class_="sun")


@cache
def sun_symbols(numbers: tuple[int, ...]) -> Markup:
    """Return suns with numbers of points once, as symbols."""
    view_box = f"0 0 {2 * HALF} {2 * HALF}"
    return Markup("").join(element("symbol", _drawn_sun(n), id=f"sun-{n}", viewBox=view_box) for n in numbers)


def _drawn_sun(number: int) -> Markup:
    """Return the shapes of a sun, 48 by 48 units."""
    spokes = [(place * pi / RAYS, 23 if place % 2 else 18.5) for place in range(2 * RAYS)]
    rays = polygon(*(HALF + radius * turn(angle) for angle, radius in spokes for turn in (sin, cos)))
    return Markup("").join(
        (path(rays, class_="rays"), path(disc(HALF, HALF, 15), class_="disc"), _written(number, "points", 20))
    )


def _written(text: object, kind: str, size: int) -> Markup:
    """Return a text in the middle of a mark."""
    return element("text", str(text), x=HALF, y=HALF + size * 0.36, font_size=size, text_anchor="middle", class_=kind)


PATTERNS = (
    "",
    "".join(box(x, 0, 4, 48) for x in (2, 12, 32, 42)),
    "".join(disc(x, y, 2.6) for x, y in ((24, 7), (24, 41), (7, 24), (41, 24), (11, 11), (37, 37), (11, 37), (37, 11))),
    "".join(box(0, y, 48, 4) for y in (3, 11, 33, 41)),
    polygon(24, 0, 32, 8, 24, 16, 16, 8) + polygon(24, 32, 32, 40, 24, 48, 16, 40) + polygon(0, 24, 8, 16, 8, 32),
)
"""By seat, what is painted on the badge beside the letter, so that seats differ without their colours."""


@lru_cache(maxsize=512)
def badge(name: str, seat: int, letter: str, share: float) -> Markup:
    """Return the badge of a seat in a ring that fills up.

    Args:
        name: the id of the picture.
        seat: 0 to 4.
        letter: what stands on the badge.
        share: how full the ring is, 0 to 1.
    """
    return picture(
        2 * HALF,
        2 * HALF,
        element("circle", class_="track", **RING),
        element("circle", class_="filled", stroke_dasharray=f"{points(100 * min(1.0, share))} 100", **RING),
        element("g", _shield(seat, letter), transform="translate(9.6 9.6) scale(.6)"),
        class_="badge",
        id=name,
    )


RING = {
    "cx": HALF,
    "cy": HALF,
    "r": 20,
    "fill": "none",
    "stroke_width": 6,
    "pathLength": 100,
    "transform": f"rotate(-90 {HALF} {HALF})",
}


@cache
def seat_badge(seat: int, letter: str) -> Markup:
    """Return the badge of a seat without a ring."""
    return picture(2 * HALF, 2 * HALF, _shield(seat, letter), class_=f"badge seat-{seat + 1}")


def _shield(seat: int, letter: str) -> Markup:
    """Return the letter on the colour and pattern of a seat, 48 by 48 units."""
    return Markup("").join(
        (
            element("rect", width=48, height=48, rx=24 if seat % 2 == 0 else 14, class_=f"seat-{seat + 1}"),
            path(PATTERNS[seat], class_="pattern"),
            path(disc(HALF, HALF, 14.5), class_=f"seat-{seat + 1}"),
            _written(letter, "letter", 25 if len(letter) == 1 else 21),
        )
    )


HAVE, LACK, EXCHANGE, PLAIN = "have", "lack", "exchange", ""
WORST = (PLAIN, HAVE, EXCHANGE, LACK)
"""The marks; none where the viewer does not play, or nobody can buy now."""
MOST_COSTS = 1024
"""Cached."""
ARCHITECT_PIECE, WORKER_PIECE = "architect", "worker"


class Cost(Struct, frozen=True):
    """Pieces of one kind and one mark: kind, number, mark."""

    piece: str
    amount: int
    mark: str = PLAIN


def costs_of(seen: TileSeen) -> tuple[Cost, ...]:
    """Return what a tile costs; with marks where it lies at an end and the viewer plays."""
    architect = (Cost(ARCHITECT_PIECE, 1, _architect_mark(seen)),) if seen.tile.architect else ()
    if seen.end is None or seen.missing is None:
        return (*(Cost(piece, count) for piece, count in _present(seen.tile.cost.pieces())), *architect)
    asked, missing, exchanged = seen.tile.cost.pieces(), seen.missing.pieces(), seen.exchanged.pieces()
    return (*_marked(asked, missing, exchanged), *architect)


def _present(counts: Sequence[int]) -> list[tuple[str, int]]:
    """Return kinds of pieces with their numbers, those that are not there left out."""
    return [(piece, count) for piece, count in zip(PIECES, counts, strict=True) if count]


def _architect_mark(seen: TileSeen) -> str:
    if seen.end is None or seen.missing is None:
        return PLAIN
    return LACK if seen.lacks_architect else HAVE


@lru_cache(MOST_COSTS)
def _marked(asked: tuple[int, ...], missing: tuple[int, ...], exchanged: tuple[int, ...]) -> tuple[Cost, ...]:
    """Return pieces with their marks; all in the order of ``PIECES``."""
    found = list[Cost]()
    for piece, price, short, swapped in zip(PIECES, asked, missing, exchanged, strict=True):
        counts = {HAVE: price - short, EXCHANGE: swapped, LACK: short - swapped}
        found += [Cost(piece, count, mark) for mark, count in counts.items() if count]
    return tuple(found)


@lru_cache(MOST_COSTS)
def kinds_of(costs: tuple[Cost, ...]) -> tuple[Cost, ...]:
    """Return each kind of pieces once, with one mark: what is missing goes before what is exchanged.

    >>> kinds_of((Cost("glass", 1, HAVE), Cost("glass", 1, LACK), Cost("peso", 2, HAVE)))
    (Cost(piece='glass', amount=2, mark='lack'), Cost(piece='peso', amount=2, mark='have'))
    """
    found = dict.fromkeys(cost.piece for cost in costs)
    kinds = {piece: [cost for cost in costs if cost.piece == piece] for piece in found}
    return tuple(
        Cost(piece, sum(cost.amount for cost in same), max((cost.mark for cost in same), key=WORST.index))
        for piece, same in kinds.items()
    )


EXCHANGED, WORKERS_EXCHANGED = N_("{rate} debris for each {piece}"), N_("{rate} pesos for each worker")


def exchange_words(costs: Sequence[Cost], language: Language) -> list[str]:
    """Return in words what is given instead of the pieces that are exchanged (HAV-5.5)."""
    return [
        language.say(WORKERS_EXCHANGED, rate=RATE)
        if cost.piece == WORKER_PIECE
        else language.say(EXCHANGED, rate=RATE, piece=language.word(PIECE, cost.piece))
        for cost in costs
        if cost.mark == EXCHANGE
    ]
