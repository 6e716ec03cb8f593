"""The measures and colours of a house: they follow from its name and its wealth."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from typing import TypeVar

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
