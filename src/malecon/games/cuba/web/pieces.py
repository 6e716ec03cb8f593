"""Pictures by their names: pieces and signs, fields, characters, ships.

They are drawn in ``templates/pictures/*.svg`` and lie in files that browsers keep (``pictures.py``). They are
hidden from who cannot see them: words or a number always stand beside them.
"""

from functools import cache, lru_cache

from markupsafe import Markup

from malecon.games.cuba.buildings import BUILDINGS
from malecon.presentation.rendering import game_static

ICONS = (
    "wood", "stone", "water", "citrus", "sugar", "tobacco", "rum", "cigars", "peso", "coin", "sun", "vote", "resource",
    "product", "good", "ship", "veto", "store", "house", "land", "grove", "drought",
)  # fmt: skip
"""The eight pieces and the peso, and signs for points, votes, kinds of pieces and deeds."""
RIGS, HULLS, BANDS = 3, 5, 3
"""Kinds of ships' rigs, and of the colours of hulls and bands."""
FIELDS = ("wood", "stone", "water", "citrus", "sugar", "tobacco", "warehouse")
"""Kinds of fields, by what they give; a plantation has a printed warehouse."""
LAND = Markup('<img class="land" src="{file}" alt="" width="160" height="116">')
PICTURE = Markup('<svg class="{kind}" viewBox="0 0 {wide} {high}" aria-hidden="true"{travel}>{use}</svg>')
TRAVEL = Markup(' data-travel="{name}"')
USE = Markup('<use href="{file}#{name}"/>')
MOST_NUMBERS = 256
"""Kept as pictures."""
WORTH = Markup('<span class="worth {name}">{icon}<b>{number}</b></span>')


@cache
def use(name: str) -> Markup:
    """Return a reference to a picture of the file."""
    return USE.format(file=game_static("cuba", "pictures.svg"), name=name)


@cache
def picture(name: str, kind: str, wide: int, high: int, travels: bool = False) -> Markup:
    """Return a picture with its classes and its measures; one that travels must be the only one of its name."""
    travel = TRAVEL.format(name=name) if travels else ""
    return PICTURE.format(kind=kind, wide=wide, high=high, travel=travel, use=use(name))


def icon(name: str) -> Markup:
    """Return a piece or a sign.

    >>> "#icon-rum" in icon("rum")
    True
    """
    return picture(f"icon-{name}", "icon", 32, 32)


@lru_cache(MOST_NUMBERS)
def pesos(number: int) -> Markup:
    """Return a coin with a number of pesos on it."""
    return WORTH.format(name="pesos", icon=icon("coin"), number=number)


@lru_cache(MOST_NUMBERS)
def points(number: int) -> Markup:
    """Return a sun with a number of points in it."""
    return WORTH.format(name="points", icon=icon("sun"), number=number)


@cache
def field(gives: str | None) -> Markup:
    """Return a field by the piece that it gives; ``None`` is the printed warehouse."""
    return LAND.format(file=game_static("cuba", f"{gives or 'warehouse'}.svg"))


def portrait(character: str) -> Markup:
    """Return the bust of a character."""
    return picture(f"bust-{character}", "portrait", 120, 120)


def house(name: str, travels: bool) -> Markup:
    """Return the façade of a building; if there is a single tile of it, it travels from the offer to a field."""
    return picture(f"house-{BUILDINGS.index(name)}", "house", 120, 120, travels)


def vessel(number: int) -> Markup:
    """Return a ship without its spaces, which stand on its hull; all 15 differ.

    >>> len({vessel(number) for number in range(1, 16)})
    15
    """
    colours = f"vessel hull-{number % HULLS} band-{number % BANDS}"
    return picture(f"vessel-{number * 2 % RIGS}", colours, 320, 208)
