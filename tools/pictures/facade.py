"""A façade of a Spanish town by the sea, drawn from a name and a measure of wealth, with its ground floor.

Ground floors are arcades, gates, shops, and plain houses with grilles. Each has a door of the class ``door``.
"""

from collections.abc import Callable, Mapping

from markupsafe import Markup

from malecon.presentation.drawing import arch, box, path, picture, polygon
from pictures.house import DARK, SIDE, STREET, House
from pictures.ornament import before, behind, on_the_wall
from pictures.roofs import roof
from pictures.storeys import storey

Ground = Callable[[House], Markup]
DOOR_FRAME = "var(--door-frame, none)"
"""What surrounds a door, which style sheets can set."""


def _door_colour(house: House) -> str:
    """Return the colour of a door: what style sheets set, such as light, else that of its wood."""
    return f"var(--door, {house.colours.wood})"


def _entrance_door(house: House, d: str, width: float) -> Markup:
    """Return a door that can glow, with its two leaves."""
    return path(d, class_="door", fill=_door_colour(house), stroke=DOOR_FRAME) + path(
        f"M{house.middle:g} {STREET}v-{width:g}", stroke="#000", stroke_opacity=0.35, stroke_width=0.8
    )


def _arcade(house: House) -> Markup:
    """Return a walk behind arches, with a door in its shade."""
    high, wide = house.ground - 6, house.bay - 5
    openings = [arch(axis - wide / 2, STREET - high, wide, high) for axis in house.axes]
    rims = [arch(axis - wide / 2 - 1.5, STREET - high - 1.5, wide + 3, high + 1.5) for axis in house.axes]
    behind = high * 0.62
    doors = "".join(box(axis - 3.5, STREET - behind, 7, behind) for axis in house.axes)
    springing = STREET - high + wide / 2
    feet = [house.left + 3 + house.bay * place for place in range(house.bays + 1)]
    capitals = "".join(box(foot - 3.4, springing - 1, 6.8, 2.2) + box(foot - 3.2, STREET - 3, 6.4, 3) for foot in feet)
    return Markup("").join(
        (
            path(rims, fill=house.colours.trim),
            path(openings, class_="porch", fill="#5b4a44"),
            path(doors, class_="door", fill=_door_colour(house), stroke=DOOR_FRAME),
            path(capitals, fill=house.colours.trim),
        )
    )


def _windows_beside(house: House, free: float) -> Markup:
    """Return tall windows with grilles in all bays that are ``free`` away from the axis."""
    high = house.ground * 0.55
    axes = [axis for axis in house.axes if abs(axis - house.middle) > free]
    top, wide = STREET - house.ground * 0.72, min(9.0, house.bay * 0.4)
    frames = "".join(box(axis - wide / 2 - 1.5, top - 1.5, wide + 3, high + 3) for axis in axes)
    panes = "".join(box(axis - wide / 2, top, wide, high) for axis in axes)
    bars = "".join(f"M{axis - wide / 2:.1f} {top + high / 2:.1f}h{wide:g}" for axis in axes)
    rails = "".join(f"M{axis - wide / 2:.1f} {top + high * part:.1f}h{wide:g}" for axis in axes for part in (0.3, 0.7))
    return (
        path(frames, fill=house.colours.trim)
        + path(panes, class_="pane", fill=DARK)
        + path(bars, stroke=house.colours.trim, stroke_width=high, stroke_dasharray="0.7 1.5")
        + path(rails, stroke=house.colours.trim, stroke_width=0.7)
    )


def _carriage_gate(house: House) -> Markup:
    """Return a carriage gate under a wide arch."""
    high, wide = house.ground * 0.8, min(22.0, house.bay * 0.9)
    x, y = house.middle - wide / 2, STREET - high
    return Markup("").join(
        (
            _windows_beside(house, wide / 2 + 5),
            path(arch(x - 3, y - 3, wide + 6, high + 3), fill=house.colours.trim),
            _entrance_door(house, arch(x, y, wide, high), high),
            path(f"M{x:g} {y + wide / 2:g}h{wide:g}", stroke=house.colours.trim, stroke_width=1),
            path(box(house.middle - 1.8, y - 4, 3.6, 5), fill=house.colours.trim, stroke="#0003", stroke_width=0.5),
        )
    )


def _plain(house: House) -> Markup:
    """Return a tall door under a straight lintel, as the oldest houses have it."""
    high, wide = house.ground * 0.74, 11.0
    x, y = house.middle - wide / 2, STREET - high
    return Markup("").join(
        (
            _windows_beside(house, 9),
            path(box(x - 2, y - 2, wide + 4, high + 2) + box(x - 4, y - 4.5, wide + 8, 2.5), fill=house.colours.trim),
            _entrance_door(house, box(x, y, wide, high), high),
            path(box(x, y, wide, high * 0.16), class_="pane", fill=DARK),
        )
    )


def _shop(house: House) -> Markup:
    """Return shop windows under a striped awning."""
    high = house.ground * 0.66
    x, wide, y = house.left + 5, house.width - 10, STREET - high
    stripe = wide / (2 * house.bays + 1)
    stripes = "".join(box(x + 2 * place * stripe, y - 3, stripe, 9) for place in range(house.bays + 1))
    hem = "".join(
        f"M{x + place * stripe:.1f} {y + 6:.1f}a{stripe / 2:.1f} 2.5 0 0 0 {stripe:.1f} 0z"
        for place in range(2 * house.bays + 1)
    )
    return Markup("").join(
        (
            path(box(x, y, wide, high - 6), class_="pane", fill=DARK),
            path(box(x, STREET - 8, wide, 8), fill=house.colours.wood),
            path(box(house.middle - 7, y, 14, high), fill=house.colours.trim),
            _entrance_door(house, box(house.middle - 5.5, y + 2, 11, high - 2), high - 8),
            path(box(x, y - 3, wide, 9) + hem, fill="#fbf4e6"),
            path(stripes, fill=house.colours.wood),
        )
    )


def _portal(house: House) -> Markup:
    """Return a door between columns that carry a pediment."""
    high, wide = house.ground * 0.68, 12.0
    x, y = house.middle - wide / 2, STREET - high
    return Markup("").join(
        (
            _windows_beside(house, 13),
            path(polygon(x - 6, y - 2, house.middle, y - 9, x + wide + 6, y - 2), fill=house.colours.trim),
            path(box(x - 5, y - 2, wide + 10, 2.4) + box(x - 4.5, y, 3.4, high), fill=house.colours.trim),
            path(box(x + wide + 1.1, y, 3.4, high), fill=house.colours.trim),
            _entrance_door(house, arch(x, y + 2, wide, high - 2, 4), high - 4),
        )
    )


GROUNDS: Mapping[str, Ground] = {
    "arcade": _arcade,
    "gate": _carriage_gate,
    "plain": _plain,
    "shop": _shop,
    "portal": _portal,
}
POOR, RICH = ("plain", "plain", "gate", "portal", "shop"), ("arcade", "arcade", "arcade", "gate", "portal", "shop")


def _ground_floor(house: House) -> Markup:
    return GROUNDS[house.pick("street", RICH if house.storeys > 1 else POOR)](house)


def facade(seed: str, wealth: float) -> Markup:
    """Return the façade of a building as SVG, with the arguments of ``facade_shapes``."""
    return picture(SIDE, SIDE, facade_shapes(seed, wealth), class_="facade")


def facade_shapes(seed: str, wealth: float) -> Markup:
    """Return the shapes of a façade, 120 by 120 units, without a background.

    The same name and wealth always give the same façade; richer houses are wider, higher and more adorned. Classes and
    custom properties for style sheets: ``pane`` and ``lights`` (windows), ``lamp``; ``--door`` and ``--door-frame``.

    Args:
        seed: what the building is called, e.g. ``tile 5``.
        wealth: 0, a cottage, to 1, a palace.
    """
    house = House(seed, wealth)
    wall = box(house.left, house.top, house.width, STREET - house.top)
    below = box(house.left, STREET - house.ground, house.width, house.ground)
    storeys = Markup("").join(storey(house, place) for place in range(len(house.floors)))
    return Markup("").join(
        (
            behind(house),
            roof(house),
            path(wall, fill=house.colours.wall),
            path(below, fill=house.below),
            on_the_wall(house),
            _ground_floor(house),
            path(box(house.left, STREET - house.ground - 1, house.width, 2), fill=house.colours.trim),
            storeys,
            before(house),
        )
    )
