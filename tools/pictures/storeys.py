"""The storeys above the ground floor: their windows and balconies."""

from collections.abc import Callable, Mapping

from markupsafe import Markup

from malecon.presentation.drawing import arch, box, path, polygon
from pictures.house import DARK, IRON, House

Window = Callable[[House, float], Markup]
"""Draws all windows of the storey that stands on a floor."""
RAILING = 7.5


def _shutters(house: House, floor: float) -> Markup:
    """Return windows between open shutters."""
    wide, high = house.bay * 0.3, house.upper * 0.6
    top = floor - house.upper * 0.8
    leaf = wide * 0.62
    leaves = [(axis - wide / 2 - leaf, axis + wide / 2) for axis in house.axes]
    panes = [box(axis - wide / 2, top, wide, high) for axis in house.axes]
    sills = [
        box(axis - wide / 2 - leaf - 0.8, floor - house.upper * 0.2, wide + 2 * leaf + 1.6, 1.8) for axis in house.axes
    ]
    wood = [box(x, top, leaf, high) for pair in leaves for x in pair]
    slats = [f"M{x + leaf / 2:.1f} {top + 1:.1f}v{high - 2:.1f}" for pair in leaves for x in pair]
    return Markup("").join(
        (
            path(sills, fill=house.colours.trim),
            path(panes, class_="pane", fill=DARK),
            path(
                [
                    f"M{axis:.1f} {top:.1f}v{high:.1f}M{axis - wide / 2:.1f} {top + high / 2:.1f}h{wide:.1f}"
                    for axis in house.axes
                ],
                stroke=house.colours.trim,
                stroke_width=0.8,
            ),
            path(wood, fill=house.colours.wood),
            path(slats, stroke="#0005", stroke_width=leaf - 1.2, stroke_dasharray="0.6 0.9"),
        )
    )


def _french(house: House, floor: float) -> Markup:
    """Return doors with louvres that open on the balcony."""
    wide, high = house.bay * 0.42, house.upper * 0.8
    top = floor - high
    frames = [box(axis - wide / 2 - 1.4, top - 1.4, wide + 2.8, high + 1.4) for axis in house.axes]
    caps = [box(axis - wide / 2 - 2.6, top - 3.2, wide + 5.2, 1.8) for axis in house.axes]
    return Markup("").join(
        (
            path([*frames, *caps], fill=house.colours.trim),
            path([box(axis - wide / 2, top, wide, high) for axis in house.axes], fill=house.colours.wood),
            _louvres(house, wide, top + 1.5, high - 2),
        )
    )


def _fans(house: House, floor: float) -> Markup:
    """Return doors under half-rounds of coloured glass."""
    wide, high = house.bay * 0.44, house.upper * 0.84
    radius = wide / 2
    top = floor - high
    spring = top + radius
    frames = [arch(axis - radius - 1.5, top - 1.5, wide + 3, high + 1.5) for axis in house.axes]
    leaves = [box(axis - radius, spring, wide, floor - spring) for axis in house.axes]
    glass = [
        path([_wedge(axis, spring, radius, *corners) for axis in house.axes], class_="stained", fill=colour)
        for corners, colour in zip(WEDGES, STAINED, strict=True)
    ]
    return Markup("").join(
        (
            path(frames, fill=house.colours.trim),
            path(leaves, fill=house.colours.wood),
            _louvres(house, wide, spring + 1, floor - spring - 1),
            *glass,
        )
    )


STAINED = ("#cf4a3a", "#f2c14e", "#3a7fb0")
WEDGES = (((-1, 0), (-0.5, -0.87)), ((-0.5, -0.87), (0.5, -0.87)), ((0.5, -0.87), (1, 0)))
"""Of a half-round with radius 1: where each pane of glass begins and ends."""


def _wedge(x: float, y: float, radius: float, start: tuple[float, float], end: tuple[float, float]) -> str:
    """Return a pane of a half-round."""
    (ax, ay), (bx, by) = start, end
    return (
        f"M{x:.1f} {y:.1f}L{x + ax * radius:.1f} {y + ay * radius:.1f}"
        f"A{radius:.1f} {radius:.1f} 0 0 1 {x + bx * radius:.1f} {y + by * radius:.1f}z"
    )


def _louvres(house: House, wide: float, top: float, high: float) -> Markup:
    """Return the slats of double doors."""
    slats = [f"M{axis + side * wide / 4:.1f} {top:.1f}v{high:.1f}" for axis in house.axes for side in (-1, 1)]
    return path(slats, stroke="#0005", stroke_width=wide / 2 - 1.6, stroke_dasharray="0.7 1")


def _arched(house: House, floor: float) -> Markup:
    """Return windows with round tops and small panes."""
    wide, high = house.bay * 0.46, house.upper * 0.66
    top = floor - house.upper * 0.82
    rims = [arch(axis - wide / 2 - 1.6, top - 1.6, wide + 3.2, high + 3.2) for axis in house.axes]
    panes = [arch(axis - wide / 2, top, wide, high) for axis in house.axes]
    bars = [
        f"M{axis:.1f} {top:.1f}v{high:.1f}M{axis - wide / 2:.1f} {top + wide / 2:.1f}h{wide:.1f}"
        f"m0 {(high - wide / 2) / 2:.1f}h{-wide:.1f}"
        for axis in house.axes
    ]
    return Markup("").join(
        (
            path(rims, fill=house.colours.trim),
            path(panes, class_="pane", fill=DARK),
            path(bars, stroke=house.colours.trim, stroke_width=0.8, fill="none"),
        )
    )


def _gabled(house: House, floor: float) -> Markup:
    """Return windows under small pediments."""
    wide, high = house.bay * 0.36, house.upper * 0.56
    top = floor - house.upper * 0.72
    hats = [polygon(x - wide / 2 - 2.6, top - 1, x, top - 5, x + wide / 2 + 2.6, top - 1) for x in house.axes]
    frames = [box(axis - wide / 2 - 1.4, top - 1, wide + 2.8, high + 2.6) for axis in house.axes]
    panes = [box(axis - wide / 2, top, wide, high) for axis in house.axes]
    bars = [f"M{axis:.1f} {top:.1f}v{high:.1f}" for axis in house.axes]
    return Markup("").join(
        (
            path([*hats, *frames], fill=house.colours.trim),
            path(panes, class_="pane", fill=DARK),
            path(bars, stroke=house.colours.trim, stroke_width=0.8),
        )
    )


WINDOWS: Mapping[str, Window] = {
    "shutters": _shutters,
    "french": _french,
    "fans": _fans,
    "arched": _arched,
    "gabled": _gabled,
}
WITH_BALCONY = ("french", "fans")


def storey(house: House, place: int) -> Markup:
    """Return the storey at a place, 0 for the lowest above the ground floor."""
    floor, kind = house.floors[place], house.pick(f"windows {place}", tuple(WINDOWS))
    drawn = WINDOWS[kind](house, floor)
    if kind in WITH_BALCONY:
        return drawn + _balcony(house, floor, place)
    return drawn + path(box(house.left, floor - 1, house.width, 2), fill=house.colours.trim)


def _balcony(house: House, floor: float, place: int) -> Markup:
    """Return one balcony all along, or a small one before each door."""
    if house.has(f"long balcony {place}", 0.5):
        spans = [(house.left - 1.5, house.width + 3)]
    else:
        wide = house.bay * 0.8
        spans = [(axis - wide / 2, wide) for axis in house.axes]
    colour = house.pick(f"railing {place}", (IRON, IRON, house.colours.trim))
    dashes = house.pick(f"bars {place}", ("0.8 1.4", "0.7 2.2", "1.6 1.2"))
    return Markup("").join(
        (
            path([box(x, floor - 0.6, wide, 2.4) for x, wide in spans], fill=house.colours.trim),
            path([box(x + 1, floor + 1.8, wide - 2, 1) for x, wide in spans], fill="#0003"),
            path(
                [f"M{x + 0.5:.1f} {floor - RAILING / 2:.1f}h{wide - 1:.1f}" for x, wide in spans],
                stroke=colour,
                stroke_width=RAILING - 1,
                stroke_dasharray=dashes,
            ),
            path([box(x, floor - RAILING - 0.6, wide, 1.3) for x, wide in spans], fill=colour),
        )
    )
