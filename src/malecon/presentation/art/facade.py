"""A façade of a Spanish town by the sea, drawn from a name and a measure of wealth."""

from functools import cache

from markupsafe import Markup

from malecon.presentation.art.ground import ground_floor
from malecon.presentation.art.house import SIDE, STREET, House
from malecon.presentation.art.ornament import before, behind, on_the_wall
from malecon.presentation.art.roofs import roof
from malecon.presentation.art.storey import storey
from malecon.presentation.art.svg import box, element, path, picture


def facade(seed: str, wealth: float) -> Markup:
    """Return the façade of a building as SVG, with the arguments of ``facade_shapes``."""
    return picture(SIDE, SIDE, facade_shapes(seed, wealth), class_="facade")


def facade_symbol(seed: str, wealth: float, name: str) -> Markup:
    """Return a façade as a symbol, at which ``facade_use`` points; the other arguments are those of ``facade``."""
    return element("symbol", facade_shapes(seed, wealth), id=name, viewBox=f"0 0 {SIDE} {SIDE}")


@cache
def facade_use(name: str) -> Markup:
    """Return the façade that the page has as a symbol."""
    return picture(SIDE, SIDE, element("use", href=f"#{name}"), class_="facade")


@cache
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
            ground_floor(house),
            path(box(house.left, STREET - house.ground - 1, house.width, 2), fill=house.colours.trim),
            storeys,
            before(house),
        )
    )
