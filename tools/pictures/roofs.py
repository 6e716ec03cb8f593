"""Roofs: what makes a house known from afar."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from markupsafe import Markup

from malecon.presentation.drawing import arch, box, disc, path, points, polygon
from pictures.house import DARK, House

Roof = Callable[[House], Markup]


def _cornice(house: House) -> Markup:
    """Return the cornice with its teeth, on which every roof but the tiled one stands."""
    x, wide, y = house.left - 2, house.width + 4, house.top
    teeth = path(f"M{x + 2:g} {y + 1.4:g}h{wide - 4:g}", stroke="#0003", stroke_width=1.6, stroke_dasharray="1.6 1.6")
    return path(box(x, y - 3, wide, 3) + box(x + 1.5, y, wide - 3, 2.4), fill=house.colours.trim) + teeth


def tiles(house: House) -> Markup:
    """Return a roof of clay tiles."""
    x, wide, y = house.left - 4, house.width + 8, house.top
    high = 11.0 if house.storeys == 1 else 8.0
    rows = [
        f"M{x + 4 - part * 4:.1f} {y - high * (1 - part):.1f}h{wide - 8 + part * 8:.1f}" for part in (0.2, 0.52, 0.84)
    ]
    return Markup("").join(
        (
            path(polygon(x, y + 1, x + 6, y - high, x + wide - 6, y - high, x + wide, y + 1), fill="#b5573c"),
            path(rows, stroke="#8d3f2b", stroke_width=high * 0.26, stroke_dasharray="2.4 1.2"),
            path(box(x + 5, y - high - 1.2, wide - 10, 2) + box(x, y, wide, 1.6), fill="#8d3f2b"),
        )
    )


def _parapet(house: House) -> Markup:
    """Return a plain parapet with knobs at its ends."""
    high = 6.0
    knobs = "".join(disc(x, house.top - high - 5, 2.2) for x in (house.left + 3, house.right - 3))
    posts = "".join(box(x - 2, house.top - high - 3, 4, high) for x in (house.left + 3, house.right - 3))
    body = path(box(house.left, house.top - high - 2, house.width, high), fill=house.colours.wall)
    return (
        body
        + path(box(house.left - 1, house.top - high - 3, house.width + 2, 1.8) + posts + knobs, fill=house.colours.trim)
        + _cornice(house)
    )


def _balustrade(house: House) -> Markup:
    y, high = house.top - 3, 8.0
    piers = [house.left + 3 + house.bay * place for place in range(house.bays + 1)]
    urns = "".join(
        polygon(
            x - 1, y - high - 1, x - 2.2, y - high - 4, x, y - high - 6.5, x + 2.2, y - high - 4, x + 1, y - high - 1
        )
        for x in piers
    )
    return Markup("").join(
        (
            path(
                f"M{house.left:g} {y - high / 2:g}h{house.width:g}",
                stroke=house.colours.trim,
                stroke_width=high - 1,
                stroke_dasharray="1.5 1.3",
            ),
            path([box(x - 1.8, y - high, 3.6, high) for x in piers], fill=house.colours.trim),
            path(box(house.left, y - high - 1, house.width, 1.8) + urns, fill=house.colours.trim),
            _cornice(house),
        )
    )


def _pediment(house: House) -> Markup:
    """Return a triangle with a round window."""
    half, y = min(house.width / 2, 34), house.top - 3
    high = half * 0.5
    x = house.middle
    return Markup("").join(
        (
            path(polygon(x - half, y, x, y - high - 2, x + half, y), fill=house.colours.trim),
            path(polygon(x - half + 6, y - 1, x, y - high + 1.2, x + half - 6, y - 1), fill=house.colours.wall),
            path(disc(x, y - high * 0.36, high * 0.24 + 1.2), fill=house.colours.trim),
            path(disc(x, y - high * 0.36, high * 0.24), class_="pane", fill=DARK),
            _cornice(house),
        )
    )


def _gable(house: House) -> Markup:
    """Return the curved gable of a mission, with a bell or a round window."""
    x, y, half = house.middle, house.top - 2, min(house.width * 0.42, 28)
    high = half * 0.85
    outline = f"M{points(x - half, y)}" + "".join(f"c{points(*_scaled(curve, half, high))}" for curve in CURVES) + "z"
    hole = arch(x - 3.2, y - high * 0.78, 6.4, 9)
    bell = polygon(x - 2.2, y - high * 0.78 + 8, x, y - high * 0.78 + 2, x + 2.2, y - high * 0.78 + 8)
    return Markup("").join(
        (
            path(outline, fill=house.colours.wall, stroke=house.colours.trim, stroke_width=2),
            path(hole, class_="pane", fill=DARK),
            path(bell, fill="#d9a441"),
            path(disc(house.left + 3, y - 5, 2.4) + disc(house.right - 3, y - 5, 2.4), fill=house.colours.trim),
            path(box(house.left + 1.4, y - 4, 3.2, 4) + box(house.right - 4.6, y - 4, 3.2, 4), fill=house.colours.trim),
            _cornice(house),
        )
    )


CURVES = (
    (0.1, -0.42, 0.42, -0.3, 0.46, -0.6),
    (0.1, -0.52, 0.98, -0.52, 1.08, 0),
    (0.04, 0.3, 0.36, 0.18, 0.46, 0.6),
)
"""The outline of a mission's gable that is 2 wide and 1 high."""


def _scaled(curve: Sequence[float], wide: float, high: float) -> Iterator[float]:
    """Yield the coordinates of a curve, as wide and high as asked."""
    for place, number in enumerate(curve):
        yield number * (high if place % 2 else wide)


def _steps(house: House) -> Markup:
    """Return a stepped parapet, as the cinemas of the nineteen-thirties have it."""
    x, y = house.middle, house.top - 2
    halves = [house.width * part for part in (0.48, 0.32, 0.17)]
    body = "".join(box(x - half, y - 6 * (place + 1), 2 * half, 6.2) for place, half in enumerate(halves))
    caps = "".join(box(x - half - 1, y - 6 * (place + 1) - 1.4, 2 * half + 2, 1.6) for place, half in enumerate(halves))
    fins = path(f"M{x - 4.5:g} {y - 8:g}h9", stroke=house.colours.trim, stroke_width=14, stroke_dasharray="1 1.66")
    return path(body, fill=house.colours.wall) + path(caps, fill=house.colours.trim) + fins + _cornice(house)


RIBS = (-0.7, 0, 0.7)


def _dome(house: House) -> Markup:
    x, y = house.middle, house.top - 3
    radius = min(house.width * 0.24, 17)
    drum = 6.0
    eaves, crown = y - drum, y - drum - radius
    ribs = [f"M{points(x, crown)}Q{points(x + side * radius, crown, x + side * radius * 0.8, eaves)}" for side in RIBS]
    colour = house.pick("dome", ("#d9a441", "#c9683f", "#4f8f8a", "#a9553f"))
    return Markup("").join(
        (
            path(box(x - radius, y - drum, 2 * radius, drum), fill=house.colours.wall),
            path(
                f"M{x - radius + 2:g} {y - drum / 2:g}h{2 * radius - 4:g}",
                stroke=DARK,
                class_="lights",
                stroke_width=3.4,
                stroke_dasharray="2 2.2",
            ),
            path(f"M{x - radius:.1f} {y - drum:.1f}a{radius:.1f} {radius:.1f} 0 0 1 {2 * radius:.1f} 0z", fill=colour),
            path(ribs, fill="none", stroke="#0003", stroke_width=0.9),
            path(box(x - radius - 1.5, y - drum - 1, 2 * radius + 3, 1.8), fill=house.colours.trim),
            path(
                box(x - 2, y - drum - radius - 4, 4, 4.6)
                + polygon(x - 2.8, y - drum - radius - 4, x, y - drum - radius - 9, x + 2.8, y - drum - radius - 4),
                fill=house.colours.trim,
            ),
            _cornice(house),
        )
    )


def _tower(house: House) -> Markup:
    wide, high = max(15.0, house.bay * 0.8), 17.0
    at_left = house.has("tower at the left", 0.5)
    x = house.left if at_left else house.right - wide
    y, axis = house.top - 3, x + wide / 2
    rail = (house.left + wide if at_left else house.left, house.width - wide)
    return Markup("").join(
        (
            path(box(x, y - high, wide, high), fill=house.colours.wall),
            path(
                "".join(arch(axis + side * wide * 0.22 - 2.3, y - high + 5, 4.6, 9) for side in (-1, 1)),
                class_="pane",
                fill=DARK,
            ),
            path(polygon(x - 2.5, y - high, axis, y - high - 8, x + wide + 2.5, y - high), fill="#b5573c"),
            path(box(x - 1.5, y - high, wide + 3, 2), fill=house.colours.trim),
            path(
                f"M{rail[0]:g} {y - 2.6:g}h{rail[1]:g}",
                stroke=house.colours.trim,
                stroke_width=4,
                stroke_dasharray="1.2 1.4",
            ),
            path(box(rail[0], y - 6, rail[1], 1.5), fill=house.colours.trim),
            _cornice(house),
        )
    )


ROOFS: Mapping[str, Roof] = {
    "tiles": tiles,
    "parapet": _parapet,
    "balustrade": _balustrade,
    "pediment": _pediment,
    "gable": _gable,
    "steps": _steps,
    "dome": _dome,
    "tower": _tower,
}
BY_STOREYS = {
    1: ("tiles", "tiles", "parapet", "gable", "steps", "pediment"),
    2: ("tiles", "parapet", "balustrade", "pediment", "gable", "steps", "tower"),
    3: ("balustrade", "pediment", "gable", "dome", "dome", "dome", "tower", "steps"),
}
"""Roofs that a house of so many storeys may have."""


def roof_of(house: House) -> str:
    """Return the kind of a house's roof: a key of ``ROOFS``."""
    return house.pick("crown", BY_STOREYS[house.storeys])


def roof(house: House) -> Markup:
    """Return the roof of a house."""
    return ROOFS[roof_of(house)](house)
