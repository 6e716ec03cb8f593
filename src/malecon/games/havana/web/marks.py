"""Small signs: the sun with a number of points, the badge of a seat in a ring that fills up."""

from functools import cache, lru_cache
from math import cos, pi, sin

from markupsafe import Markup

from malecon.presentation.art.svg import box, disc, element, path, picture, points, polygon

RAYS = 14
HALF = 24


@cache
def sun(number: int) -> Markup:
    """Return a number of points in a sun."""
    spokes = [(place * pi / RAYS, 23 if place % 2 else 18.5) for place in range(2 * RAYS)]
    rays = polygon(*(HALF + radius * turn(angle) for angle, radius in spokes for turn in (sin, cos)))
    return picture(
        2 * HALF,
        2 * HALF,
        path(rays, class_="rays"),
        path(disc(HALF, HALF, 15), class_="disc"),
        written(number, "points", 20),
        class_="sun",
    )


def written(text: object, kind: str, size: int) -> Markup:
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
def badge(seat: int, letter: str, share: float = 0.0) -> Markup:
    """Return the badge of a seat in a ring that fills up.

    Args:
        seat: 0 to 4.
        letter: what stands on the badge.
        share: how full the ring is, 0 to 1.
    """
    return picture(
        2 * HALF,
        2 * HALF,
        element("circle", class_="track", **RING),
        element("circle", class_="filled", stroke_dasharray=f"{points(100 * min(1.0, share))} 100", **RING),
        element("g", shield(seat, letter), transform="translate(9.6 9.6) scale(.6)"),
        class_="badge",
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


def shield(seat: int, letter: str) -> Markup:
    """Return the letter on the colour and pattern of a seat, 48 by 48 units."""
    return Markup("").join(
        (
            element("rect", width=48, height=48, rx=24 if seat % 2 == 0 else 14, class_=f"seat-{seat + 1}"),
            path(PATTERNS[seat], class_="pattern"),
            path(disc(HALF, HALF, 14.5), class_=f"seat-{seat + 1}"),
            written(letter, "letter", 25),
        )
    )
