"""Drawing from data, by pure functions that return SVG: elements and paths; the measures and colours of a house.

Nothing is loaded, nothing is random. Several shapes of one colour are put into one path. How a house is built follows
from its name and its wealth.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from hashlib import sha256
from typing import TypeVar

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


Choice = TypeVar("Choice")

SIDE = 120
"""Width and height of the drawing."""
STREET = 114
"""Where the wall meets the street."""
DARK, IRON, GLOW = "#33404a", "#2d2a2a", "#ffd98a"
"""Panes, railings, light."""


@dataclass(frozen=True)
class Colours:
    """The plaster, its trim, and the painted wood."""

    wall: str
    trim: str
    wood: str


PLASTERS = (
    Colours("#7cbcb4", "#f6efdf", "#23566b"),
    Colours("#e3b04f", "#fdf3dc", "#2c6a58"),
    Colours("#d98b7c", "#fbeee0", "#5d2f2b"),
    Colours("#8fb3d1", "#f8f3e6", "#8a3f2c"),
    Colours("#a3c79a", "#fbf5e4", "#7a4a21"),
    Colours("#b7a1c6", "#f7efe4", "#3d3a6b"),
    Colours("#e07b5c", "#fbe9d2", "#24616a"),
    Colours("#ecd37e", "#fffaf0", "#35618f"),
    Colours("#eadcc0", "#c96f4f", "#2f6d62"),
    Colours("#4d9488", "#f3ecd6", "#8c3b2a"),
    Colours("#bd6450", "#f4e3c8", "#2a4c46"),
    Colours("#f0bb92", "#fff6e8", "#96412f"),
    Colours("#5c88b5", "#f4efe1", "#d9a441"),
    Colours("#b3ab66", "#faf5df", "#5b3a2c"),
    Colours("#f2f0e6", "#6fa3a8", "#31597f"),
    Colours("#cf9fae", "#fdf4ea", "#34695b"),
)


ACCENTS = ("#e8d9b8", "#c98f5f", "#8fa9a6")
"""Plasters for a ground floor of its own colour."""


@dataclass(frozen=True)
class House:
    """A house to draw.

    Attributes:
        seed: its name.
        wealth: 0 to 1.
    """

    seed: str
    wealth: float

    def pick(self, what: str, choices: Sequence[Choice]) -> Choice:
        """Return one of the choices: for the same house and question always the same."""
        digest = sha256(f"{self.seed}/{what}".encode()).digest()
        return choices[int.from_bytes(digest[:4]) % len(choices)]

    def has(self, what: str, chance: float) -> bool:
        """Tell whether a house has something that so great a share of the houses has."""
        return self.pick(what, range(100)) < 100 * chance

    @cached_property
    def colours(self) -> Colours:
        """What it is painted with."""
        return self.pick("limewash", PLASTERS)

    @cached_property
    def below(self) -> str:
        """The plaster of the ground floor: of houses with more storeys, sometimes another than that of the wall."""
        if self.storeys == 1:
            return self.colours.wall
        return self.pick("second limewash", (*3 * (self.colours.wall,), *ACCENTS))

    @cached_property
    def storeys(self) -> int:
        """1 to 3."""
        return min(3, 1 + int(2.1 * self.wealth + self.pick("storeys", (0.25, 0.4, 0.6))))

    @cached_property
    def bays(self) -> int:
        """Windows side by side: 2 to 5."""
        return min(5, 2 + int(2.2 * self.wealth + self.pick("bays", (0.2, 0.6, 0.95))))

    @cached_property
    def bay(self) -> float:
        """Width of a bay."""
        widest = {2: 30, 3: 27, 4: 23, 5: 20}[self.bays]
        return widest - self.pick("bay", (0, 1, 2, 3))

    @cached_property
    def width(self) -> float:
        """From corner to corner."""
        return self.bays * self.bay + 6

    @cached_property
    def left(self) -> float:
        """Where the left corner stands."""
        room = (SIDE - self.width) / 2
        return room + self.pick("left", (-0.5, -0.25, 0, 0.25, 0.5)) * min(room, 12)

    @property
    def right(self) -> float:
        """Where the right corner stands."""
        return self.left + self.width

    @property
    def middle(self) -> float:
        """The axis of the house."""
        return self.left + self.width / 2

    @property
    def axes(self) -> tuple[float, ...]:
        """The axis of each bay."""
        return tuple(self.left + 3 + self.bay * (place + 0.5) for place in range(self.bays))

    @cached_property
    def ground(self) -> float:
        """Height of the ground floor."""
        return {1: 54, 2: 37, 3: 31}[self.storeys] + self.pick("ground", (-4, -2, 0, 2, 4))

    @cached_property
    def upper(self) -> float:
        """Height of each storey above."""
        return {1: 0, 2: 32, 3: 24}[self.storeys] - self.pick("upper", (0, 1, 2))

    @property
    def top(self) -> float:
        """Where the roof begins."""
        return STREET - self.ground - (self.storeys - 1) * self.upper

    @property
    def floors(self) -> tuple[float, ...]:
        """The floor of each storey above the ground floor, from below."""
        return tuple(STREET - self.ground - storey * self.upper for storey in range(self.storeys - 1))
