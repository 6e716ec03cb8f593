"""SVG drawn from data, by pure functions.

Nothing is loaded, nothing is random. Several shapes of one colour are put into one path.
"""

from collections.abc import Iterable
from functools import lru_cache

from markupsafe import Markup


def element(name: str, *content: str, **attributes: object) -> Markup:
    """Return an element; an underscore in an attribute's name stands for a dash, one at its end for nothing.

    >>> element("rect", x=0, y=2.0, width=3.14159, fill="#fff")
    Markup('<rect x="0" y="2" width="3.1" fill="#fff"/>')
    >>> element("g", "a < b", class_="note")
    Markup('<g class="note">a &lt; b</g>')
    """
    written = Markup("").join(
        Markup(' {}="{}"').format(key.rstrip("_").replace("_", "-"), _short(value)) for key, value in attributes.items()
    )
    if not content:
        return Markup(f"<{name}{written}/>")
    return Markup(f"<{name}{written}>{Markup('').join(content)}</{name}>")


def _short(value: object) -> object:
    """Return a number with one decimal at most; anything else as it is."""
    return f"{round(value, 1):g}" if isinstance(value, float) else value


def picture(width: float, height: float, *content: str, **attributes: object) -> Markup:
    """Return a drawing that fills its width and is hidden from screen readers: words beside it say what it is."""
    return element("svg", *content, viewBox=f"0 0 {width:g} {height:g}", aria_hidden="true", **attributes)


MOST_POINTERS = 1024
"""Cached."""


@lru_cache(MOST_POINTERS)
def pointer(symbol: str, kind: str = "") -> Markup:
    """Return a picture that the page has as a symbol; the style sheet says how wide and high its class is."""
    named = {"class_": kind} if kind else {}
    return element("svg", element("use", href=f"#{symbol}"), **named, aria_hidden="true")


def symbols(*drawn: str, name: str = "symbols") -> Markup:
    """Return symbols, hidden, for the pictures of a page to point at; ``name`` is the id of what holds them."""
    return element("svg", *drawn, id=name, class_="symbols", width=0, height=0, aria_hidden="true")


def path(d: str | Iterable[str], **attributes: object) -> Markup:
    """Return shapes of one colour."""
    return element("path", d=d if isinstance(d, str) else "".join(d), **attributes)


def points(*numbers: float) -> str:
    """Return numbers as they stand in a path."""
    return " ".join(str(_short(float(number))) for number in numbers)


def box(x: float, y: float, width: float, height: float) -> str:
    """Return a rectangle as a part of a path.

    >>> box(1, 2, 30, 4)
    'M1 2h30v4h-30z'
    """
    return f"M{points(x, y)}h{points(width)}v{points(height)}h{points(-width)}z"


def arch(x: float, y: float, width: float, height: float, rise: float | None = None) -> str:
    """Return an opening with a round top as a part of a path; ``rise`` below half the width makes it flatter."""
    rise = width / 2 if rise is None else rise
    foot = y + height
    return f"M{points(x, foot)}V{points(y + rise)}a{points(width / 2, rise)} 0 0 1 {points(width)} 0V{points(foot)}z"


def disc(x: float, y: float, radius: float) -> str:
    """Return a circle as a part of a path."""
    return (
        f"M{points(x - radius, y)}a{points(radius, radius)} 0 1 0 {points(2 * radius)} 0"
        f"a{points(radius, radius)} 0 1 0 {points(-2 * radius)} 0z"
    )


def polygon(*numbers: float) -> str:
    """Return a polygon as a part of a path, from its corners' coordinates."""
    return f"M{points(*numbers)}z"


def stroke(*numbers: float) -> str:
    """Return a polyline as a part of a path."""
    return f"M{points(*numbers)}"
