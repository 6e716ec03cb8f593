"""Pictures by their names: pieces and signs, fields, characters, ships, pawns and badges of seats.

They lie in files that browsers keep, which ``tools/pictures`` has drawn.
They are hidden from who cannot see them: words or a number always stand beside them.

Seats are told apart by colour, shape, pattern and letter. The colours are those of the page (``--seat-1`` to
``--seat-5``), so the pictures only name them by classes.
"""

from functools import cache, lru_cache

from markupsafe import Markup

from malecon.games.cuba.buildings import BUILDINGS
from malecon.presentation.drawing import element, pointer, symbols
from malecon.presentation.game_page import game_static
from malecon.presentation.links import href

ICONS = (
    "wood", "stone", "water", "citrus", "sugar", "tobacco", "rum", "cigars", "peso", "coin", "sun", "vote", "resource",
    "product", "good", "ship", "veto", "store", "house", "land", "grove", "drought",
)  # fmt: skip
"""The eight pieces and the peso, and signs for points, votes, kinds of pieces and deeds."""
RIGS, HULLS, BANDS = 3, 5, 3
"""Kinds of ships' rigs, and of the colours of hulls and bands."""
FIELDS = ("wood", "stone", "water", "citrus", "sugar", "tobacco", "warehouse")
"""Kinds of fields, by what they give; a plantation has a printed warehouse."""
LAND = Markup('<img class="land" src="{file}" alt="{words}">')
PICTURE = Markup('<svg class="{kind}" viewBox="0 0 {wide} {high}" aria-hidden="true"{travel}>{use}</svg>')
TRAVEL = Markup(' data-travel="{name}"')
USE = Markup('<use href="{file}#{name}"/>')
MOST_NUMBERS = 256
"""Kept as pictures."""
WORTH = Markup('<span class="worth {name}">{icon}<b>{number}</b></span>')


@cache
def use(name: str) -> Markup:
    """Return a reference to a picture of the file."""
    return USE.format(file=href(game_static("cuba", "pictures.svg")), name=name)


@cache
def _picture(name: str, kind: str, wide: int, high: int, travels: bool = False) -> Markup:
    """Return a picture with its classes and its measures; one that travels must be the only one of its name."""
    travel = TRAVEL.format(name=name) if travels else ""
    return PICTURE.format(kind=kind, wide=wide, high=high, travel=travel, use=use(name))


@cache
def icon(name: str) -> Markup:
    """Return a piece or a sign, which the page has among its symbols (``icon_symbols``): it is drawn most often.

    >>> icon("rum")
    Markup('<svg class="icon" aria-hidden="true"><use href="#icon-rum"/></svg>')
    """
    return pointer(f"icon-{name}", "icon")


@cache
def hidden_icon(name: str) -> Markup:
    """Return a piece or a sign without ``aria-hidden``, for places where screen readers hear nothing anyway."""
    return element("svg", element("use", href=f"#icon-{name}"), class_="icon")


def whole_icon(name: str) -> Markup:
    """Return a piece or a sign for pages without the symbols."""
    return _picture(f"icon-{name}", "icon", 32, 32)


def icon_symbols(name: str = "symbols") -> Markup:
    """Return the pieces and signs as symbols, which refer to the file; ``name`` is the id of what holds them."""
    drawn = (element("symbol", use(f"icon-{icon}"), id=f"icon-{icon}") for icon in ICONS)
    return symbols(*drawn, name=name)


@lru_cache(MOST_NUMBERS)
def pesos(number: int) -> Markup:
    """Return a coin with a number of pesos on it."""
    return WORTH.format(name="pesos", icon=icon("coin"), number=number)


@lru_cache(MOST_NUMBERS)
def points(number: int | str) -> Markup:
    """Return a sun with a number of points in it."""
    return WORTH.format(name="points", icon=icon("sun"), number=number)


@lru_cache(MOST_NUMBERS)
def field(gives: str | None, words: str = "") -> Markup:
    """Return a field by the piece that it gives, ``None`` is the printed warehouse; with words for screen readers."""
    return LAND.format(file=href(game_static("cuba", f"{gives or 'warehouse'}.svg")), words=words)


def portrait(character: str) -> Markup:
    """Return the bust of a character."""
    return _picture(f"bust-{character}", "portrait", 120, 120)


def house(name: str, travels: bool) -> Markup:
    """Return the façade of a building; if there is a single tile of it, it travels from the offer to a field."""
    return _picture(f"house-{BUILDINGS.index(name)}", "house", 120, 120, travels)


def vessel(number: int) -> Markup:
    """Return a ship without its spaces, which stand on its hull; all 15 differ.

    >>> len({vessel(number) for number in range(1, 16)})
    15
    """
    colours = f"vessel hull-{number % HULLS} band-{number % BANDS}"
    return _picture(f"vessel-{number * 2 % RIGS}", colours, 320, 208)


SHAPES = (
    '<circle cx="16" cy="16" r="14"/>',
    '<rect x="3" y="3" width="26" height="26" rx="5"/>',
    '<path d="m16 0 16 16-16 16L0 16z"/>',
    '<path d="m8 2h16l8 14-8 14H8L0 16z"/>',
    '<path d="M3 2h26v16c0 7-6 11-13 14C9 29 3 25 3 18z"/>',
)
"""By seat: the shape of a badge."""
PATTERNS = (
    '<path d="M20 22v30"/>',
    '<path d="M9 40h22M8 47h24"/>',
    '<path d="M14 32v.1M26 32v.1M12 40v.1M28 40v.1M12 48v.1M20 48v.1M28 48v.1"/>',
    '<path d="m10 48 7-22M30 48l-7-22"/>',
    '<path d="m9 48 6-7 5 7 5-7 6 7"/>',
)
"""By seat: the pattern of a pawn's coat."""
DISC = Markup('<g class="dye">{shape}</g><text x="16" y="22" text-anchor="middle" class="{width}">{letter}</text>')
BADGE = Markup('<svg class="badge seat-{number}" viewBox="0 0 32 32" aria-hidden="true">{disc}</svg>')
PAWN = Markup(
    '<svg class="pawn seat-{number}" viewBox="0 0 40 60" aria-hidden="true" data-travel="pawn-{number}">'
    '{shade}<g class="dye">{coat}</g><g class="pattern">{pattern}</g>{head}<g class="dye">{ribbon}</g></svg>'
)
MOST_KEPT = 256
"""Of the badges."""


@lru_cache(MOST_KEPT)
def badge(seat: int, letter: str) -> Markup:
    """Return the badge of a player.

    >>> badge(0, "A").striptags()
    'A'
    """
    disc = DISC.format(shape=Markup(SHAPES[seat]), letter=letter, width="two" if len(letter) > 1 else "one")
    return BADGE.format(number=seat + 1, disc=disc)


@cache
def pawn(seat: int) -> Markup:
    """Return the pawn of a seat."""
    parts = {part: use(f"pawn-{part}") for part in ("shade", "coat", "head", "ribbon")}
    return PAWN.format(number=seat + 1, pattern=Markup(PATTERNS[seat]), **parts)


def emblem() -> Markup:
    """Return two people and a ship that waits for them."""
    return portrait("foreman") + vessel(1) + portrait("tradeswoman")
